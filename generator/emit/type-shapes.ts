/** What Prettier asks of a type before it chooses a layout. */
import type { TypeNode } from "../model/types.js";
import { unreachable } from "../model/walk.js";

/** A name with type arguments: `Tool`, `Record<string, unknown>`. */
export interface ReferenceShape {
  readonly name: string;
  readonly arguments: readonly TypeNode[];
}

/** `type` as the reference that it is in source text, or null. */
export function asReference(type: TypeNode): ReferenceShape | null {
  switch (type.kind) {
    case "reference":
      return type;
    case "record":
      return { name: "Record", arguments: [type.key, type.value] };
    case "omit":
      return { name: "Omit", arguments: [type.type, keyUnion(type.keys)] };
    case "pick":
      return { name: "Pick", arguments: [type.type, keyUnion(type.keys)] };
    case "partial":
      return { name: "Partial", arguments: [type.type] };
    case "required":
      return { name: "Required", arguments: [type.type] };
    case "readonly":
      return { name: "Readonly", arguments: [type.type] };
    case "nonNullable":
      return { name: "NonNullable", arguments: [type.type] };
    case "exclude":
      return { name: "Exclude", arguments: [type.type, type.excluded] };
    case "extract":
      return { name: "Extract", arguments: [type.type, type.extracted] };
    case "primitive":
    case "literal":
    case "constant":
    case "array":
    case "tuple":
    case "object":
    case "union":
    case "intersection":
    case "indexed":
    case "keyof":
    case "template":
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
    case "template":
    case "object":
      return true;
    case "union":
      return hugs(type.types);
    default:
      return asReference(type)?.arguments.length === 0;
  }
}

function isObjectLike(type: TypeNode): boolean {
  return type.kind === "object" || asReference(type) !== null;
}

function isNull(type: TypeNode): boolean {
  return type.kind === "literal" && type.value === null;
}

/** `"a" | "b"`, as the second argument of `Omit` and `Pick`. */
function keyUnion(keys: readonly string[]): TypeNode {
  const types = keys.map((value) => ({ kind: "literal", value }) as const);
  const [only] = types;
  if (only === undefined) return { kind: "primitive", name: "never" };
  return types.length === 1 ? only : { kind: "union", types };
}
