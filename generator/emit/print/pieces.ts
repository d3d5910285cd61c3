/**
 * Pieces of generated modules. Each piece lists the names that it uses: unused
 * pieces are left out, and the import lines follow from the others.
 */
import { print, type Layout } from "./layout.js";

/** Records that a text uses a name, and returns the name. */
export type Use = (name: string) => string;

/**
 * Declarations of a generated module that are written together or not at all.
 */
export interface Piece {
  /** Declared names by which other code uses the piece. */
  readonly names: readonly string[];
  /** Exported names, a subset of `names`. */
  readonly exports: readonly string[];
  readonly text: string;
  /**
   * Names of other pieces, of the runtime, or of modules that the page imports.
   * `types.Tool` is a name of the module that is imported as `types`.
   */
  readonly uses: ReadonlySet<string>;
  /** Whether the piece is written even if no other code uses it. */
  readonly root: boolean;
  /** Type of the schema that the exported names are derived from. */
  readonly type?: string;
}

/** Returns the result of `make`, and the names that it used. */
export function recordUses<T>(make: (use: Use) => T): {
  readonly made: T;
  readonly uses: ReadonlySet<string>;
} {
  const uses = new Set<string>();
  const made = make((name) => {
    uses.add(name);
    return name;
  });
  return { made, uses };
}

/**
 * Creates a piece that is not exported, and is written only if other code uses
 * it.
 */
export function createPiece(name: string, write: (use: Use) => Layout): Piece {
  const { made, uses } = recordUses(write);
  const text = print(made);
  return { names: [name], exports: [], text, uses, root: false };
}

/** Creates a piece for an exported declaration. */
export function createExportedPiece(
  name: string,
  text: string,
  uses: ReadonlySet<string> = new Set(),
): Piece {
  return { names: [name], exports: [name], text, uses, root: true };
}

/**
 * Splits a list of names that generated code uses. The build checks that the
 * runtime or another page exports each of them. `type:X` imports a class as a
 * type, and `X=Y` imports X as Y. A list in `${}` is left out if it is not a
 * string.
 */
export function names(
  { raw }: TemplateStringsArray,
  ...lists: readonly (string | false | null | undefined)[]
): string[] {
  const texts = raw.map((text, at) => `${text}${lists[at] || ""}`);
  return texts.join("").split(/\s+/).filter(Boolean);
}

/**
 * Splits a list of names that generated code declares, in the syntax of {@link
 * names}.
 */
export const declares: typeof names = (texts, ...lists) =>
  names(texts, ...lists);
