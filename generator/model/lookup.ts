import type {
  Declaration,
  InterfaceDeclaration,
  AliasDeclaration,
  ConstantDeclaration,
  ProtocolModel,
} from "./types.js";

const indexes = new WeakMap<ProtocolModel, ReadonlyMap<string, Declaration>>();

/** All declarations by name; built once a model. */
export function declarationsByName(
  model: ProtocolModel,
): ReadonlyMap<string, Declaration> {
  let index = indexes.get(model);
  if (!index) {
    index = new Map(model.declarations.map((d) => [d.name, d]));
    indexes.set(model, index);
  }
  return index;
}

/** The declaration called `name`, or undefined. */
export function findDeclaration(
  model: ProtocolModel,
  name: string,
): Declaration | undefined {
  return declarationsByName(model).get(name);
}

/** The interface or alias called `name`, or undefined for constants too. */
export function findType(
  model: ProtocolModel,
  name: string,
): InterfaceDeclaration | AliasDeclaration | undefined {
  const found = findDeclaration(model, name);
  return found && found.kind !== "constant" ? found : undefined;
}

/** The constant called `name`, or undefined. */
export function findConstant(
  model: ProtocolModel,
  name: string,
): ConstantDeclaration | undefined {
  const found = findDeclaration(model, name);
  return found?.kind === "constant" ? found : undefined;
}
