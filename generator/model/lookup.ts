import { memoizeByObject } from "./util/memoize.js";
import type {
  Declaration,
  InterfaceDeclaration,
  AliasDeclaration,
  ProtocolModel,
  Source,
} from "./types.js";

/** Returns a map from the name of each item to the item. */
export function mapByName<T extends { readonly name: string }>(
  items: readonly T[],
): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Returns items sorted by their names. */
export function sortByName<T extends { readonly name: string }>(
  items: readonly T[],
): T[] {
  return [...items].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns a map from the name of each declaration to the declaration. The map
 * is built once per model.
 */
export const declarationsByName = memoizeByObject(
  ({ declarations }: ProtocolModel): ReadonlyMap<string, Declaration> =>
    mapByName(declarations),
);

/**
 * Returns the interface or type alias called `name`. Returns undefined for
 * constants and unknown names.
 */
export function findType(
  model: ProtocolModel,
  name: string,
): InterfaceDeclaration | AliasDeclaration | undefined {
  const found = declarationsByName(model).get(name);
  return found && found.kind !== "constant" ? found : undefined;
}

/**
 * Returns the schema file that contains a declaration: the file of the
 * revision, or the file of the extension that declares it.
 */
export function getSource(
  { source, extensions = [] }: ProtocolModel,
  { extension }: Pick<Declaration, "extension">,
): Source {
  const own = extensions.find(({ identifier }) => identifier === extension);
  return own?.source ?? source;
}

/**
 * Returns the name of the extension, revision or schema file that declares a
 * type, constant or method.
 */
export function getOwnerName(
  { source }: ProtocolModel,
  { extension }: Pick<Declaration, "extension">,
): string {
  return extension ?? source.revision ?? source.file;
}
