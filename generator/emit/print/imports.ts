/** Prints import and export lines in Prettier's format. */
import { fits } from "./layout.js";
import { quote } from "./syntax.js";

/**
 * Extension of relative imports. Deno, and Node.js with type stripping, need
 * `ts`.
 */
export type ImportExtension = "js" | "ts";

/** Names of one module that a generated file imports or re-exports. */
export interface ModuleNames {
  /**
   * Relative path without extension, or a module of a package, such as
   * `./types`.
   */
  readonly from: string;
  /** Names in the order of the line. An empty list prints no line. */
  readonly names: readonly string[];
  readonly types?: boolean;
  /** Whether `names` contains only the namespace of an `import * as` line. */
  readonly whole?: boolean;
}

/** Returns one line for each module with names. */
export function printModuleLines(
  keyword: "import" | "export",
  modules: readonly ModuleNames[],
  extension: ImportExtension,
): string {
  return modules
    .filter(({ names }) => names.length > 0)
    .map(({ from, names, types = false, whole = false }) => {
      const start = types ? `${keyword} type` : keyword;
      const module = printSpecifier(from, extension);
      return whole
        ? `${start} * as ${names.join()} from ${module};`
        : printModuleLine(start, names, module);
    })
    .join("\n");
}

/** Returns the quoted module specifier. */
export function printSpecifier(
  from: string,
  extension: ImportExtension,
): string {
  return quote(`${from}.${from.startsWith(".") ? extension : "js"}`);
}

/**
 * Returns `start { a, b } from "…";`, with one line for each name if they do
 * not fit on one line.
 */
function printModuleLine(
  start: string,
  names: readonly string[],
  module: string,
): string {
  const line = `${start} { ${names.join(", ")} } from ${module};`;
  return names.length === 1 || fits(line)
    ? line
    : `${start} {\n  ${names.join(",\n  ")},\n} from ${module};`;
}
