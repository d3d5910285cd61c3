/** The lines that import and export, as Prettier prints them. */
import { moduleName, outputModule, OUTPUT_MODULES } from "../assemble/output-modules.js";
import { runtimeExport } from "../assemble/runtime-sources.js";
import { fits } from "./layout.js";
import { quote } from "./syntax.js";

/** Names of one module that a generated file imports or passes on. */
export interface ModuleNames {
  readonly from: string;
  readonly names: readonly string[];
  readonly types?: boolean;
  /** Whether the name, of which there is one, is that of the whole module. */
  readonly whole?: boolean;
}

/** `import { … } from "…";`, one a module, names in the order given. */
export function moduleLines(
  keyword: "import" | "export",
  modules: readonly ModuleNames[],
): string {
  return modules
    .filter(({ names }) => names.length > 0)
    .map(({ from, names, types = false, whole = false }) => {
      const start = types ? `${keyword} type` : keyword;
      return whole
        ? `${start} * as ${names.join()} from ${quote(from)};`
        : moduleLine(start, names, from);
    })
    .join("\n");
}

/**
 * Names of the runtime by the file that has them, in the order of its files.
 * `type:X` takes a class as a type alone, and `X=Y` calls it Y.
 */
export function runtimeModules(
  runtime: string,
  names: Iterable<string>,
): ModuleNames[] {
  const modules = new Map<string, ModuleNames & { readonly names: string[] }>();
  for (const entry of new Set(names)) {
    const [name = "", as] = entry.replace(/^type:/, "").split("=");
    const types = entry.startsWith("type:") || runtimeExport(name).type;
    const from = `${runtime}/${moduleName(outputModule(runtimeExport(name).file.path))}.js`;
    const key = `${types} ${from}`;
    const module = modules.get(key) ?? { from, names: [], types };
    module.names.push(as === undefined ? name : `${name} as ${as}`);
    modules.set(key, module);
  }
  return [...modules.values()].sort(
    (a, b) => rank(a.from) - rank(b.from),
  );
}

/**
 * `start { a, b } from "…";`, or with a line for each of several names that do
 * not fit on one.
 */
export function moduleLine(
  start: string,
  names: readonly string[],
  from: string,
): string {
  const line = `${start} { ${names.join(", ")} } from ${quote(from)};`;
  return names.length === 1 || fits(line)
    ? line
    : `${start} {\n  ${names.join(",\n  ")},\n} from ${quote(from)};`;
}

/** `import type { A, B } from "./types.js";`, sorted; empty without a name. */
export function importTypes(names: Iterable<string>): string {
  const sorted = [...new Set(names)].sort();
  return moduleLines("import", [
    { from: "./types.js", names: sorted, types: true },
  ]);
}

function rank(file: string): number {
  return OUTPUT_MODULES.findIndex(([name]) => file.endsWith(`/${name}.js`));
}
