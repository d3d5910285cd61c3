/** Changes a value in one place, in the ways that break messages. */
import { isObject } from "../../../runtime/validation/guards.js";
import { keysOf, type Place } from "./places.js";
import type { Random } from "./random.js";

/** Functions that make the variants of a value: only a picked variant is made. */
type Variants = (value: unknown) => readonly (() => unknown)[];

/** Numbers at which integers, doubles and limits part. */
const EDGES = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  2,
  11,
  101,
  1e21,
  2 ** 53,
  -(2 ** 53),
  5e-324,
  -0.5,
]
  .concat(NaN, Infinity, -Infinity)
  .map(constant);

/** Of each type of JSON. */
const ANY = [null, true, 7, 0.5, "text", "a", "", [], {}, ["a"], { a: 1 }].map(
  constant,
);

/** Members with keys that are in no type, or in every object. */
const ADDED = ["extra", "__proto__", "toString", "type", "format"].flatMap(
  (key) => [{ [key]: 7 }, { [key]: { polluted: true } }],
);

/** All the ways, by what they are called in the corpus. */
export const MUTATIONS: Readonly<Record<string, Variants>> = {
  retyped: () => ANY,
  "set to undefined": () => [constant(undefined)],
  "key removed": where(isObject, (value) =>
    Object.keys(value).map((key) => () => without(value, key)),
  ),
  "key added": where(isObject, (value) =>
    ADDED.map((added) => () => ({ ...value, ...added })),
  ),
  "text changed": where(isString, (value) => [
    () => `${value} `,
    () => value.toUpperCase(),
    () => "",
    () => `x${value}`,
    () => "a".repeat(300),
    () => "\ud800",
  ]),
  "number changed": (value) => (typeof value === "number" ? EDGES : []),
  "wrapped in an array": (value) => [() => [value]],
  "wrapped in an object": (value) => [() => ({ value })],
  unwrapped: (value) =>
    keysOf(value).map((key) => () => (value as Members)[key]),
  "items repeated": where(Array.isArray, (value: readonly unknown[]) =>
    value.length === 0
      ? []
      : [2, 3, 101].map(
          (length) => () =>
            Array.from({ length }, (_, i) => value[i % value.length]),
        ),
  ),
  "array made an object": where(Array.isArray, (value) => [
    () => ({ ...value }),
  ]),
  "object made an array": where(isObject, (value) => [
    // An array has a length already, and takes no other value for it.
    () => Object.assign([], without(value, "length")),
  ]),
};

const NAMES = Object.keys(MUTATIONS);

type Members = Readonly<Record<string | number, unknown>>;

/** A copy of the value that has these places, changed in one, and how. */
export function mutate(
  places: readonly Place[],
  random: Random,
): { readonly value: unknown; readonly change: string } {
  for (;;) {
    const place = random.pick(places);
    const name = random.pick(NAMES);
    const all = MUTATIONS[name]?.(place.value) ?? [];
    if (all.length === 0) continue;
    const make = random.pick(all);
    return {
      value: place.replaced(make()),
      change: `${place.path.join(".") || "the value"} ${name}`,
    };
  }
}

/** Returns a function that returns the value. */
function constant(value: unknown): () => unknown {
  return () => value;
}

function where<T>(
  is: (value: unknown) => value is T,
  variants: (value: T) => ReturnType<Variants>,
): Variants {
  return (value) => (is(value) ? variants(value) : []);
}

function without(value: object, key: string): object {
  const { [key]: _, ...others } = value as Members;
  return others;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
