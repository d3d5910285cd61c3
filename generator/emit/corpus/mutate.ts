/**
 * Creates test values by changing one randomly chosen part of a valid value.
 * The possible changes often make the value invalid.
 */
import { isObject } from "../../../runtime/validation/guards.js";
import { listKeys, type ValuePosition } from "./positions.js";
import type { Random } from "./random.js";

/**
 * Returns one function for each possible change of a value. Each function
 * creates the changed value when it is called.
 */
type Variants = (value: unknown) => readonly (() => unknown)[];

/** Numbers at the boundaries of integers, doubles and typical limits. */
const EDGE_NUMBERS = [
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

/** Values of every JSON type. */
const JSON_VALUES = [
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
].map(constant);

/**
 * Members to add to an object. Most types do not declare these keys, and some
 * keys are inherited from `Object.prototype`.
 */
const ADDED_MEMBERS = [
  "extra",
  "__proto__",
  "toString",
  "type",
  "format",
].flatMap((key) => [{ [key]: 7 }, { [key]: { polluted: true } }]);

/**
 * Ways to change a part of a value, by description. In `corpus.json`, the
 * description follows the path of the changed part, as in `params.name set to
 * undefined`.
 */
export const MUTATIONS: Readonly<Record<string, Variants>> = {
  retyped: () => JSON_VALUES,
  "set to undefined": () => [constant(undefined)],
  "key removed": whenType(isObject, (value) =>
    Object.keys(value).map((key) => () => omitKey(value, key)),
  ),
  "key added": whenType(isObject, (value) =>
    ADDED_MEMBERS.map((added) => () => ({ ...value, ...added })),
  ),
  "text changed": whenType(isString, (value) => [
    () => `${value} `,
    () => value.toUpperCase(),
    () => "",
    () => `x${value}`,
    () => "a".repeat(300),
    () => "\ud800",
  ]),
  "number changed": (value) => (typeof value === "number" ? EDGE_NUMBERS : []),
  "wrapped in an array": (value) => [() => [value]],
  "wrapped in an object": (value) => [() => ({ value })],
  unwrapped: (value) =>
    listKeys(value).map((key) => () => (value as Members)[key]),
  "items repeated": whenType(Array.isArray, (value: readonly unknown[]) =>
    value.length === 0
      ? []
      : [2, 3, 101].map(
          (length) => () =>
            Array.from({ length }, (_, i) => value[i % value.length]),
        ),
  ),
  "array made an object": whenType(Array.isArray, (value) => [
    () => ({ ...value }),
  ]),
  "object made an array": whenType(isObject, (value) => [
    // The key `length` is omitted: an array already has a `length`, and
    // assigning a value that is not a valid length throws an error.
    () => Object.assign([], omitKey(value, "length")),
  ]),
};

const NAMES = Object.keys(MUTATIONS);

type Members = Readonly<Record<string | number, unknown>>;

/**
 * Returns a copy of a value with one random change, and the description of this
 * change.
 *
 * @param positions All positions of the value, as `listPositions` returns them.
 */
export function mutate(
  positions: readonly ValuePosition[],
  random: Random,
): { readonly value: unknown; readonly change: string } {
  for (;;) {
    const position = random.pick(positions);
    const name = random.pick(NAMES);
    const all = MUTATIONS[name]?.(position.value) ?? [];
    if (all.length === 0) continue;
    const make = random.pick(all);
    return {
      value: position.replaceWith(make()),
      change: `${position.path.join(".") || "the value"} ${name}`,
    };
  }
}

/** Returns a function that always returns `value`. */
function constant(value: unknown): () => unknown {
  return () => value;
}

function whenType<T>(
  is: (value: unknown) => value is T,
  variants: (value: T) => ReturnType<Variants>,
): Variants {
  return (value) => (is(value) ? variants(value) : []);
}

function omitKey(value: object, key: string): object {
  const { [key]: _, ...others } = value as Members;
  return others;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
