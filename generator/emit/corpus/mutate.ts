/** Changes a value in one place, in the ways that break messages. */
import type { Random } from "./random.js";

/** One way to change a value: all that it may become. */
interface Mutation {
  readonly name: string;
  readonly apply: (value: unknown) => readonly unknown[];
}

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
  NaN,
  Infinity,
  -Infinity,
];

/** One of each type of JSON. */
const TYPES = [null, true, 7, 0.5, "text", "a", "", [], {}, ["a"], { a: 1 }];

/** Keys that are in no type, or in every object. */
const KEYS = ["extra", "__proto__", "toString", "type", "format"];

const MUTATIONS: readonly Mutation[] = [
  { name: "retyped", apply: () => TYPES },
  { name: "set to undefined", apply: () => [undefined] },
  {
    name: "key removed",
    apply: (value) =>
      entriesOf(value).map((_, i, all) =>
        Object.fromEntries(all.filter((_, other) => other !== i)),
      ),
  },
  {
    name: "key added",
    apply: (value) =>
      isRecord(value)
        ? KEYS.flatMap((key) =>
            [7, { polluted: true }].map((added) =>
              Object.fromEntries([...Object.entries(value), [key, added]]),
            ),
          )
        : [],
  },
  {
    name: "text changed",
    apply: (value) =>
      typeof value === "string"
        ? [`${value} `, value.toUpperCase(), "", `x${value}`, "a".repeat(300)]
        : [],
  },
  {
    name: "number changed",
    apply: (value) => (typeof value === "number" ? EDGES : []),
  },
  { name: "wrapped in an array", apply: (value) => [[value]] },
  { name: "wrapped in an object", apply: (value) => [{ value }] },
  {
    name: "unwrapped",
    apply: (value) => children(value).map(([, child]) => child),
  },
  {
    name: "items repeated",
    apply: (value) =>
      Array.isArray(value) && value.length > 0
        ? [2, 3, 101].map((length) =>
            Array.from({ length }, (_, i): unknown => value[i % value.length]),
          )
        : [],
  },
  {
    name: "array made an object",
    apply: (value) => (Array.isArray(value) ? [{ ...value }] : []),
  },
  {
    name: "object made an array",
    apply: (value) => (isRecord(value) ? [Object.assign([], value)] : []),
  },
];

/** A copy of `value`, changed in one place, and how. */
export function mutate(
  value: unknown,
  random: Random,
): { readonly value: unknown; readonly change: string } {
  for (;;) {
    const path = random.pick(placesIn(value));
    const { name, apply } = random.pick(MUTATIONS);
    const variants = apply(at(value, path));
    if (variants.length === 0) continue;
    const place = path.length > 0 ? path.join(".") : "the value";
    return {
      value: replaced(value, path, random.pick(variants)),
      change: `${place} ${name}`,
    };
  }
}

/** Every change in every place. */
export function* allMutations(value: unknown): Generator<unknown> {
  for (const path of placesIn(value))
    for (const { apply } of MUTATIONS)
      for (const variant of apply(at(value, path)))
        yield replaced(value, path, variant);
}

type Path = readonly (string | number)[];

/** Paths of the value and of everything in it. */
export function placesIn(value: unknown): Path[] {
  const places: Path[] = [];
  const visit = (inner: unknown, path: Path): void => {
    places.push(path);
    for (const [key, child] of children(inner)) visit(child, [...path, key]);
  };
  visit(value, []);
  return places;
}

/** What stands at a path. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce(
    (inner, key) => (inner as Record<string, unknown>)[key],
    value,
  );
}

/** A copy with another value in the place. */
export function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value))
    // Not its own `map`: it may have a member of that name.
    return Array.from(value, (item: unknown, i) =>
      i === key ? replaced(item, rest, by) : item,
    );
  return Object.fromEntries(
    Object.entries(value as object).map(([name, child]) => [
      name,
      name === key ? replaced(child, rest, by) : child,
    ]),
  );
}

function children(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, i) => [i, item]);
  return typeof value === "object" && value !== null
    ? Object.entries(value)
    : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
