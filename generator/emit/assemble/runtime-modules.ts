/**
 * Creates the runtime modules of the output. They contain only those source
 * files of the runtime that the generated code needs.
 */
import type { OutputFile } from "../context.js";
import {
  printModuleLines,
  type ImportExtension,
  type ModuleNames,
} from "../print/imports.js";
import {
  getModuleName,
  OUTPUT_MODULES,
  getModuleIndex,
} from "./output-modules.js";
import {
  findRuntimeExport,
  getRuntimeSources,
  type RuntimeSource,
} from "./runtime-sources.js";

/**
 * Returns the runtime modules of the output. They contain the source files that
 * export `names`, and all files that those source files import directly or
 * indirectly, including type imports.
 *
 * @throws Error if the runtime does not export a name.
 */
export function createRuntimeModules(
  names: Iterable<string>,
  extension: ImportExtension = "js",
): OutputFile[] {
  const reached = new Set<RuntimeSource>();
  for (const name of names) reached.add(findRuntimeExport(name).file);
  for (const file of reached)
    for (const { from } of file.imports) reached.add(getSource(from));
  return createModules(reached, extension);
}

/** Returns runtime modules that contain all source files of the runtime. */
export function createWholeRuntime(): OutputFile[] {
  return createModules(new Set(getRuntimeSources().values()), "js");
}

function getSource(path: string): RuntimeSource {
  const file = getRuntimeSources().get(path);
  if (!file) throw new Error(`The runtime has no file ${path}.`);
  return file;
}

function createModules(
  reached: ReadonlySet<RuntimeSource>,
  extension: ImportExtension,
): OutputFile[] {
  const byModule = OUTPUT_MODULES.map((): RuntimeSource[] => []);
  for (const file of reached) byModule[getModuleIndex(file.path)]?.push(file);
  return byModule.flatMap((files, rank) => {
    if (files.length === 0) return [];
    const parts = sortByDependency(files).map(
      ({ path, text }) => `// ${path}\n\n${text}`,
    );
    const lines = mergeImports(rank, files);
    const imports = printModuleLines("import", lines, extension);
    const text = [imports, ...parts].filter(Boolean).join("\n\n");
    return [{ path: `runtime/${getModuleName(rank)}.ts`, text: `${text}\n` }];
  });
}

/**
 * Sorts files so that each file follows the files from which it imports values.
 * The imports of values must have no cycle. Files that do not depend on each
 * other are in reverse alphabetical order, which compresses better. Files named
 * `constants.ts` come first, because bundlers inline only constants at the start
 * of a module.
 */
function sortByDependency(files: readonly RuntimeSource[]): RuntimeSource[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Set<RuntimeSource>();
  const place = (path: string): void => {
    const file = byPath.get(path);
    if (!file) return;
    for (const { from, types } of file.imports.toReversed())
      if (!types) place(from);
    order.add(file);
  };
  const paths = [...byPath.keys()].sort().reverse();
  for (const path of paths) if (path.endsWith("/constants.ts")) place(path);
  for (const path of paths) place(path);
  return [...order];
}

/**
 * Merges the imports of all source files that are bundled into one runtime
 * module. Only imports from other runtime modules are kept.
 */
function mergeImports(
  own: number,
  files: readonly RuntimeSource[],
): ModuleNames[] {
  const values = new Map<number, Set<string>>();
  const types = new Map<number, Set<string>>();
  for (const { imports } of files)
    for (const line of imports) {
      const rank = getModuleIndex(line.from);
      if (rank === own) continue;
      for (const name of line.names) {
        const isType = line.types || name.startsWith("type ");
        const all = isType ? types : values;
        if (!all.has(rank)) all.set(rank, new Set());
        all.get(rank)?.add(name.replace("type ", ""));
      }
    }
  const lines = (
    all: ReadonlyMap<number, ReadonlySet<string>>,
    isTypes: boolean,
  ): ModuleNames[] =>
    [...all]
      .sort(([a], [b]) => a - b)
      .map(([rank, names]) => ({
        from: `./${getModuleName(rank)}`,
        types: isTypes,
        names: [...names]
          .filter((name) => !isTypes || !values.get(rank)?.has(name))
          .sort(),
      }));
  return [...lines(values, false), ...lines(types, true)];
}
