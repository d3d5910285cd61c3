import { countTextSteps, JsonKeys } from "./json-key.js";
import { isObject, lengthOf, own } from "../validation/guards.js";
import { SchemaError } from "./run.js";
import type { SchemaCheck, SchemaRun } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Types of JSON Schema as bits. */
const TYPES: { readonly [name: string]: number } = {
  string: 1,
  integer: 2,
  number: 4,
  boolean: 8,
  null: 16,
  array: 32,
  object: 64,
};

/** Returns the bits of the types that a value has. An integer has two types. */
function getTypes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return 1;
    case "number":
      return Number.isInteger(value) ? 6 : Number.isFinite(value) ? 4 : 0;
    case "boolean":
      return 8;
    case "object":
      return value === null ? 16 : Array.isArray(value) ? 32 : 64;
  }
  return 0;
}

/**
 * Compiles the JSON Schema keywords that apply to numbers, strings and values
 * of any type.
 */
export function* valueKeywords({
  schema,
  compiler,
}: KeywordContext): Iterable<SchemaCheck> {
  const { type, pattern } = schema;
  if (type !== undefined) yield typeCheck(type);
  if (schema.const !== undefined) yield enumCheck([schema.const]);
  if (schema.enum !== undefined) yield enumCheck(schema.enum);
  yield* numberKeywords(schema);
  yield* lengthKeywords(schema);
  if (pattern !== undefined) {
    const source = String(pattern);
    const expression = compiler.pattern(source);
    yield (value, run) =>
      typeof value !== "string" ||
      expression.test(value, run) ||
      run.fail(`must match ${source}`);
  }
}

function typeCheck(type: unknown): SchemaCheck {
  const names = [type].flat() as unknown[];
  let allowed = 0;
  for (const name of names) {
    const bit = typeof name === "string" && own(TYPES, name);
    if (!bit) throw new SchemaError(`Unknown type: ${String(name)}`);
    allowed |= bit as number;
  }
  const message = `must be ${names.join(" or ")}`;
  return (value, run) => (getTypes(value) & allowed) !== 0 || run.fail(message);
}

function enumCheck(values: unknown): SchemaCheck {
  if (!Array.isArray(values)) throw new SchemaError("enum must be an array");
  const message = `must be ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
  const all = new JsonKeys();
  // Only objects and arrays need a key. A primitive value equals only itself.
  const primitives = new Set(values.filter((value) => !isCompound(value)));
  const keys = new Set(
    values.filter(isCompound).map((value) => all.get(value)),
  );
  return (value, run) => {
    if (primitives.has(value)) return true;
    if (isCompound(value)) {
      if (keys.has(run.getKey(value))) return true;
    } else if (typeof value === "string") run.spend(countTextSteps(value));
    return run.fail(message);
  };
}

/** Returns whether a value is an object or an array. */
export function isCompound(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function* numberKeywords(
  schema: KeywordContext["schema"],
): Iterable<SchemaCheck> {
  const rules: readonly [
    keyword: string,
    holds: (value: number, bound: number) => boolean,
    text: string,
  ][] = [
    ["minimum", (value, bound) => value >= bound, "at least"],
    ["maximum", (value, bound) => value <= bound, "at most"],
    ["exclusiveMinimum", (value, bound) => value > bound, "above"],
    ["exclusiveMaximum", (value, bound) => value < bound, "below"],
    [
      "multipleOf",
      // For integers, the remainder is exact. For other numbers, round the
      // quotient: 19.99 / 0.01 results in 1998.9999999999998 instead of 1999.
      (value, bound) =>
        (value % 1 || bound % 1
          ? +(value / bound).toPrecision(15) % 1
          : value % bound) === 0,
      "a multiple of",
    ],
  ];
  for (const [keyword, holds, text] of rules) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    if (typeof bound !== "number") {
      throw new SchemaError(`${keyword} must be a number`);
    }
    const message = `must be ${text} ${bound}`;
    yield (value, run) =>
      typeof value !== "number" || holds(value, bound) || run.fail(message);
  }
}

/** Compiles `minLength` and `maxLength`, which count code points. */
function* lengthKeywords(
  schema: KeywordContext["schema"],
): Iterable<SchemaCheck> {
  const least = readLimit(schema, "minLength") ?? 0;
  const most = readLimit(schema, "maxLength") ?? Infinity;
  if (schema.minLength === undefined && schema.maxLength === undefined) return;
  yield (value, run) => {
    if (typeof value !== "string") return true;
    const { length } = value;
    // Each code point consists of one or two code units.
    if (length <= most && Math.ceil(length / 2) >= least) return true;
    run.spend(countTextSteps(value));
    const points = lengthOf(value);
    const isLong =
      points >= least || run.fail(`must have at least ${least} characters`);
    return (
      (points <= most || run.fail(`must have at most ${most} characters`)) &&
      isLong
    );
  };
}

/**
 * Compiles two keywords that limit the size of a value, such as `minItems` and
 * `maxItems`.
 */
export function* sizeKeywords(
  schema: KeywordContext["schema"],
  what: string,
  unit: string,
  /**
   * Returns the size of a value, or `undefined` if the two keywords do not
   * apply to the type of the value.
   */
  measure: (value: unknown, run: SchemaRun) => number | undefined,
): Iterable<SchemaCheck> {
  for (const [word, direction] of [
    ["least", 1],
    ["most", -1],
  ] as const) {
    const bound = readLimit(schema, (direction > 0 ? "min" : "max") + what);
    if (bound === undefined) continue;
    const message = `must have at ${word} ${bound} ${unit}`;
    yield (value, run) => {
      const size = measure(value, run);
      const fits = size === undefined || (size - bound) * direction >= 0;
      return fits || run.fail(message);
    };
  }
}

/**
 * Returns the value of a keyword that limits a length or a count.
 *
 * @throws SchemaError if the value is not a non-negative integer.
 */
export function readLimit(
  schema: KeywordContext["schema"],
  keyword: string,
): number | undefined {
  const value = schema[keyword] as number | undefined;
  if (value === undefined || (Number.isInteger(value) && value >= 0)) {
    return value;
  }
  throw new SchemaError(`${keyword} must be an integer, at least 0`);
}
