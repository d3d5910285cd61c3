/** Whether all of one kind of value are among those of a type of that kind. */
import type { Normal, NormalObject, NormalTuple } from "../normal-types.js";
import { compilePattern } from "../pattern.js";
import type { NumberShape, StringShape } from "../shape.js";

/** Whether all values of a type that is inside are of the other's. */
export type Inner = (a: Normal, b: Normal) => boolean;

const ANY: Normal = { kind: "any" };

/** By limits and patterns; a format is an annotation. */
export function textFits(a: StringShape, b: StringShape): boolean {
  const { minLength = 0, maxLength = Infinity, patterns = [] } = b;
  return (
    (a.minLength ?? 0) >= minLength &&
    (a.maxLength ?? Infinity) <= maxLength &&
    patterns.every((pattern) => a.patterns?.includes(pattern))
  );
}

/** By limits, and whether it is an integer. */
export function numberFits(a: NumberShape, b: NumberShape): boolean {
  const { minimum = -Infinity, maximum = Infinity } = b;
  return (
    (a.integer || !b.integer) &&
    (a.minimum ?? -Infinity) >= minimum &&
    (a.maximum ?? Infinity) <= maximum
  );
}

/** What a list holds at each place, and how long it can be. */
interface List extends NormalTuple {
  readonly maxItems: number;
}

/** An array or a tuple, or null for what is neither. */
export function asList(type: Normal): List | null {
  if (type.kind === "tuple") {
    const closed = type.rest.kind === "never";
    return { ...type, maxItems: closed ? type.items.length : Infinity };
  }
  if (type.kind !== "array") return null;
  const { element, minItems = 0, maxItems = Infinity } = type;
  return {
    kind: "tuple",
    items: [],
    required: minItems,
    rest: element,
    maxItems,
  };
}

/** Place by place, and by length. */
export function listFits(
  a: List | null,
  b: List | null,
  inner: Inner,
): boolean {
  if (!a || !b || a.required < b.required || a.maxItems > b.maxItems)
    return false;
  const places = Math.max(a.items.length, b.items.length);
  const at = (list: List, i: number): Normal => list.items[i] ?? list.rest;
  for (let i = 0; i < Math.min(places, a.maxItems); i++)
    if (!inner(at(a, i), at(b, i))) return false;
  return a.maxItems <= places || inner(a.rest, b.rest);
}

/**
 * By members and index signatures. Objects are open: a member that only `b`
 * declares, and does not ask for, is no hindrance.
 */
export function objectFits(
  a: NormalObject,
  b: NormalObject,
  inner: Inner,
): boolean {
  const had = new Map(a.properties.map((one) => [one.name, one]));
  const wanted = new Map(b.properties.map((one) => [one.name, one]));
  for (const { name, type, required } of wanted.values()) {
    const own = had.get(name);
    if (!own && required) return false;
    if (own && ((required && !own.required) || !inner(own.type, type)))
      return false;
  }
  return b.indexes.every(({ pattern, type }) => {
    const matches = pattern === null ? null : compilePattern(pattern);
    const indexed = (by: string | null) =>
      a.indexes.find((index) => index.pattern === by);
    const own = indexed(pattern) ?? indexed(null);
    return (
      inner(own?.type ?? ANY, type) &&
      a.properties.every(
        (one) =>
          wanted.has(one.name) ||
          (matches && !matches.test(one.name)) ||
          inner(one.type, type),
      )
    );
  });
}
