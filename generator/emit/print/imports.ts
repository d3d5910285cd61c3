/** Prints import and export lines in Prettier's style. */
import { fits } from "./layout.js";
import { quote } from "./syntax.js";

/**
 * File extension in relative imports. Deno, and Node.js with type stripping,
 * need `ts`.
 */
export type ImportExtension = "js" | "ts";

/** Names of one module that a generated file imports or re-exports. */
export interface ModuleNames {
  /**
   * Specifier of the module without extension: a relative path such as
   * `./types`, or a path in a package.
   */
  readonly from: string;
  /**
   * Names in the order in which they are printed. If the list is empty, no line
   * is printed.
   */
  readonly names: readonly string[];
  readonly types?: boolean;
  /**
   * Whether a namespace is imported with `import * as`. `names` then contains
   * only the name of the namespace.
   */
  readonly whole?: boolean;
}

/** Returns one import or export line for each module that has names. */
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
 * Returns a line such as `import { a, b } from "…";`. If the line would be too
 * long, each name is printed on a separate line.
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
