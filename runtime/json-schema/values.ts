import {
  CHARACTERS_PER_STEP,
  countTextSteps,
  isCompound,
  JsonKeys,
} from "./json-key.js";
import { lengthOf, own } from "../validation/guards.js";
import { isMultiple, numberKeywords, sizeKeywords } from "./ranges.js";
import { applyAll, SchemaError } from "./run.js";
import type { SchemaCheck } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Types of JSON Schema as bits. An integer is also a number. */
const STRING_BIT = 1;
const INTEGER_BIT = 2;
const NUMBER_BIT = 4;
const BOOLEAN_BIT = 8;
const NULL_BIT = 16;
const ARRAY_BIT = 32;
const OBJECT_BIT = 64;
const ALL_BITS = 127;

/** Bits of the types that a JSON Schema can name. */
export const TYPES: { readonly [name: string]: number } = {
  string: STRING_BIT,
  integer: INTEGER_BIT,
  number: NUMBER_BIT,
  boolean: BOOLEAN_BIT,
  null: NULL_BIT,
  array: ARRAY_BIT,
  object: OBJECT_BIT,
};

/**
 * Compiles the JSON Schema keywords that apply to numbers, strings and values
 * of any type. The returned checks include `others`, the checks of all other
 * keywords.
 */
export function valueKeywords(
  context: KeywordContext,
  others: readonly SchemaCheck[],
): readonly SchemaCheck[] {
  const { schema } = context;
  const types = readTypes(schema.type);
  const type = schema.type === undefined ? [] : [typeCheck(context, types)];
  const numbers = [...numberKeywords(schema)];
  const lengths = [
    ...sizeKeywords(schema, "Length", "characters", (value, run) => {
      if (typeof value !== "string") return undefined;
      run.spend(countTextSteps(value));
      return lengthOf(value);
    }),
  ];
  const choices = [...choiceKeywords(schema)];
  const last = [...patternKeyword(context), ...others];
  const other = [...choices, ...last];
  if (type.length + numbers.length + lengths.length === 0) return other;
  // Issues are reported in the order in which the keywords are listed here.
  const all = applyAll([...type, ...choices, ...numbers, ...lengths, ...last]);
  const next = other.length > 0 ? applyAll(other) : undefined;
  return [Object.assign(all, { fits: createTest(schema, types), next })];
}

/** High surrogate: the first code unit of a code point with two units. */
const HIGH_SURROGATE = /[\ud800-\udbff]/;

/**
 * Returns a function that tests the type, the numeric limits and the length
 * limits of a value together. If the function returns false, all checks must
 * run: the value may be valid, such as a string whose length in code points
 * must be counted.
 */
function createTest(
  schema: KeywordContext["schema"],
  types: number,
): (value: unknown) => boolean {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
    multipleOf,
    minLength = 0,
    maxLength = Infinity,
  } = schema as { readonly [keyword: string]: number | undefined };
  return (value) => {
    if (typeof value === "number") {
      return (
        ((types & NUMBER_BIT) !== 0 ||
          ((types & INTEGER_BIT) !== 0 && Number.isInteger(value))) &&
        value >= minimum &&
        value <= maximum &&
        value > exclusiveMinimum &&
        value < exclusiveMaximum &&
        (multipleOf === undefined || isMultiple(value, multipleOf))
      );
    }
    if (typeof value === "string") {
      const { length } = value;
      return (
        (types & STRING_BIT) !== 0 &&
        length <= maxLength &&
        (length >= 2 * minLength ||
          (length >= minLength &&
            length < CHARACTERS_PER_STEP &&
            !HIGH_SURROGATE.test(value)))
      );
    }
    return (getTypes(value) & types) !== 0;
  };
}

/** Returns the bits of the types that a value has. */
function getTypes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return STRING_BIT;
    case "number":
      if (Number.isInteger(value)) return INTEGER_BIT | NUMBER_BIT;
      return Number.isFinite(value) ? NUMBER_BIT : 0;
    case "boolean":
      return BOOLEAN_BIT;
    case "object":
      return value === null
        ? NULL_BIT
        : Array.isArray(value)
          ? ARRAY_BIT
          : OBJECT_BIT;
  }
  return 0;
}

function readTypes(type: unknown): number {
  if (type === undefined) return ALL_BITS;
  let types = 0;
  for (const name of [type].flat() as unknown[]) {
    const bit = typeof name === "string" && own(TYPES, name);
    if (!bit) throw new SchemaError(`Unknown type: ${String(name)}`);
    types |= bit as number;
  }
  return types;
}

function typeCheck(
  { schema: { type }, compiler }: KeywordContext,
  types: number,
): SchemaCheck {
  const message = `must be ${[type].flat().join(" or ")}`;
  const cost = compiler.getCost(type);
  return (value, run) => {
    run.spend(cost);
    return (getTypes(value) & types) !== 0 || run.fail(message);
  };
}

function* choiceKeywords({
  const: only,
  enum: values,
}: KeywordContext["schema"]): Iterable<SchemaCheck> {
  if (only !== undefined) yield enumCheck([only]);
  if (values !== undefined) yield enumCheck(values);
}

function* patternKeyword({
  schema: { pattern },
  compiler,
}: KeywordContext): Iterable<SchemaCheck> {
  if (pattern === undefined) return;
  const source = String(pattern);
  const expression = compiler.pattern(source);
  const message = `must match ${source}`;
  yield (value, run) =>
    typeof value !== "string" ||
    expression.test(value, run) ||
    run.fail(message);
}

function enumCheck(values: unknown): SchemaCheck {
  if (!Array.isArray(values)) throw new SchemaError("enum must be an array");
  const message = `must be ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
  const all = new JsonKeys();
  // Objects and arrays are compared by a text key. Primitive values are
  // compared directly.
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
