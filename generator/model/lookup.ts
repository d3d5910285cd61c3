import { memoizeByObject } from "./util/memoize.js";
import type {
  Declaration,
  InterfaceDeclaration,
  AliasDeclaration,
  ProtocolModel,
  Source,
} from "./types.js";

/** All declarations by name; built once a model. */
export const declarationsByName = memoizeByObject(
  (model: ProtocolModel): ReadonlyMap<string, Declaration> =>
    new Map(model.declarations.map((d) => [d.name, d])),
);

/** The interface or alias called `name`, or undefined for constants too. */
export function findType(
  model: ProtocolModel,
  name: string,
): InterfaceDeclaration | AliasDeclaration | undefined {
  const found = declarationsByName(model).get(name);
  return found && found.kind !== "constant" ? found : undefined;
}

/** Where a declaration stands: in the file of the schema, or of its extension. */
export function sourceOf(
  { source, extensions = [] }: ProtocolModel,
  { extension }: Pick<Declaration, "extension">,
): Source {
  const own = extensions.find(({ identifier }) => identifier === extension);
  return own?.source ?? source;
}
