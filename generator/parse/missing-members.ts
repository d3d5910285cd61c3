/** Members that are named where the type has none of that name. */
import type { Declarations } from "../model/resolve.js";
import type { TypeNode } from "../model/types.js";
import { keysNamed, memberAt } from "./access.js";

/**
 * Members that `type` picks from a type that has no such member. What lists and
 * texts have of themselves, such as `length`, is nothing that a message holds.
 */
export function missingMembers(
  type: TypeNode,
  declarations: Declarations,
): readonly string[] {
  const lacks = (object: TypeNode, key: string): boolean =>
    memberAt(object, key, declarations) === "missing";
  if (type.kind === "pick")
    return type.keys.filter((key) => lacks(type.type, key));
  if (type.kind !== "indexed") return [];
  const keys = keysNamed(type.index, declarations) ?? [];
  return keys
    .filter((key) => lacks(type.object, key))
    .map((key) => key.replace(/^\[(.*)\]$/s, "$1"));
}
