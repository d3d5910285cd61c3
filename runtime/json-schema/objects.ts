import { DEPENDENT_KEYWORDS } from "./references.js";
import { isObject, own } from "../validation/guards.js";
import { SchemaError } from "./run.js";
import { sizeKeywords } from "./values.js";
import type { SchemaCheck } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Compiles the JSON Schema keywords that apply to objects. */
export function* objectKeywords(
  context: KeywordContext,
): Iterable<SchemaCheck> {
  const { schema, base, compiler } = context;
  const { required, propertyNames } = schema;
  if (required !== undefined) {
    yield checkRequired(readStrings("required", required));
  }
  if (
    schema.properties !== undefined ||
    schema.patternProperties !== undefined ||
    schema.additionalProperties !== undefined
  ) {
    yield compileProperties(context);
  }
  if (propertyNames !== undefined) {
    const check = compiler.compile(propertyNames, base);
    yield (value, run) =>
      !isObject(value) ||
      Object.keys(value).every(
        (name) =>
          run.applySilently(check, name) ||
          run.fail(`must not have the name ${JSON.stringify(name)}`),
      );
  }
  yield* sizeKeywords(schema, "Properties", "properties", (value) =>
    isObject(value) ? Object.keys(value).length : undefined,
  );
  for (const keyword of DEPENDENT_KEYWORDS) {
    if (schema[keyword] !== undefined)
      yield compileDependents(context, keyword);
  }
}

function compileProperties({
  schema,
  base,
  compiler,
}: KeywordContext): SchemaCheck {
  const named = new Map(
    readSchemas("properties", schema.properties).map(([name, part]) => [
      name,
      compiler.compile(part, base),
    ]),
  );
  const patterns = readSchemas(
    "patternProperties",
    schema.patternProperties,
  ).map(
    ([pattern, part]) =>
      [compiler.pattern(pattern), compiler.compile(part, base)] as const,
  );
  const rest =
    schema.additionalProperties === undefined
      ? undefined
      : compiler.compile(schema.additionalProperties, base);
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const check = named.get(name);
      let known = check !== undefined;
      if (check) valid = run.applyAt(name, check, member) && valid;
      for (const [pattern, matched] of patterns) {
        if (!pattern.test(name, run)) continue;
        known = true;
        valid = run.applyAt(name, matched, member) && valid;
      }
      if (!known && rest) {
        known = true;
        valid = run.applyAt(name, rest, member) && valid;
      }
      if (known) evaluated?.names.add(name);
    }
    return valid;
  };
}

function checkRequired(names: readonly string[], beside = ""): SchemaCheck {
  return (value, run) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of names) {
      if (own(value, name) !== undefined) continue;
      valid = run.fail(`needs ${JSON.stringify(name)}${beside}`);
    }
    return valid;
  };
}

/**
 * Compiles a keyword such as `dependentRequired`. Its rules apply only to
 * objects that have a certain property.
 */
function compileDependents(
  { schema, base, compiler }: KeywordContext,
  keyword: string,
): SchemaCheck {
  const rules = readSchemas(keyword, schema[keyword]).map(([name, part]) => {
    if (!Array.isArray(part)) {
      return { name, check: compiler.compile(part, base) };
    }
    const beside = ` because it has ${JSON.stringify(name)}`;
    return { name, check: checkRequired(readStrings(keyword, part), beside) };
  });
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { name, check } of rules) {
      if (!Object.hasOwn(value, name)) continue;
      valid = run.apply(check, value, evaluated) && valid;
    }
    return valid;
  };
}

function readSchemas(keyword: string, value: unknown): [string, unknown][] {
  if (value === undefined) return [];
  if (isObject(value)) return Object.entries(value);
  throw new SchemaError(`${keyword} must be an object`);
}

function readStrings(keyword: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) {
    return value;
  }
  throw new SchemaError(`${keyword} must be an array of strings`);
}
