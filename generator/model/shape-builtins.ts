/** Shapes of what TypeScript itself brings: keywords, tuples, `Record`. */
import { unionMembers } from "./shape-sets.js";
import { templatePattern } from "./shape-template.js";
import {
  ANY,
  BOOLEAN,
  NEVER,
  STRING,
  UNDEFINED,
  UNKNOWN,
  unionOf,
  type ObjectOrigin,
  type ObjectShape,
  type PropertyShape,
  type Shape,
  type TupleShape,
} from "./shape.js";
import type { PrimitiveName, TupleElement, TypeNode } from "./types.js";
import { unreachable } from "./walk.js";

/** The shape of a primitive; `number` is an integer unless it has fractions. */
export function primitive(name: PrimitiveName, fractions: boolean): Shape {
  switch (name) {
    case "string":
      return STRING;
    case "number":
      return { kind: "number", integer: !fractions };
    case "boolean":
      return BOOLEAN;
    case "undefined":
      return UNDEFINED;
    case "unknown":
      return UNKNOWN;
    case "any":
      return ANY;
    case "never":
      return NEVER;
    case "object":
      return objectOf([], "keyword");
    default:
      return unreachable(name);
  }
}

/** The shape of `[A, B?, ...C[]]`; a tuple after `...` has its elements here. */
export function tuple(
  elements: readonly TupleElement[],
  inner: (type: TypeNode) => Shape,
  resolve: (name: string) => Shape,
): Shape {
  let shapes: readonly TupleShape[] = [NO_ELEMENTS];
  for (const { type, optional, rest } of elements) {
    const shape = inner(type);
    const added = rest
      ? unionMembers(shape, resolve).map((list) => asList(list, resolve))
      : [optional ? { ...NO_ELEMENTS, optional: [shape] } : one(shape)];
    shapes = shapes.flatMap((before) =>
      added.map((after) => joined(before, after)),
    );
  }
  return unionOf(shapes);
}

const NO_ELEMENTS: TupleShape = {
  kind: "tuple",
  required: [],
  optional: [],
  rest: null,
};

function one(shape: Shape): TupleShape {
  return { ...NO_ELEMENTS, required: [shape] };
}

function asList(shape: Shape, resolve: (name: string) => Shape): TupleShape {
  switch (shape.kind) {
    case "named":
      return asList(resolve(shape.name), resolve);
    case "tuple":
      return shape;
    default:
      return {
        ...NO_ELEMENTS,
        rest: shape.kind === "array" ? shape.element : ANY,
      };
  }
}

function joined(before: TupleShape, after: TupleShape): TupleShape {
  return {
    kind: "tuple",
    required: [...before.required, ...after.required],
    optional: [...before.optional, ...after.optional],
    rest: after.rest ?? before.rest,
  };
}

/** `Record<K, V>`: literal keys are members, other keys an index. */
export function record(
  key: Shape,
  value: Shape,
  resolve: (name: string) => Shape,
): Shape {
  switch (key.kind) {
    case "literal":
      return objectOf(
        [
          {
            name: String(key.value),
            shape: value,
            optional: false,
            doc: { text: "", tags: [], deprecated: null, since: null },
          },
        ],
        "record",
      );
    case "never":
      return objectOf([], "record");
    case "named":
      return record(resolve(key.name), value, resolve);
    case "union": {
      const parts = key.members.map((m) => record(m, value, resolve));
      const objects = parts.filter((part) => part.kind === "object");
      const indexes = objects.flatMap((part) => part.indexes);
      const all = indexes.some(({ pattern }) => pattern === null);
      return {
        kind: "object",
        properties: all ? [] : named(objects),
        indexes,
        origin: "record",
      };
    }
    default: {
      const pattern = keyPattern(key, resolve);
      const index = { pattern, shape: value, inherited: false };
      return { ...objectOf([], "record"), indexes: [index] };
    }
  }
}

/** The properties of all; `1` and `"1"` are one key. */
function named(objects: readonly ObjectShape[]): PropertyShape[] {
  const all = objects.flatMap((part) => part.properties);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** Which keys an index signature's key type means; null for all. */
export function keyPattern(
  key: Shape,
  resolve: (name: string) => Shape,
): string | null {
  switch (key.kind) {
    case "named":
      return keyPattern(resolve(key.name), resolve);
    case "number":
      return templatePattern("", [{ shape: key, text: "" }], resolve);
    case "string":
      return key.patterns?.[0] ?? null;
    case "literal":
    case "union": {
      const plain =
        key.kind === "union" &&
        key.members.some((m) => m.kind === "string" && !m.patterns);
      return plain
        ? null
        : templatePattern("", [{ shape: key, text: "" }], resolve);
    }
    default:
      return null;
  }
}

/** An object of these properties, without index signatures. */
export function objectOf(
  properties: readonly PropertyShape[],
  origin: ObjectOrigin,
): ObjectShape {
  return { kind: "object", properties, indexes: [], origin };
}
