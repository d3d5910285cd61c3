import type { Member, TypeNode } from "./types.js";
import { unreachable } from "./walk.js";

/** `type` with `change` applied to each type directly inside it. */
export function mapChildren(
  type: TypeNode,
  change: (type: TypeNode) => TypeNode,
): TypeNode {
  switch (type.kind) {
    case "primitive":
    case "literal":
    case "constant":
      return type;
    case "reference":
      return { ...type, arguments: type.arguments.map(change) };
    case "array":
      return { ...type, element: change(type.element) };
    case "tuple":
      return {
        ...type,
        elements: type.elements.map((e) => ({ ...e, type: change(e.type) })),
      };
    case "record":
      return { ...type, key: change(type.key), value: change(type.value) };
    case "object":
      return { ...type, members: mapMembers(type.members, change) };
    case "union":
    case "intersection":
      return { ...type, types: type.types.map(change) };
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
    case "keyof":
      return { ...type, type: change(type.type) };
    case "exclude":
      return {
        ...type,
        type: change(type.type),
        excluded: change(type.excluded),
      };
    case "extract":
      return {
        ...type,
        type: change(type.type),
        extracted: change(type.extracted),
      };
    case "indexed":
      return {
        ...type,
        object: change(type.object),
        index: change(type.index),
      };
    case "template":
      return {
        ...type,
        spans: type.spans.map((s) => ({ ...s, type: change(s.type) })),
      };
    default:
      return unreachable(type);
  }
}

/** `members` with `change` applied to the types of each. */
function mapMembers(
  members: readonly Member[],
  change: (type: TypeNode) => TypeNode,
): readonly Member[] {
  return members.map((member) =>
    member.kind === "index"
      ? { ...member, key: change(member.key), type: change(member.type) }
      : { ...member, type: change(member.type) },
  );
}
