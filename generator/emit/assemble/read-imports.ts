/** Reads the import lines at the top of a TypeScript file. */

/** Import line, such as `import type { A, type B } from "./x.js";`. */
export interface ImportLine {
  /** Module specifier as written in the file. */
  readonly from: string;
  /** Entries between the braces, such as `A`, `type B` or `C as D`. */
  readonly names: readonly string[];
  readonly types: boolean;
}

const IMPORT = /^import( type)? \{([^}]*)\} from "([^"]+)";\n/gm;

/**
 * Returns the import lines of a file, and the rest of the file without the
 * import lines. Prettier must have formatted the file.
 */
export function readImports(text: string): {
  readonly lines: readonly ImportLine[];
  readonly rest: string;
} {
  const lines: ImportLine[] = [];
  const rest = text.replace(
    IMPORT,
    (_line, types: string | undefined, names: string, from: string) => {
      const all = names.split(",").map((name) => name.trim());
      lines.push({
        from,
        names: all.filter((name) => name !== ""),
        types: types !== undefined,
      });
      return "";
    },
  );
  // Removing the import lines can leave several consecutive blank lines.
  return { lines, rest: rest.replace(/\n{3,}/, "\n\n") };
}
