import type { Declaration, Member, TypeNode } from "./types.js";

/** Returns the types directly inside `type`, in source order. */
export function childTypes(type: TypeNode): readonly TypeNode[] {
  const found: TypeNode[] = [];
  mapChildren(type, (child) => {
    found.push(child);
    return child;
  });
  return found;
}

/** Returns the types directly inside a declaration, in source order. */
export function declarationTypes(declaration: Declaration): TypeNode[] {
  if (declaration.kind === "constant") return [];
  if (declaration.kind === "alias") return [declaration.type];
  const { extends: bases, members } = declaration;
  return [...bases, ...members.map(({ type }) => type)];
}

/**
 * Returns the path of a member, such as `Tool.annotations`,
 * `Result._meta["a/b"]` or `Down[string]`.
 */
export function memberPath(owner: string, name: string): string {
  if (name.startsWith("[")) return `${owner}${name}`;
  return /^[\w$]+$/.test(name)
    ? `${owner}.${name}`
    : `${owner}[${JSON.stringify(name)}]`;
}

/**
 * Returns the members of all object types inside a type, at any depth. Each
 * path starts with `owner`, the name of the declaration, as in
 * `Tool.annotations.title` or `List.items[].name`.
 */
export function membersInside(
  type: TypeNode,
  owner: string,
): { readonly path: string; readonly member: Member }[] {
  if (type.kind === "array") return membersInside(type.element, `${owner}[]`);
  if (type.kind !== "object")
    return childTypes(type).flatMap((child) => membersInside(child, owner));
  return type.members.flatMap((member) => {
    const path =
      member.kind === "index" ? `${owner}[]` : memberPath(owner, member.name);
    return [{ path, member }, ...membersInside(member.type, path)];
  });
}

/**
 * Calls `visit` for `type` and for every type inside it. Outer types are
 * visited before inner types.
 */
export function walkType(
  type: TypeNode,
  visit: (type: TypeNode) => void,
): void {
  visit(type);
  for (const child of childTypes(type)) walkType(child, visit);
}

/**
 * Returns the names of all declarations to which the types refer, including
 * constants.
 */
export function namesIn(types: readonly TypeNode[]): Set<string> {
  const names = new Set<string>();
  for (const type of types)
    walkType(type, (inner) => {
      if (inner.kind === "reference" || inner.kind === "constant")
        names.add(inner.name);
    });
  return names;
}

/**
 * Returns a copy of `type` in which each type directly inside it is replaced by
 * the result of `change`.
 */
export function mapChildren(
  type: TypeNode,
  change: (type: TypeNode) => TypeNode,
): TypeNode {
  switch (type.kind) {
    case "primitive":
    case "literal":
    case "constant":
    case "reference":
      return type;
    case "array":
      return { ...type, element: change(type.element) };
    case "record":
      return { ...type, key: change(type.key), value: change(type.value) };
    case "object":
      return {
        ...type,
        members: type.members.map((member) => ({
          ...member,
          type: change(member.type),
        })),
      };
    case "union":
    case "intersection":
      return { ...type, types: type.types.map(change) };
    case "omit":
    case "partial":
    case "nonNullable":
      return { ...type, type: change(type.type) };
    default:
      return unreachable(type);
  }
}

/**
 * Marks the default case of an exhaustive `switch`. If a case is missing, the
 * TypeScript compiler reports an error.
 */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
