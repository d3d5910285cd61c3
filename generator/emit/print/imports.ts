/** Prints lines that import and export, as Prettier does. */
import { fits } from "./layout.js";
import { quote } from "./syntax.js";

/** Extension of relative imports: `.ts` for Deno, and Node where it strips types. */
export type ImportExtension = "js" | "ts";

/** Names of one module that a generated file imports, or exports again. */
export interface ModuleNames {
  /** Relative path without extension, or module of a package: `./types`. */
  readonly from: string;
  /** Names in the order of the line; none imports nothing. */
  readonly names: readonly string[];
  readonly types?: boolean;
  /** Whether the only name is that of the whole module. */
  readonly whole?: boolean;
}

/** Returns a line for each module of which there are names. */
export function moduleLines(
  keyword: "import" | "export",
  modules: readonly ModuleNames[],
  extension: ImportExtension,
): string {
  return modules
    .filter(({ names }) => names.length > 0)
    .map(({ from, names, types = false, whole = false }) => {
      const start = types ? `${keyword} type` : keyword;
      const module = specifier(from, extension);
      return whole
        ? `${start} * as ${names.join()} from ${module};`
        : moduleLine(start, names, module);
    })
    .join("\n");
}

/** Returns the quoted specifier of a module. */
export function specifier(from: string, extension: ImportExtension): string {
  return quote(`${from}.${from.startsWith(".") ? extension : "js"}`);
}

/** `start { a, b } from "…";`, with a line for each name where they do not fit on one. */
function moduleLine(
  start: string,
  names: readonly string[],
  module: string,
): string {
  const line = `${start} { ${names.join(", ")} } from ${module};`;
  return names.length === 1 || fits(line)
    ? line
    : `${start} {\n  ${names.join(",\n  ")},\n} from ${module};`;
}
