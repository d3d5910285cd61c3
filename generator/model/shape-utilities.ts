/** What TypeScript's utility types, and `keyof`, make of shapes. */
import { objectOf } from "./shape-builtins.js";
import {
  asObject,
  matchesIndex,
  mergeObjects,
  withoutUndefined,
  type Resolve,
} from "./shape-objects.js";
import {
  STRING,
  unionOf,
  type IndexShape,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from "./shape.js";
import type { Doc } from "./types.js";

const NO_DOC: Doc = { text: "", tags: [], deprecated: null, since: null };

/** `Omit<T, keys>`; over a string index TypeScript leaves the index alone. */
export function omit(
  shape: Shape,
  keys: readonly string[],
  resolve: Resolve,
): Shape {
  const object = commonObject(shape, resolve);
  if (!object) return shape;
  const properties = hasStringIndex(object)
    ? []
    : object.properties.filter(({ name }) => !keys.includes(name));
  return { ...object, properties, origin: "literal" };
}

/** `Pick<T, keys>` */
export function pick(
  shape: Shape,
  keys: readonly string[],
  resolve: Resolve,
): Shape {
  const object = commonObject(shape, resolve);
  if (!object) return shape;
  const properties = keys.flatMap((key) => propertyOf(object, key) ?? []);
  return objectOf(properties, "literal");
}

/** `Partial<T>`, `Required<T>`: of each member of a union, and of tuples too. */
export function withOptional(
  shape: Shape,
  optional: boolean,
  resolve: Resolve,
): Shape {
  const change = (inner: Shape) => withOptional(inner, optional, resolve);
  const object = asObject(shape, resolve);
  if (object) return { ...allOptional(object, optional), origin: "literal" };
  switch (shape.kind) {
    case "named":
      return change(resolve(shape.name));
    case "union":
      return unionOf(shape.members.map(change));
    case "intersection":
      return { ...shape, members: shape.members.map(change) };
    case "tuple": {
      const items = [...shape.required, ...shape.optional];
      return optional
        ? { ...shape, required: [], optional: items }
        : { ...shape, required: items, optional: [] };
    }
    default:
      return shape;
  }
}

function allOptional(object: ObjectShape, optional: boolean): ObjectShape {
  const properties = object.properties.map((property) => ({
    ...property,
    optional,
    shape: optional ? property.shape : withoutUndefined(property.shape),
  }));
  return { ...object, properties };
}

/** `keyof T`; under an index signature of texts there may be numbers, too. */
export function keysOf(shape: Shape, resolve: Resolve): Shape {
  const object = commonObject(shape, resolve);
  if (!object) return STRING;
  if (hasStringIndex(object))
    return object.origin === "record" ? STRING : unionOf([STRING, NUMBER]);
  return unionOf(
    object.properties.map(({ name }) => ({ kind: "literal", value: name })),
  );
}

const NUMBER: Shape = { kind: "number", integer: true };

/** What `keyof` sees: of a union, that which all of its members have. */
function commonObject(shape: Shape, resolve: Resolve): ObjectShape | null {
  const object = asObject(shape, resolve);
  if (object) return object;
  if (shape.kind === "named") return commonObject(resolve(shape.name), resolve);
  if (shape.kind !== "union" && shape.kind !== "intersection") return null;
  const objects: ObjectShape[] = [];
  for (const member of shape.members) {
    const found = commonObject(member, resolve);
    if (!found) return null;
    objects.push(found);
  }
  return shape.kind === "union"
    ? inCommon(objects)
    : objects.reduce(mergeObjects);
}

function inCommon(objects: readonly ObjectShape[]): ObjectShape {
  const names = objects.flatMap(({ properties }) =>
    properties.map(({ name }) => name),
  );
  const properties = [...new Set(names)].flatMap((name) => {
    const all = objects.flatMap((object) => propertyOf(object, name) ?? []);
    const [first] = all;
    if (!first || all.length < objects.length) return [];
    const shape = unionOf(all.map((property) => property.shape));
    return [{ ...first, shape, optional: all.some((one) => one.optional) }];
  });
  const indexes = objects.flatMap((object) => stringIndex(object) ?? []);
  const [index] = indexes;
  if (!index || indexes.length < objects.length)
    return objectOf(properties, "literal");
  const shape = unionOf(indexes.map((one) => one.shape));
  return { ...objectOf(properties, "literal"), indexes: [{ ...index, shape }] };
}

/** The property of a name, which an index signature has under every one. */
function propertyOf(object: ObjectShape, name: string): PropertyShape | null {
  const declared = object.properties.find((property) => property.name === name);
  if (declared) return declared;
  const index = object.indexes.find((one) => matchesIndex(one, name));
  return (
    (index && { name, shape: index.shape, optional: false, doc: NO_DOC }) ??
    null
  );
}

function stringIndex({ indexes }: ObjectShape): IndexShape | undefined {
  return indexes.find(({ pattern }) => pattern === null);
}

function hasStringIndex(object: ObjectShape): boolean {
  return stringIndex(object) !== undefined;
}
