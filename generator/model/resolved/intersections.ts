/** `A & B`: what is of both. */
import { structureText } from "../identity/canonical.js";
import { resolved, unionMembers } from "./unions.js";
import {
  NEVER,
  unionOf,
  UnsupportedType,
  type ArrayShape,
  type IndexShape,
  type NumberShape,
  type ObjectShape,
  type PropertyShape,
  type Resolve,
  type Shape,
  type StringShape,
} from "./shape.js";

/** The object that `shape` names or intersects, or null when it is none. */
export function asObject(shape: Shape, resolve: Resolve): ObjectShape | null {
  switch (shape.kind) {
    case "object":
      return shape;
    case "named":
      return asObject(resolve(shape.name), resolve);
    case "intersection": {
      const members = shape.members.map((member) => asObject(member, resolve));
      return members.every((member) => member !== null)
        ? members.reduce((a, b) => mergeObjects(a, b, resolve))
        : null;
    }
    default:
      return null;
  }
}

/** `A & B` as one object. */
function mergeObjects(
  a: ObjectShape,
  b: ObjectShape,
  resolve: Resolve,
): ObjectShape {
  const inB = propertiesByName(b);
  const inA = propertiesByName(a);
  const both = (one: Shape, other: Shape | undefined): Shape =>
    other ? intersect(one, other, resolve) : one;
  const under = (property: PropertyShape, index: IndexShape | null) => ({
    ...property,
    shape: both(property.shape, index?.shape),
  });
  return {
    kind: "object",
    properties: [
      ...a.properties.map((property) => {
        const other = inB.get(property.name);
        if (!other) return under(property, b.index);
        const { doc } = other;
        return {
          name: property.name,
          shape: both(property.shape, other.shape),
          optional: property.optional && other.optional,
          doc: doc.text || doc.tags.length > 0 ? doc : property.doc,
        };
      }),
      ...b.properties
        .filter(({ name }) => !inA.has(name))
        .map((property) => under(property, a.index)),
    ],
    index:
      a.index && b.index
        ? { ...a.index, shape: both(a.index.shape, b.index.shape) }
        : (a.index ?? b.index),
    origin: "literal",
  };
}

/** The properties of an object by name. */
export function propertiesByName(
  object: ObjectShape,
): Map<string, PropertyShape> {
  return new Map(
    object.properties.map((property) => [property.name, property]),
  );
}

/** Two unions have so many pairs of members at most. */
const MAX_UNION_PAIRS = 10_000;

/**
 * The values that are of both. Objects stay an intersection, which is merged
 * where its members are asked for; a union is intersected member by member.
 */
function intersect(a: Shape, b: Shape, resolve: Resolve): Shape {
  const left = byText(unionMembers(a, resolve));
  const right = byText(unionMembers(b, resolve));
  // `any & T` accepts what `T` does: a value has to be of both.
  if (hasAny(left) || includes(left, right)) return b;
  if (hasAny(right) || includes(right, left)) return a;
  if (left.size * right.size > MAX_UNION_PAIRS)
    throw new UnsupportedType("is an intersection of large unions");
  const pairs = [...left.values()].flatMap((one) =>
    [...right.values()].map((other) => intersectPair(one, other, resolve)),
  );
  const possible = pairs.filter(({ kind }) => kind !== "never");
  return unionOf([...byText(possible).values()]);
}

/** An intersection that is no object, resolved. */
export function intersectAll(
  { members }: Extract<Shape, { kind: "intersection" }>,
  resolve: Resolve,
): Shape {
  return members.reduce((a, b) => intersect(a, b, resolve));
}

type ByText = ReadonlyMap<string, Shape>;

function byText(members: readonly Shape[]): ByText {
  return new Map(members.map((member) => [structureText(member), member]));
}

function hasAny(members: ByText): boolean {
  return [...members.values()].some(({ kind }) => kind === "any");
}

function includes(members: ByText, others: ByText): boolean {
  return [...others.keys()].every((text) => members.has(text));
}

function intersectPair(one: Shape, other: Shape, resolve: Resolve): Shape {
  if (asObject(one, resolve) && asObject(other, resolve))
    return { kind: "intersection", members: [one, other] };
  const [a, b] = [resolved(one, resolve), resolved(other, resolve)];
  // `number & -32001`: a literal wins over its own primitive.
  if (isLiteralOf(a, b)) return a;
  if (isLiteralOf(b, a)) return b;
  if (a.kind === "string" && b.kind === "string") return narrowest(a, b);
  if (a.kind === "number" && b.kind === "number") return narrowest(a, b);
  if (a.kind === "array" && b.kind === "array")
    return {
      ...narrowest(a, b),
      element: intersect(a.element, b.element, resolve),
    };
  return structureText(a) === structureText(b) ? a : NEVER;
}

function isLiteralOf(literal: Shape, primitive: Shape): boolean {
  return (
    literal.kind === "literal" &&
    literal.value !== null &&
    typeof literal.value === primitive.kind
  );
}

/** Which of two limits is the narrower. */
const NARROWER = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

type Limits = { readonly [name in keyof typeof NARROWER]?: number } & {
  readonly patterns?: readonly string[];
  readonly integer?: boolean;
};

/** What is within the limits of both. */
function narrowest<T extends StringShape | NumberShape | ArrayShape>(
  a: T & Limits,
  b: T & Limits,
): T {
  const limits: Record<string, unknown> = {};
  for (const name of Object.keys(NARROWER) as (keyof typeof NARROWER)[])
    if (a[name] !== undefined && b[name] !== undefined)
      limits[name] = NARROWER[name](a[name], b[name]);
  if (a.patterns && b.patterns)
    limits.patterns = [...a.patterns, ...b.patterns];
  if (a.integer) limits.integer = true;
  return { ...a, ...b, ...limits };
}
