/** Members that are named where the type has none of that name. */
import { findMember, literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type { TypeNode } from "../model/types.js";

/** Members that `type` picks from a type that has no such member. */
export function missingMembers(
  type: TypeNode,
  declarations: Declarations,
): readonly string[] {
  if (type.kind === "pick")
    return type.keys.filter((key) => lacks(type.type, key, declarations));
  if (type.kind !== "indexed") return [];
  const key = literalOf(declarations, type.index);
  const object = resolveAlias(declarations, type.object);
  if (object.kind === "tuple" && typeof key === "number")
    return object.elements.some(({ rest }) => rest) || key in object.elements
      ? []
      : [String(key)];
  // `List["length"]` is nothing that a message holds.
  const list = object.kind === "array" || object.kind === "tuple";
  if (list && typeof key === "string") return /^\d+$/.test(key) ? [] : [key];
  return typeof key === "string" && lacks(type.object, key, declarations)
    ? [key]
    : [];
}

/** Only of a type that is known in full can it be said that it lacks a member. */
function lacks(
  type: TypeNode,
  key: string,
  declarations: Declarations,
): boolean {
  if (type.kind === "indexed") {
    // What may be absent has no members, as TypeScript sees it.
    const inner = literalOf(declarations, type.index);
    return (
      typeof inner === "string" &&
      findMember(declarations, type.object, inner)?.optional === true
    );
  }
  return (
    isClosed(type, declarations) && findMember(declarations, type, key) === null
  );
}

/** True for objects without index signatures, own or inherited. */
function isClosed(
  type: TypeNode,
  declarations: Declarations,
  seen: Set<string> = new Set(),
): boolean {
  const inner = resolveAlias(declarations, type);
  if (inner.kind === "object")
    return inner.members.every(({ kind }) => kind === "property");
  if (inner.kind !== "reference") return false;
  const found = declarations.get(inner.name);
  // What is being looked into by another way decides there.
  if (seen.has(inner.name)) return true;
  seen.add(inner.name);
  return (
    found?.kind === "interface" &&
    found.members.every(({ kind }) => kind === "property") &&
    found.extends.every((base) => isClosed(base, declarations, seen))
  );
}
