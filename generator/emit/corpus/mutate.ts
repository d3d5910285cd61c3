/** Changes a value in one place, in the ways that break messages. */
import { anything } from "./grow.js";
import type { Random } from "./random.js";

/** One way to change the value in a place. */
interface Mutation {
  readonly name: string;
  /** The changed value, or `SKIP` where it does not apply. */
  readonly apply: (value: unknown, random: Random) => unknown;
}

const SKIP = Symbol("does not apply");

/** Numbers at which integers and doubles part. */
const EDGES = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  101,
  1e21,
  2 ** 53,
  -(2 ** 53),
  5e-324,
  NaN,
  Infinity,
  -Infinity,
];

const MUTATIONS: readonly Mutation[] = [
  { name: "retyped", apply: (_, random) => anything(random) },
  {
    name: "set to null",
    apply: (value) => (value === null ? SKIP : null),
  },
  { name: "set to undefined", apply: () => undefined },
  {
    name: "key removed",
    apply: (value, random) =>
      changeObject(value, (entries) => {
        if (entries.length === 0) return false;
        entries.splice(random.below(entries.length), 1);
        return true;
      }),
  },
  {
    name: "key added",
    apply: (value, random) =>
      changeObject(value, (entries) => {
        const key = random.pick(["extra", "__proto__", "toString", "type"]);
        entries.push([key, anything(random)]);
        return true;
      }),
  },
  {
    name: "literal changed",
    apply: (value, random) =>
      typeof value === "string"
        ? random.pick([`${value} `, value.toUpperCase(), "", `x${value}`])
        : SKIP,
  },
  {
    name: "number changed",
    apply: (value, random) =>
      typeof value === "number" ? random.pick(EDGES) : SKIP,
  },
  { name: "wrapped in an array", apply: (value) => [value] },
  { name: "wrapped in an object", apply: (value) => ({ value }) },
  {
    name: "unwrapped",
    apply: (value, random) => {
      const inner = children(value).map(([, child]) => child);
      return inner.length > 0 ? random.pick(inner) : SKIP;
    },
  },
  {
    name: "item repeated",
    apply: (value) =>
      Array.isArray(value) && value.length > 0 ? [...value, value[0]] : SKIP,
  },
  {
    name: "array made an object",
    apply: (value) => (Array.isArray(value) ? { ...value } : SKIP),
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
    const changed = apply(at(value, path), random);
    if (changed === SKIP) continue;
    const place = path.length > 0 ? path.join(".") : "the value";
    return {
      value: replaced(value, path, changed),
      change: `${place} ${name}`,
    };
  }
}

type Path = readonly (string | number)[];

/** Paths of the value and of everything in it. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  return [
    path,
    ...children(value).flatMap(([key, child]) =>
      placesIn(child, [...path, key]),
    ),
  ];
}

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
    return value.map((item: unknown, i) =>
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
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === "object" && value !== null
    ? Object.entries(value)
    : [];
}

function changeObject(
  value: unknown,
  change: (entries: [string, unknown][]) => boolean,
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return SKIP;
  const entries = Object.entries(value);
  return change(entries) ? Object.fromEntries(entries) : SKIP;
}
