/** Changes a value in one place, in the ways that break messages. */
import { keysOf, pathOf, replaced, type Place } from "./places.js";
import type { Random } from "./random.js";

/** One way to change a value. */
export interface Mutation {
  readonly name: string;
  /** All that the value may become, each made when it is called for. */
  readonly variants: (value: unknown) => readonly Variant[];
}

type Variant = () => unknown;

/** Numbers at which integers, doubles and limits part. */
const EDGES = each([
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
  NaN,
  Infinity,
  -Infinity,
]);

/** One of each type of JSON. */
const TYPES = each([
  null,
  true,
  7,
  0.5,
  "text",
  "a",
  "",
  [],
  {},
  ["a"],
  { a: 1 },
]);

/** Keys that are in no type, or in every object. */
const KEYS = ["extra", "__proto__", "toString", "type", "format"];

/** Members with each of the keys. */
const ADDED = KEYS.flatMap((key) => [
  [key, 7] as const,
  [key, { polluted: true }] as const,
]);

/** All the ways. */
export const MUTATIONS: readonly Mutation[] = [
  { name: "retyped", variants: () => TYPES },
  { name: "set to undefined", variants: () => [() => undefined] },
  {
    name: "key removed",
    variants: (value) =>
      isObject(value)
        ? Object.keys(value).map((key) => () => without(value, key))
        : [],
  },
  {
    name: "key added",
    variants: (value) =>
      isObject(value)
        ? ADDED.map(([key, added]) => () => ({ ...value, [key]: added }))
        : [],
  },
  {
    name: "text changed",
    variants: (value) =>
      typeof value === "string"
        ? [
            () => `${value} `,
            () => value.toUpperCase(),
            () => "",
            () => `x${value}`,
            () => "a".repeat(300),
            () => "\ud800",
          ]
        : [],
  },
  {
    name: "number changed",
    variants: (value) => (typeof value === "number" ? EDGES : []),
  },
  { name: "wrapped in an array", variants: (value) => [() => [value]] },
  { name: "wrapped in an object", variants: (value) => [() => ({ value })] },
  {
    name: "unwrapped",
    variants: (value) =>
      keysOf(value).map((key) => () => (value as Members)[key]),
  },
  {
    name: "items repeated",
    variants: (value) =>
      Array.isArray(value) && value.length > 0
        ? [2, 3, 101].map((length) => () => repeated(value, length))
        : [],
  },
  {
    name: "array made an object",
    variants: (value) => (Array.isArray(value) ? [() => ({ ...value })] : []),
  },
  {
    name: "object made an array",
    variants: (value) =>
      // An array has a length already, and takes no other value for it.
      isObject(value)
        ? [() => Object.assign([], without(value, "length"))]
        : [],
  },
];

type Members = Readonly<Record<string | number, unknown>>;

/** A copy of the value that has these places, changed in one, and how. */
export function mutate(
  places: readonly Place[],
  random: Random,
): { readonly value: unknown; readonly change: string } {
  for (;;) {
    const place = random.pick(places);
    const { name, variants } = random.pick(MUTATIONS);
    const all = variants(place.value);
    if (all.length === 0) continue;
    const changed = random.pick(all)();
    return {
      value: replaced(place, changed),
      change: `${place.within ? pathOf(place) : "the value"} ${name}`,
    };
  }
}

function each(values: readonly unknown[]): readonly Variant[] {
  return values.map((value) => () => value);
}

function without(value: object, key: string): object {
  const { [key]: _, ...others } = value as Members;
  return others;
}

function repeated(items: readonly unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, i) => items[i % items.length]);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
