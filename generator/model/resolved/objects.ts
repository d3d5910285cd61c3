/** Object shapes: what `extends`, `Omit`, `Partial` and `Record` make. */
import { NO_DOC } from "../build.js";
import { asObject, propertiesByName } from "./intersections.js";
import {
  objectOf,
  UnsupportedType,
  type ObjectShape,
  type Resolve,
  type Shape,
} from "./shape.js";
import { unionMembers } from "./unions.js";

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
    index: own.index ?? (base.index && { ...base.index, inherited: true }),
    origin: own.origin,
  };
}

/**
 * `Omit<T, keys>`. Over an index signature TypeScript's own leaves no property
 * but the index, as `keyof T` is `string` there.
 */
export function omit(
  shape: Shape,
  keys: readonly string[],
  resolve: Resolve,
): Shape {
  const object = asObject(shape, resolve);
  if (!object) throw new UnsupportedType("is `Omit` of no object");
  const properties = object.index
    ? []
    : object.properties.filter(({ name }) => !keys.includes(name));
  return { ...object, properties, origin: "literal" };
}

/** `Partial<T>` */
export function partial(shape: Shape, resolve: Resolve): Shape {
  const object = asObject(shape, resolve);
  if (!object) throw new UnsupportedType("is `Partial` of no object");
  const properties = object.properties.map((property) => ({
    ...property,
    optional: true,
  }));
  return { ...object, properties, origin: "literal" };
}

/** `Record<K, V>`: literal keys are members, other keys an index. */
export function record(key: Shape, value: Shape, resolve: Resolve): Shape {
  const keys = unionMembers(key, resolve).filter(
    ({ kind }) => kind !== "never",
  );
  const literals = keys.filter((one) => one.kind === "literal");
  if (literals.length === keys.length)
    return objectOf(
      literals.map((one) => ({
        name: String(one.value),
        shape: value,
        optional: false,
        doc: NO_DOC,
      })),
      "record",
    );
  const index = { shape: value, inherited: false };
  return { ...objectOf([], "record"), index };
}
