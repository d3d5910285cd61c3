/** Intersections that are no one object, as the types that they come to. */
import { unionType } from "../build.js";
import { structureText } from "../identity/canonical.js";
import type { IntersectionType, LiteralValue, TypeNode } from "../types.js";
import { membersOf } from "./members.js";
import {
  alternativesOf,
  isAny,
  literalOf,
  resolveAlias,
  type Declarations,
} from "./resolve.js";

/** Thrown where a type has more values than can be written out. */
export class UnsupportedType extends Error {}

/** Two unions have so many pairs of members at most. */
const MAX_UNION_PAIRS = 10_000;

/**
 * The values that are of all: a union is intersected member by member. Objects
 * stay an intersection, which is merged where its members are asked for.
 */
export function intersect(
  declarations: Declarations,
  { types }: IntersectionType,
): TypeNode {
  return types.reduce((a, b) => {
    const left = partsOf(declarations, a);
    const right = partsOf(declarations, b);
    // `any & T` accepts what `T` does: a value has to be of both.
    if (hasAny(left) || includes(left, right)) return b;
    if (hasAny(right) || includes(right, left)) return a;
    if (left.size * right.size > MAX_UNION_PAIRS)
      throw new UnsupportedType("is an intersection of large unions");
    const pairs = [...left.values()].flatMap((one) =>
      [...right.values()].flatMap((other) =>
        intersectPair(declarations, one, other),
      ),
    );
    return unionType([...byText(pairs).values()]);
  });
}

type ByText = ReadonlyMap<string, TypeNode>;

/** What a type is one of; an intersection with a union is several. */
function partsOf(declarations: Declarations, type: TypeNode): ByText {
  const parts = alternativesOf(declarations, type).flatMap((part) => {
    const resolved = resolveAlias(declarations, part);
    if (resolved.kind === "primitive") return [resolved];
    return resolved.kind === "intersection" && !membersOf(declarations, part)
      ? alternativesOf(declarations, intersect(declarations, resolved))
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

/** The type of what is of both; none where nothing is. */
function intersectPair(
  declarations: Declarations,
  one: TypeNode,
  other: TypeNode,
): TypeNode[] {
  if (membersOf(declarations, one) && membersOf(declarations, other))
    return [{ kind: "intersection", types: [one, other] }];
  const a = resolveAlias(declarations, one);
  const b = resolveAlias(declarations, other);
  if (a.kind === "array" && b.kind === "array") {
    const types = [a.element, b.element];
    return [{ kind: "array", element: { kind: "intersection", types } }];
  }
  const [first, second] = [
    literalOf(declarations, a),
    literalOf(declarations, b),
  ];
  // `number & -32001`: a literal wins over its own primitive.
  if (first !== undefined)
    return first === second || isOf(first, b) ? [one] : [];
  return (second !== undefined && isOf(second, a)) ||
    structureText(a) === structureText(b)
    ? [other]
    : [];
}

function isOf(value: LiteralValue, type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === typeof value;
}
