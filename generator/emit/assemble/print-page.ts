/**
 * Prints generated modules. The import lines are derived from the names that
 * the selected declarations use.
 */
import type { Frame, ModulePage, UsedModule } from "../context.js";
import { printModuleLines, type ModuleNames } from "../print/imports.js";
import type { Piece } from "../print/pieces.js";
import { getOriginLookup, getRuntimeName } from "./origins.js";
import { getModuleName, getModuleIndex } from "./output-modules.js";
import { findRuntimeExport } from "./runtime-sources.js";

/**
 * Declarations and re-exports of a generated module that are written to the
 * file. All other declarations and re-exports are left out.
 */
export interface Selection {
  readonly pieces: ReadonlySet<Piece>;
  readonly reexports: readonly string[];
}

/**
 * Returns the text of a generated module.
 *
 * @param runtime Folder (relative to the module) or package that contains the
 *   runtime.
 * @param linked Set to which the function adds the names that the module
 *   imports from the runtime.
 */
export function printPage(
  page: ModulePage,
  { pieces, reexports }: Selection,
  { header, extension }: Frame,
  runtime: string,
  linked: Set<string>,
): string {
  const names = new Set([...pieces].flatMap(({ uses }) => [...uses]));
  const imports = getImports(page, names, runtime, linked);
  const lines = {
    header,
    imports: printModuleLines("import", imports, extension),
    reexports: printModuleLines(
      "export",
      getRuntimeImports(reexports, runtime, linked),
      extension,
    ),
  };
  return page.layOut(lines, (piece) => pieces.has(piece));
}

function getImports(
  page: ModulePage,
  used: ReadonlySet<string>,
  runtime: string,
  linked: Set<string>,
): ModuleNames[] {
  const findOrigin = getOriginLookup(page);
  const ofRuntime: string[] = [];
  const ofModules = new Map<UsedModule, string[]>(
    page.modules.map((module) => [module, []]),
  );
  for (const name of [...used].sort()) {
    const origin = findOrigin(name);
    if ("runtime" in origin) ofRuntime.push(name);
    if ("module" in origin) ofModules.get(origin.module)?.push(origin.name);
  }
  const lines = [...ofModules].map(([module, names]): ModuleNames => {
    const { from, as, types = false } = module;
    const isWhole = as !== undefined && names.length > 0;
    return isWhole
      ? { from, types, names: [as], whole: true }
      : { from, types, names };
  });
  return [...getRuntimeImports(ofRuntime, runtime, linked), ...lines];
}

/**
 * Returns the imports from the runtime, sorted by the module that exports the
 * names. For each module, the line that imports values precedes the line that
 * imports types.
 */
function getRuntimeImports(
  names: readonly string[],
  runtime: string,
  linked: Set<string>,
): ModuleNames[] {
  const lines = new Map<number, ModuleNames & { readonly names: string[] }>();
  for (const entry of new Set(names)) {
    const name = getRuntimeName(entry);
    linked.add(name);
    const { file, type } = findRuntimeExport(name);
    const types = type || entry.startsWith("type:");
    const rank = getModuleIndex(file.path);
    const key = 2 * rank + Number(types);
    const from = `${runtime}/${getModuleName(rank)}`;
    const line = lines.get(key) ?? { from, types, names: [] };
    lines.set(key, line);
    line.names.push(
      entry.includes("=") ? `${name} as ${entry.split("=")[1]}` : name,
    );
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}
