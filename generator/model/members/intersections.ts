/** Simplifies intersections whose members are not all objects. */
import { unionType } from "../build.js";
import { structureText } from "../identity/canonical.js";
import type { IntersectionType, LiteralValue, TypeNode } from "../types.js";
import { getMembers } from "./members.js";
import {
  getAlternatives,
  isAny,
  getLiteral,
  resolveAlias,
  type Declarations,
} from "./resolve.js";

/**
 * Error for an intersection of large unions, which would result in too many
 * combinations.
 */
export class UnsupportedType extends Error {}

/**
 * Maximum number of combinations when two unions are intersected. Each type of
 * one union is combined with each type of the other.
 */
const MAX_UNION_PAIRS = 10_000;

/**
 * Returns the intersection of the types. If two of them are unions, each type
 * of one union is intersected with each type of the other. Intersections of
 * objects are kept, because their members are merged only on demand.
 */
export function intersect(
  declarations: Declarations,
  { types }: IntersectionType,
): TypeNode {
  return types.reduce((a, b) => {
    const left = getOperands(declarations, a);
    const right = getOperands(declarations, b);
    // `any & T` is simplified to `T`, because every value matches `any`. If one
    // union contains all types of the other, the smaller union is the result.
    if (hasAny(left) || includes(left, right)) return b;
    if (hasAny(right) || includes(right, left)) return a;
    if (left.size * right.size > MAX_UNION_PAIRS)
      throw new UnsupportedType("is an intersection of large unions");
    const pairs = [...left.values()].flatMap((type) =>
      [...right.values()].flatMap((other) =>
        intersectPair(declarations, type, other),
      ),
    );
    return unionType([...byText(pairs).values()]);
  });
}

type ByText = ReadonlyMap<string, TypeNode>;

/**
 * Returns a map of the types in a union. The key of a type is a text that is
 * equal for all types with the same structure. An intersection that contains a
 * union is first converted to a union.
 */
function getOperands(declarations: Declarations, type: TypeNode): ByText {
  const parts = getAlternatives(declarations, type).flatMap((part) => {
    const resolved = resolveAlias(declarations, part);
    if (resolved.kind === "primitive") return [resolved];
    return resolved.kind === "intersection" && !getMembers(declarations, part)
      ? getAlternatives(declarations, intersect(declarations, resolved))
      : [part];
  });
  return byText(parts);
}

function byText(types: readonly TypeNode[]): ByText {
  return new Map(types.map((type) => [structureText(type), type]));
}

function hasAny(types: ByText): boolean {
  return [...types.values()].some(isAny);
}

function includes(types: ByText, others: ByText): boolean {
  return [...others.keys()].every((text) => types.has(text));
}

/**
 * Returns the intersection of two types as a list with one item. The list is
 * empty if no value matches both types.
 */
function intersectPair(
  declarations: Declarations,
  type: TypeNode,
  other: TypeNode,
): TypeNode[] {
  if (getMembers(declarations, type) && getMembers(declarations, other))
    return [{ kind: "intersection", types: [type, other] }];
  const a = resolveAlias(declarations, type);
  const b = resolveAlias(declarations, other);
  if (a.kind === "array" && b.kind === "array") {
    const types = [a.element, b.element];
    return [{ kind: "array", element: { kind: "intersection", types } }];
  }
  const [first, second] = [
    getLiteral(declarations, a),
    getLiteral(declarations, b),
  ];
  // `number & -32001` is the literal `-32001`: the intersection of a literal
  // with its primitive type is the literal.
  if (first !== undefined)
    return first === second || isPrimitiveValue(first, b) ? [type] : [];
  return (second !== undefined && isPrimitiveValue(second, a)) ||
    structureText(a) === structureText(b)
    ? [other]
    : [];
}

function isPrimitiveValue(value: LiteralValue, type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === typeof value;
}
