/** JSON Schema keywords that limit a number, a length or a count. */
import { SchemaError } from "./run.js";
import type { SchemaCheck, SchemaRun } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Compiles the JSON Schema keywords that limit a number. */
export function* numberKeywords(
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
    ["multipleOf", isMultiple, "a multiple of"],
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

/**
 * Returns whether a number is a multiple of another one. For integers, the
 * remainder is exact. For other numbers, the quotient is rounded to 15 digits,
 * because 19.99 / 0.01 results in 1998.9999999999998 instead of 1999.
 */
export function isMultiple(value: number, bound: number): boolean {
  if (value % 1 === 0 && bound % 1 === 0) return value % bound === 0;
  const quotient = value / bound;
  // Accept a difference that is within the rounding error of the quotient.
  const difference = Math.abs(quotient - Math.round(quotient));
  return (
    difference <= Math.abs(quotient) * Number.EPSILON ||
    +quotient.toPrecision(15) % 1 === 0
  );
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
