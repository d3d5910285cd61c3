/**
 * Pieces of generated modules. A piece knows which names it uses: pieces that nothing
 * uses are left out, and the import lines follow from the rest.
 */
import { print, type Layout } from "./layout.js";

/** Records that a text uses a name, and returns the name. */
export type Use = (name: string) => string;

/** Declarations of a generated module that are written together. */
export interface Piece {
  /** Declared names by which other code uses the piece. */
  readonly names: readonly string[];
  /** Those of the names that are exported. */
  readonly exports: readonly string[];
  readonly text: string;
  /**
   * Names of other pieces, of the runtime, or of modules that the page imports:
   * `Tool`, or `types.Tool` of a module that is imported as `types`.
   */
  readonly uses: ReadonlySet<string>;
  /** Whether the piece is written although no other code uses it. */
  readonly root: boolean;
  /** Type of the schema that the exported names are made of. */
  readonly type?: string;
}

/** Returns what `make` returns, and the names that it used. */
export function recorded<T>(make: (use: Use) => T): {
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

/** Makes a piece that is written where other code uses it, and not exported. */
export function piece(name: string, write: (use: Use) => Layout): Piece {
  const { made, uses } = recorded(write);
  const text = print(made);
  return { names: [name], exports: [], text, uses, root: false };
}

/** Makes a piece of an exported declaration. */
export function exportedText(
  name: string,
  text: string,
  uses: ReadonlySet<string> = new Set(),
): Piece {
  return { names: [name], exports: [name], text, uses, root: true };
}

/**
 * Names that generated code uses, separated by white space. The build checks that the
 * runtime, or another page, exports each. `type:X` imports a class as a type, and `X=Y`
 * calls X Y. A list in `${}` is left out where it is not a string.
 */
export function names(
  { raw }: TemplateStringsArray,
  ...lists: readonly (string | false | null | undefined)[]
): string[] {
  const texts = raw.map((text, at) => `${text}${lists[at] || ""}`);
  return texts.join("").split(/\s+/).filter(Boolean);
}

/** Names that generated code declares, written like those of {@link names}. */
export const declares = names;
