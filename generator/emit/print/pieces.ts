/**
 * Pieces of generated modules. Each piece lists the names that it uses. Unused
 * pieces are left out, and the import lines are derived from the pieces that
 * are written.
 */
import { print, type Layout } from "./layout.js";

/**
 * Function that records a name as used by the current text, and returns the
 * name.
 */
export type Use = (name: string) => string;

/**
 * Declarations of a generated module that are written together or not at all.
 */
export interface Piece {
  /**
   * Names that the piece declares. Other code refers to the piece by these
   * names.
   */
  readonly names: readonly string[];
  /** Names that the piece exports, a subset of `names`. */
  readonly exports: readonly string[];
  readonly text: string;
  /**
   * Names that the text of the piece uses. They belong to other pieces, to the
   * runtime, or to modules that the page imports. `types.Tool` is the name
   * `Tool` of the module that is imported as `types`.
   */
  readonly uses: ReadonlySet<string>;
  /** Whether the piece is written even if no other code uses it. */
  readonly root: boolean;
  /** Type of the schema from whose name the exported names are derived. */
  readonly type?: string;
}

/** Returns the result of `make`, and the names that `make` used. */
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
 * runtime or another page exports each name. The entry `type:X` imports the
 * class X as a type, and the entry `X=Y` imports X as Y. A value in `${}` is
 * left out if it is not a string.
 */
export function names(
  { raw }: TemplateStringsArray,
  ...lists: readonly (string | false | null | undefined)[]
): string[] {
  const texts = raw.map((text, at) => `${text}${lists[at] || ""}`);
  return texts.join("").split(/\s+/).filter(Boolean);
}

/**
 * Splits a list of names that generated code declares. The syntax of the list
 * is that of {@link names}.
 */
export const declares: typeof names = (texts, ...lists) =>
  names(texts, ...lists);
