/** Object shapes: merging, and what an indexed access finds in them. */
import {
  sameShape,
  ANY,
  NEVER,
  UNDEFINED,
  unionOf,
  type IndexShape,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from "./shape.js";
import { unreachable } from "./walk.js";

/** What a name comes to. */
export type Resolve = (name: string) => Shape;

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
        ? members.reduce(mergeObjects)
        : null;
    }
    default:
      return null;
  }
}

/** `A & B` as one object. */
export function mergeObjects(a: ObjectShape, b: ObjectShape): ObjectShape {
  const inB = propertiesByName(b);
  const inA = propertiesByName(a);
  const indexes = [...a.indexes, ...b.indexes];
  return {
    kind: "object",
    properties: [
      ...a.properties.map((property) => {
        const other = inB.get(property.name);
        return other
          ? intersectProperties(property, other)
          : underIndexes(property, b.indexes);
      }),
      ...b.properties
        .filter(({ name }) => !inA.has(name))
        .map((property) => underIndexes(property, a.indexes)),
    ],
    indexes,
    origin: "literal",
  };
}

/** `interface X extends base { … }`: own members take the place of the base's. */
export function extendObject(base: ObjectShape, own: ObjectShape): ObjectShape {
  const ownNames = propertiesByName(own);
  const baseNames = propertiesByName(base);
  return {
    kind: "object",
    properties: [
      ...base.properties.map((p) => ownNames.get(p.name) ?? p),
      ...own.properties.filter(({ name }) => !baseNames.has(name)),
    ],
    indexes:
      own.indexes.length > 0
        ? own.indexes
        : base.indexes.map((index) => ({ ...index, inherited: true })),
    origin: own.origin,
  };
}

/** `A & B`, shortened where one of them says it all. */
function intersect(a: Shape, b: Shape): Shape {
  // A value is held against both, so that `any` says nothing here.
  if (a.kind === "any" || isMember(b, a)) return b;
  if (b.kind === "any" || isMember(a, b)) return a;
  return { kind: "intersection", members: [a, b] };
}

/** True when `shape` is `of`, or one of its members. */
function isMember(shape: Shape, of: Shape): boolean {
  return of.kind === "union"
    ? of.members.some((member) => isMember(shape, member))
    : sameShape(shape, of);
}

function intersectProperties(
  a: PropertyShape,
  b: PropertyShape,
): PropertyShape {
  return {
    name: a.name,
    shape: intersect(a.shape, b.shape),
    optional: a.optional && b.optional,
    doc: b.doc.text || b.doc.tags.length > 0 ? b.doc : a.doc,
  };
}

function underIndexes(
  property: PropertyShape,
  indexes: readonly IndexShape[],
): PropertyShape {
  const shape = indexes
    .filter((index) => matchesIndex(index, property.name))
    .reduce((inner, index) => intersect(inner, index.shape), property.shape);
  return { ...property, shape };
}

/** True when an index signature speaks of the key `name`. */
export function matchesIndex(index: IndexShape, name: string): boolean {
  return index.pattern === null || new RegExp(index.pattern, "u").test(name);
}

/** `T["key"]`, `T[number]` */
export function indexedBy(shape: Shape, index: Shape, resolve: Resolve): Shape {
  if (index.kind === "named")
    return indexedBy(shape, resolve(index.name), resolve);
  if (index.kind === "union")
    return unionOf(index.members.map((m) => indexedBy(shape, m, resolve)));
  if (shape.kind === "named")
    return indexedBy(resolve(shape.name), index, resolve);
  if (shape.kind === "union")
    return unionOf(shape.members.map((m) => indexedBy(m, index, resolve)));
  if (shape.kind === "array") return shape.element;
  if (shape.kind === "tuple") return elementOf(shape, index);
  if (shape.kind === "any") return ANY;
  const object = asObject(shape, resolve);
  if (!object) return NEVER;
  const key = index.kind === "literal" ? String(index.value) : null;
  const property = object.properties.find(({ name }) => name === key);
  if (property) {
    return property.optional
      ? unionOf([property.shape, UNDEFINED])
      : property.shape;
  }
  const signature = object.indexes.find(
    (one) => one.pattern === null || (key !== null && matchesIndex(one, key)),
  );
  return signature?.shape ?? NEVER;
}

function elementOf(shape: Shape & { kind: "tuple" }, index: Shape): Shape {
  const all = [...shape.required, ...shape.optional];
  if (index.kind === "literal" && typeof index.value !== "object") {
    const element = all[Number(index.value)] ?? shape.rest;
    return element ?? UNDEFINED;
  }
  return unionOf(shape.rest ? [...all, shape.rest] : all);
}

/** The shape without `undefined` among its members. */
export function withoutUndefined(shape: Shape): Shape {
  switch (shape.kind) {
    case "undefined":
      return NEVER;
    case "union":
      return unionOf(
        shape.members
          .map(withoutUndefined)
          .filter(({ kind }) => kind !== "never"),
      );
    case "any":
    case "never":
    case "string":
    case "number":
    case "boolean":
    case "literal":
    case "array":
    case "tuple":
    case "object":
    case "intersection":
    case "named":
      return shape;
    default:
      return unreachable(shape);
  }
}

function propertiesByName(object: ObjectShape): Map<string, PropertyShape> {
  return new Map(
    object.properties.map((property) => [property.name, property]),
  );
}
