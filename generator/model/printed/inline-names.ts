import { mapChildren, memberPath } from "../walk.js";
import { createUniqueName, toPascalCase } from "../util/names.js";
import type { Declaration, Member, TypeNode } from "../types.js";

/** Function that returns a unique name for the inline type at a path. */
export type NameType = (path: string) => string;

/**
 * Returns a function that creates the name of an inline type from its path:
 * `Tool.inputSchema` becomes `ToolInputSchema`. The names of guard functions in
 * the validators follow the same rule. If a declaration or another inline type
 * already has the name, a number is appended.
 */
export function createTypeNamer(
  declarations: readonly Declaration[],
): NameType {
  const taken = new Set(declarations.map(({ name }) => name));
  return (path) => createUniqueName(toPascalCase(path), taken);
}

/** Returns the declaration with a name for each inline object type. */
export function nameInlineTypes(
  declaration: Declaration,
  nameType: NameType,
): Declaration {
  const { name: owner } = declaration;
  const inner = (type: TypeNode) => nameWithin(type, owner, nameType);
  if (declaration.kind === "interface") {
    const { members, extends: bases } = declaration;
    return {
      ...declaration,
      extends: bases.map(inner),
      members: nameMembers(members, owner, nameType),
    };
  }
  if (declaration.kind === "constant") return declaration;
  const { type } = declaration;
  if (type.kind !== "object") return { ...declaration, type: inner(type) };
  // This object type needs no other name, because it has the name of the alias.
  const members = nameMembers(type.members, owner, nameType);
  return { ...declaration, type: { ...type, members } };
}

/**
 * Returns a copy of a type in which all object types with properties have
 * names. Existing names are kept.
 */
export function nameWithin(
  type: TypeNode,
  path: string,
  nameType: NameType,
): TypeNode {
  if (type.kind !== "object")
    return mapChildren(type, (child) => nameWithin(child, path, nameType));
  const { kind, members, typeName } = type;
  if (typeName !== undefined) return type;
  const isNamed = members.some((member) => member.kind === "property");
  return {
    kind,
    ...(isNamed && { typeName: nameType(path) }),
    members: nameMembers(members, path, nameType),
  };
}

function nameMembers(
  members: readonly Member[],
  path: string,
  nameType: NameType,
): Member[] {
  return members.map((member) => {
    const inner =
      member.kind === "index" ? path : memberPath(path, member.name);
    return { ...member, type: nameWithin(member.type, inner, nameType) };
  });
}
