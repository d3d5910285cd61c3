/** Reads the import lines at the top of a TypeScript file. */

/** One line: `import type { A, type B } from "./x.js";`. */
export interface ImportLine {
  /** Module specifier, as it is written. */
  readonly from: string;
  /** What is between the braces, such as `A`, `type B` or `C as D`. */
  readonly names: readonly string[];
  readonly types: boolean;
}

const IMPORT = /^import( type)? \{([^}]*)\} from "([^"]+)";\n/gm;

/** The import lines of a file as Prettier prints it, and the text without them. */
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
  // Import lines between blank lines leave one of these.
  return { lines, rest: rest.replace(/\n{3,}/, "\n\n") };
}
