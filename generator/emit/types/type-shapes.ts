/** What Prettier asks of a type before it chooses a layout. */
import { literalUnion } from "../../model/build.js";
import type { TypeNode } from "../../model/types.js";
import { unreachable } from "../../model/walk.js";

/** A name with type arguments: `Tool`, `Record<string, unknown>`. */
export interface PrintedReference {
  readonly name: string;
  readonly arguments: readonly TypeNode[];
}

/** `type` as the reference that it is in source text, or null. */
export function asReference(type: TypeNode): PrintedReference | null {
  switch (type.kind) {
    case "reference":
      return { name: type.name, arguments: [] };
    case "record":
      return { name: "Record", arguments: [type.key, type.value] };
    case "omit":
      return {
        name: "Omit",
        arguments: [
          type.type,
          type.keys.length === 0
            ? { kind: "primitive", name: "never" }
            : literalUnion(type.keys),
        ],
      };
    case "partial":
      return { name: "Partial", arguments: [type.type] };
    case "nonNullable":
      return { name: "NonNullable", arguments: [type.type] };
    case "primitive":
    case "literal":
    case "constant":
    case "array":
    case "object":
    case "union":
    case "intersection":
      return null;
    default:
      return unreachable(type);
  }
}

/** True for a union that never breaks at its bars: `Tool | null`. */
export function hugs(types: readonly TypeNode[]): boolean {
  const objects = types.filter(isObjectLike);
  return (
    objects.length === 1 && types.filter(isNull).length === types.length - 1
  );
}

/** True for an only argument that stands right behind its `<`. */
export function isHugged(type: TypeNode): boolean {
  switch (type.kind) {
    case "primitive":
    case "literal":
    case "object":
    case "reference":
      return true;
    case "union":
      return hugs(type.types);
    default:
      return false;
  }
}

function isObjectLike(type: TypeNode): boolean {
  return type.kind === "object" || asReference(type) !== null;
}

function isNull(type: TypeNode): boolean {
  return type.kind === "literal" && type.value === null;
}
