import { JsonKeys } from "./json-key.js";
import { isObject, lengthOf, own } from "../validation/guards.js";
import { SchemaError } from "./run.js";
import type { SchemaCheck } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

const TYPE_TESTS: { readonly [name: string]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};

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
  yield* sizeKeywords(schema, "Length", "characters", (value) =>
    typeof value === "string" ? lengthOf(value) : undefined,
  );
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
  const tests = names.map((name) => {
    const test = typeof name === "string" && own(TYPE_TESTS, name);
    if (!test) throw new SchemaError(`Unknown type: ${String(name)}`);
    return test as (value: unknown) => boolean;
  });
  const message = `must be ${names.join(" or ")}`;
  return (value, run) => tests.some((test) => test(value)) || run.fail(message);
}

function enumCheck(values: unknown): SchemaCheck {
  if (!Array.isArray(values)) throw new SchemaError("enum must be an array");
  const message = `must be ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
  const all = new JsonKeys();
  const keys = new Set(values.map((value) => all.get(value)));
  return (value, run) => keys.has(run.getKey(value)) || run.fail(message);
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
    yield (value, run) =>
      typeof value !== "number" ||
      holds(value, bound) ||
      run.fail(`must be ${text} ${bound}`);
  }
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
  measure: (value: unknown) => number | undefined,
): Iterable<SchemaCheck> {
  for (const [word, direction] of [
    ["least", 1],
    ["most", -1],
  ] as const) {
    const bound = readLimit(schema, (direction > 0 ? "min" : "max") + what);
    if (bound === undefined) continue;
    yield (value, run) => {
      const size = measure(value);
      const fits = size === undefined || (size - bound) * direction >= 0;
      return fits || run.fail(`must have at ${word} ${bound} ${unit}`);
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
