/** The lines that import and export, as Prettier prints them. */
import { roomOf, roomRank } from "../link/graph.js";
import { fits } from "./layout.js";
import { quote } from "./syntax.js";

/** Names of one module that a generated file imports or passes on. */
export interface ModuleNames {
  readonly from: string;
  readonly names: readonly string[];
  readonly types?: boolean;
  /** Folder or package of the runtime, whose room of the name is imported then. */
  readonly runtime?: string | undefined;
  /** Whether the name, of which there is one, is that of the whole module. */
  readonly whole?: boolean;
}

/** Modules, each behind a condition where not all revisions have it. */
export type Modules = readonly (ModuleNames | false)[];

/** How names of the runtime's modules, such as `http/listen`, are listed. */
export function fromRuntime(runtime: string): {
  values(module: string, ...names: string[]): ModuleNames;
  types(module: string, ...names: string[]): ModuleNames;
} {
  return {
    values: (from, ...names) => ({ from, names, runtime }),
    types: (from, ...names) => ({ from, names, runtime, types: true }),
  };
}

/** `import { … } from "…";`, one a module, names in the order given. */
export function importModules(modules: Modules): string {
  return moduleLines("import", modules);
}

/** `export { … } from "…";` */
export function exportModules(modules: Modules): string {
  return moduleLines("export", modules);
}

function moduleLines(keyword: "import" | "export", modules: Modules): string {
  return byRoom(modules.filter((one) => one !== false))
    .map(({ from, names, types = false, whole = false }) => {
      const start = types ? `${keyword} type` : keyword;
      return whole
        ? `${start} * as ${names.join()} from ${quote(from)};`
        : moduleLine(start, names, from);
    })
    .join("\n");
}

/** Names of the runtime by the room that has them, and one entry a module. */
function byRoom(modules: readonly ModuleNames[]): ModuleNames[] {
  const merged = new Map<string, ModuleNames>();
  for (const { from, names, runtime, types = false, whole = false } of modules)
    for (const name of names) {
      const file = runtime ? `${runtime}/${roomOf(name)}.js` : from;
      const key = `${types} ${whole} ${file}`;
      const others = merged.get(key)?.names ?? [];
      if (!others.includes(name))
        merged.set(key, {
          from: file,
          names: [...others, name],
          runtime,
          types,
          whole,
        });
    }
  const rank = ({ from, runtime }: ModuleNames): number =>
    runtime === undefined ? -1 : roomRank(from);
  return [...merged.values()].sort((a, b) => rank(a) - rank(b));
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

/** `import type { A, B } from "../types/types.js";`, sorted; empty without a name. */
export function importTypes(names: Iterable<string>): string {
  const sorted = [...new Set(names)].sort();
  return importModules([{ from: "./types.js", names: sorted, types: true }]);
}
