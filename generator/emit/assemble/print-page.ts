/** Text of module pages: their import lines follow from the pieces that are written. */
import type { Frame, ModulePage, UsedModule } from "../context.js";
import { moduleLines, type ModuleNames } from "../print/imports.js";
import type { Piece } from "../print/pieces.js";
import { originsOf, runtimeName } from "./origins.js";
import { moduleName, outputModule } from "./output-modules.js";
import { runtimeExport } from "./runtime-sources.js";

/** What is written of a page. */
export interface Selection {
  readonly pieces: ReadonlySet<Piece>;
  readonly reexports: readonly string[];
}

/**
 * Returns the text of a page.
 *
 * @param runtime Where the runtime is, seen from the page: a folder or a package.
 */
export function printPage(
  page: ModulePage,
  { pieces, reexports }: Selection,
  { header, extension }: Frame,
  runtime: string,
): string {
  const imports = importsOf(page, pieces, runtime);
  const lines = {
    header,
    imports: moduleLines("import", imports, extension),
    reexports: moduleLines(
      "export",
      runtimeLines(reexports, runtime),
      extension,
    ),
  };
  return page.layOut(lines, (piece) => pieces.has(piece));
}

function importsOf(
  page: ModulePage,
  pieces: ReadonlySet<Piece>,
  runtime: string,
): ModuleNames[] {
  const originOf = originsOf(page);
  const ofRuntime = new Set<string>();
  const ofModules = new Map<UsedModule, Set<string>>();
  for (const { uses } of pieces)
    for (const name of uses) {
      const origin = originOf(name);
      if ("runtime" in origin) ofRuntime.add(name);
      if (!("module" in origin)) continue;
      const names = ofModules.get(origin.module) ?? new Set<string>();
      ofModules.set(origin.module, names.add(origin.name));
    }
  const lines = page.modules.map((module): ModuleNames => {
    const { from, as, types = false } = module;
    const names = [...(ofModules.get(module) ?? [])].sort();
    return as === undefined
      ? { from, types, names }
      : { from, types, names: names.length > 0 ? [as] : [], whole: true };
  });
  return [...runtimeLines([...ofRuntime].sort(), runtime), ...lines];
}

/** Names of the runtime by output module, values before types. */
function runtimeLines(
  names: readonly string[],
  runtime: string,
): ModuleNames[] {
  const lines = new Map<number, ModuleNames & { readonly names: string[] }>();
  for (const entry of new Set(names)) {
    const name = runtimeName(entry);
    const { file, type } = runtimeExport(name);
    const types = type || entry.startsWith("type:");
    const rank = outputModule(file.path);
    const key = 2 * rank + Number(types);
    const from = `${runtime}/${moduleName(rank)}`;
    const line = lines.get(key) ?? { from, types, names: [] };
    lines.set(key, line);
    line.names.push(
      entry.includes("=") ? `${name} as ${entry.split("=")[1]}` : name,
    );
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}
