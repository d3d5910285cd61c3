/**
 * Creates values for test cases. Each value replaces one part of a valid value,
 * and tests one rule.
 */
import { accepts } from "../../model/normal/accepts.js";
import type {
  Normal,
  NormalObject,
  Normals,
} from "../../model/normal/types.js";
import { generateValue, MAX_LENGTH } from "./generate-value.js";
import type { Random } from "./random.js";
import type { Rule } from "./rules.js";
import { listTypes, type TypedPosition } from "./typed-positions.js";

/**
 * Rule, and a value that tests the rule. The value replaces one part of a valid
 * value.
 */
export type Candidate = readonly [rule: Rule, value: unknown];

/** One value of each JSON type except `null`. */
const OTHERS = ["text", 7, true, [7], { a: 7 }];

/** Numbers that exceed the range of integers of 32, 53 or 64 bits. */
const LARGE = [2 ** 31, 2 ** 53, 1e21, -1e21];

/**
 * Yields the candidates for a position: values that replace the value at the
 * position, each with the rule that it tests.
 */
export function* createCandidates(
  { value, declared, type }: TypedPosition,
  normals: Normals,
  random: Random,
): Generator<Candidate> {
  const wrong = OTHERS.find((other) => !accepts(declared, other, normals));
  yield ["null", null];
  if (wrong !== undefined) yield ["type", wrong];
  const alternatives = listTypes(
    declared.kind === "ref" ? normals.body(declared.name) : declared,
  );
  if (alternatives.length > 1)
    for (const variant of new Set([alternatives[0], alternatives.at(-1)]))
      if (variant) yield* createVariants(variant, normals, random);
  switch (type.kind) {
    case "object":
      yield* createObjects(type, value as Members, normals);
      break;
    case "array": {
      const { minItems = 0, maxItems, element } = type;
      yield ["object or array", {}];
      yield ["empty", []];
      const repeat = (length: number) =>
        Array.from({ length }, () => generateValue(element, normals, random));
      for (const limit of [minItems, maxItems ?? minItems])
        if (limit > 0 && limit < MAX_LENGTH)
          for (const length of [limit - 1, limit, limit + 1])
            yield ["limit", repeat(length)];
      break;
    }
    case "number": {
      const { integer, minimum, maximum } = type;
      yield [integer ? "integer" : "fraction", 0.5];
      for (const number of LARGE) yield ["large number", number];
      for (const limit of [minimum, maximum])
        if (limit !== undefined)
          for (const step of [0, 1, -1, ...(integer ? [] : [0.001, -0.001])])
            yield ["limit", limit + step];
      break;
    }
    case "string": {
      const { minLength, maxLength, patterns } = type;
      yield ["empty", ""];
      for (const limit of [minLength, maxLength])
        if (limit !== undefined && limit < MAX_LENGTH)
          for (const length of [limit - 1, limit, limit + 1])
            if (length >= 0) yield ["limit", "𝒳".repeat(length)];
      if (patterns) yield ["limit", "\u0000"];
      break;
    }
    case "literals":
      yield ["literal", typeof value === "string" ? `${value}x` : 0.25];
      if (typeof value === "string") yield ["literal", value.toUpperCase()];
      break;
  }
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Yields a value of `variant`, which is one type of a union. For an object
 * type, also yields copies of the value that lack one member or have a wrong
 * discriminant.
 */
function* createVariants(
  variant: Normal,
  normals: Normals,
  random: Random,
): Generator<Candidate> {
  const value = generateValue(variant, normals, random, 0);
  yield ["variant", value];
  const body = variant.kind === "ref" ? normals.body(variant.name) : variant;
  if (body.kind !== "object") return;
  const { key, values } = findTag(body) ?? { values: [] };
  const members = value as Members;
  for (const { name, required } of body.properties)
    if (required && name !== key) yield ["variant", omit(members, name)];
  if (key === undefined) return;
  yield ["discriminant", { ...members, [key]: `${values.join()}?` }];
  yield ["discriminant", omit(members, key)];
}

/**
 * Returns the key and the allowed values of the first member whose type
 * consists of literals. This member is used as the discriminant.
 */
function findTag({ properties }: NormalObject) {
  for (const { name: key, type } of properties)
    if (type.kind === "literals") return { key, values: type.values };
  return undefined;
}

function* createObjects(
  type: NormalObject,
  value: Members,
  normals: Normals,
): Generator<Candidate> {
  yield ["object or array", []];
  yield ["empty", {}];
  const { properties, index } = type;
  const key = "unknown-key";
  if (!index || index.kind === "any")
    yield ["unknown key", { ...value, [key]: { deep: [null, 1.5] } }];
  else
    for (const other of [null, ...OTHERS])
      if (!accepts(index, other, normals))
        yield ["index signature", { ...value, [key]: other }];
  for (const { name, type: inner, required } of properties) {
    if (required) yield ["required", omit(value, name)];
    const cased = changeCase(name);
    if (cased === name || properties.some((other) => other.name === cased))
      continue;
    if (required)
      yield ["key case", { ...omit(value, name), [cased]: value[name] }];
    const wrong = OTHERS.find((other) => !accepts(inner, other, normals));
    if (wrong !== undefined) yield ["key case", { ...value, [cased]: wrong }];
  }
}

function omit(value: Members, key: string): Members {
  const { [key]: _, ...others } = value;
  return others;
}

/** Changes the case of the first letter. */
function changeCase(name: string): string {
  return name.replace(/[a-z]/i, (letter) =>
    letter === letter.toUpperCase()
      ? letter.toLowerCase()
      : letter.toUpperCase(),
  );
}
