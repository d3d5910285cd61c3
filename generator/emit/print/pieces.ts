/**
 * Pieces (groups of declarations) of generated modules. Each piece lists the
 * names that it uses. Unused pieces are left out, and import lines are derived
 * from the remaining pieces.
 */
import { print, type Layout } from "./layout.js";

/** Records that the code being printed uses a name, and returns the name. */
export type Use = (name: string) => string;

/**
 * Group of declarations in a generated module that are written together or left
 * out together.
 */
export interface Piece {
  /** Names of the declarations, by which other code refers to them. */
  readonly names: readonly string[];
  /** Names that are exported, a subset of `names`. */
  readonly exports: readonly string[];
  /** Prints the declarations. Not called for pieces that are left out. */
  readonly text: () => string;
  /**
   * Names that the text uses. They are declared by other pieces, by the
   * runtime, or by imported modules. `types.Tool` is the name `Tool` of the
   * module that is imported as `types`.
   */
  readonly uses: ReadonlySet<string>;
  /** Whether the declarations are written even if no other code uses them. */
  readonly root: boolean;
  /**
   * Name of the schema type from which the exported names are derived, such as
   * `Tool` for `isTool`.
   */
  readonly type?: string;
}

/**
 * Calls `make`. Returns the result of `make`, and the names that `make`
 * recorded as used.
 */
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
 * Returns a function that creates a text on its first call and then caches it.
 */
export function once(make: () => string): () => string {
  let text: string | (() => string) = make;
  return () => (typeof text === "string" ? text : (text = text()));
}

/**
 * Creates a piece (group of declarations) that is laid out when its text or its
 * used names are first read. By default, the piece is not exported, and is
 * written only if other code uses it.
 */
export function createPiece(
  name: string,
  write: (use: Use) => Layout,
  exported: Partial<Omit<Piece, "text" | "uses">> = {},
): Piece {
  let layout: Layout = "";
  let uses: ReadonlySet<string> | undefined;
  const layOut = (): ReadonlySet<string> => {
    if (!uses) ({ made: layout, uses } = recordUses(write));
    return uses;
  };
  const text = once(() => {
    layOut();
    const printed = print(layout);
    // Remove the layout from memory.
    layout = "";
    return printed;
  });
  return {
    names: [name],
    exports: [],
    root: false,
    ...exported,
    text,
    get uses() {
      return layOut();
    },
  };
}

/**
 * Creates a piece (group of declarations) for code that is written in the
 * template of a page. The piece has no text. It only records the names that
 * this code exports and uses.
 */
export function createTemplatePiece(
  exports: readonly string[],
  uses: readonly string[],
): Piece {
  return {
    names: exports,
    exports,
    text: () => "",
    uses: new Set(uses),
    root: true,
  };
}

/**
 * Creates a piece (group of declarations) for a single exported declaration.
 */
export function createExportedPiece(
  name: string,
  text: string,
  uses: ReadonlySet<string> = new Set(),
): Piece {
  return { names: [name], exports: [name], text: () => text, uses, root: true };
}

/**
 * Splits a template literal into a list of names that generated code uses. The
 * build checks that the runtime or another generated file exports each name.
 * The entry `type:X` imports the class X as a type, and the entry `X=Y` imports
 * X as Y. A value in `${}` is left out if it is not a string.
 */
export function names(
  { raw }: TemplateStringsArray,
  ...lists: readonly (string | false | null | undefined)[]
): string[] {
  const texts = raw.map((text, at) => `${text}${lists[at] || ""}`);
  return texts.join("").split(/\s+/).filter(Boolean);
}

/**
 * Splits a template literal into a list of names that generated code declares.
 * The syntax of the literal is that of {@link names}.
 */
export const declares: typeof names = (texts, ...lists) =>
  names(texts, ...lists);
