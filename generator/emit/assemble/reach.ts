/**
 * Tree shaking of generated modules: selects the declarations and re-exports
 * that other files use. All other declarations and re-exports are left out of
 * the output.
 */
import { posix } from "node:path";
import type { ModulePage, OutputFile } from "../context.js";
import type { Piece } from "../print/pieces.js";
import { getExportedName, getOriginLookup } from "./origins.js";
import type { Selection } from "./print-page.js";
import { readImports } from "./read-imports.js";

interface Reached extends Selection {
  readonly page: ModulePage;
  readonly pieces: Set<Piece>;
  readonly reexports: string[];
}

/** Path of a generated module, and a name that is imported from it. */
export type ImportedName = readonly [path: string, name: string];

/**
 * Returns the used declarations and re-exports of each generated module. The
 * search starts at the modules for which `isWhole` returns true, and at the
 * names in `imported`. Unused modules are left out.
 *
 * @param pages Generated modules by the path of their file.
 */
export function selectReachedPages(
  pages: ReadonlyMap<string, ModulePage>,
  isWhole: (path: string) => boolean,
  imported: readonly ImportedName[],
): Map<string, Selection> {
  const reached = new Map(
    [...pages].map(([path, page]): [string, Reached] => [
      path,
      { page, pieces: new Set(), reexports: [] },
    ]),
  );
  const reach = (path: string, name: string): void => {
    const module = reached.get(path);
    if (!module) return;
    const { page, reexports } = module;
    const origin = getOriginLookup(page)(name);
    if ("piece" in origin) add(path, origin.piece);
    const entry = page.reexports.find(
      (reexport) => getExportedName(reexport) === name,
    );
    if (entry !== undefined && !reexports.includes(entry))
      reexports.push(entry);
  };
  const add = (path: string, piece: Piece): void => {
    const module = reached.get(path);
    if (!module || module.pieces.has(piece)) return;
    module.pieces.add(piece);
    const findOrigin = getOriginLookup(module.page);
    for (const name of piece.uses) {
      const origin = findOrigin(name);
      if ("piece" in origin) add(path, origin.piece);
      if ("module" in origin)
        reach(resolveSpecifier(path, `${origin.module.from}.ts`), origin.name);
    }
  };
  for (const [path, { page, reexports }] of reached)
    if (isWhole(path)) {
      reexports.push(...page.reexports);
      for (const piece of page.pieces) if (piece.root) add(path, piece);
    }
  for (const [path, name] of imported) reach(path, name);
  return new Map(
    [...reached].filter(
      ([, { pieces, reexports }]) => pieces.size + reexports.length > 0,
    ),
  );
}

/**
 * Returns the declarations with the given names from a generated module. Also
 * returns the declarations in the same module on which they depend. The
 * declarations keep their order.
 */
export function selectReachedPieces(
  page: ModulePage,
  names: readonly string[],
): Piece[] {
  const imported = names.map((name) => [page.path, name] as const);
  const pages = new Map([[page.path, page]]);
  const reached = selectReachedPages(pages, () => false, imported).get(
    page.path,
  );
  return page.pieces.filter((piece) => reached?.pieces.has(piece));
}

/**
 * Returns the names that the given files import, each with the path of the
 * imported file.
 */
export function readImportedNames(
  files: readonly OutputFile[],
): ImportedName[] {
  return files.flatMap(({ path, text }) =>
    readImports(text).lines.flatMap(({ from, names }) =>
      names.map((name): ImportedName => [
        resolveSpecifier(path, from).replace(/\.js$/, ".ts"),
        name.replace(/^type | as .*$/g, ""),
      ]),
    ),
  );
}

function resolveSpecifier(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}
