import { mapChildren, memberPath } from "../walk.js";
import { createUniqueName, toPascalCase } from "../util/names.js";
import type { Declaration, Member, TypeNode } from "../types.js";

/** Function that returns a unique name for the inline type at a path. */
export type NameType = (path: string) => string;

/**
 * Returns a function that names inline types by their paths, as the validators
 * name their guard functions: `Tool.inputSchema` becomes `ToolInputSchema`. The
 * names of declarations are never used; a number makes other names unique.
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
  if (declaration.kind === "interface") {
    const { members, extends: bases } = declaration;
    return {
      ...declaration,
      extends: bases.map((base) => nameWithin(base, owner)),
      members: nameMembers(members, owner),
    };
  }
  if (declaration.kind === "constant") return declaration;
  const { type } = declaration;
  // The alias names the object type.
  return type.kind === "object"
    ? {
        ...declaration,
        type: { ...type, members: nameMembers(type.members, owner) },
      }
    : { ...declaration, type: nameWithin(type, owner) };

  function nameWithin(type: TypeNode, path: string): TypeNode {
    if (type.kind !== "object")
      return mapChildren(type, (child) => nameWithin(child, path));
    const { kind, members } = type;
    const isNamed = members.some((member) => member.kind === "property");
    const typeName = isNamed && { typeName: nameType(path) };
    return { kind, ...typeName, members: nameMembers(members, path) };
  }

  function nameMembers(members: readonly Member[], path: string): Member[] {
    return members.map((member) => {
      const inner =
        member.kind === "index" ? path : memberPath(path, member.name);
      return { ...member, type: nameWithin(member.type, inner) };
    });
  }
}
