import { DEPENDENT_KEYWORDS } from "./references.js";
import { hasOwn, isObject, own } from "../validation/guards.js";
import { countTextSteps } from "./json-key.js";
import { SchemaError } from "./run.js";
import { sizeKeywords } from "./ranges.js";
import type { SchemaCheck } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Compiles the JSON Schema keywords that apply to objects. */
export function* objectKeywords(
  context: KeywordContext,
): Iterable<SchemaCheck> {
  const { schema, base, compiler } = context;
  const { required, propertyNames } = schema;
  const needed =
    required === undefined ? [] : readStrings("required", required);
  if (
    schema.properties !== undefined ||
    schema.patternProperties !== undefined ||
    schema.additionalProperties !== undefined
  ) {
    yield compileProperties(context, needed);
  } else if (needed.length > 0) yield checkRequired(context, needed);
  if (propertyNames !== undefined) {
    const check = compiler.compile(propertyNames, base);
    yield (value, run) =>
      !isObject(value) ||
      Object.keys(value).every((name) => {
        run.spend(countTextSteps(name));
        return (
          run.applySilently(check, name) ||
          (!run.quiet &&
            run.fail(`must not have the name ${JSON.stringify(name)}`))
        );
      });
  }
  yield* sizeKeywords(schema, "Properties", "properties", (value, run) => {
    if (!isObject(value)) return undefined;
    const { length } = Object.keys(value);
    run.spend(length);
    return length;
  });
  for (const keyword of DEPENDENT_KEYWORDS) {
    if (schema[keyword] !== undefined)
      yield compileDependents(context, keyword);
  }
}

/** Rule for the property with the name `name`. */
interface PropertyRule {
  readonly name: string;
  /**
   * Index of the rule in the list of rules. Rules for `properties` have the
   * order of the schema.
   */
  readonly index: number;
  /**
   * Check for the property's subschema in the keyword `properties`. Undefined
   * if the keyword does not list the property.
   */
  readonly check: SchemaCheck | undefined;
  readonly required: boolean;
}

/**
 * Compiles `properties`, `patternProperties`, `additionalProperties` and
 * `required` to a single check. One loop checks the properties and counts the
 * required ones.
 */
function compileProperties(
  context: KeywordContext,
  required: readonly string[],
): SchemaCheck {
  const { schema, base, compiler } = context;
  const named = new Map(readSchemas("properties", schema.properties));
  const needed = new Set(required);
  const rules = [...new Set([...named.keys(), ...needed])].map(
    (name, index): PropertyRule => ({
      name,
      index,
      check: named.has(name)
        ? compiler.compile(named.get(name), base)
        : undefined,
      required: needed.has(name),
    }),
  );
  const cost = compiler.getCost(required);
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const findMissing = checkRequired(context, required);
  const patterns = readSchemas(
    "patternProperties",
    schema.patternProperties,
  ).map(
    ([pattern, part]) =>
      [compiler.pattern(pattern), compiler.compile(part, base)] as const,
  );
  const hasPatterns = patterns.length > 0;
  const rest =
    schema.additionalProperties === undefined
      ? undefined
      : compiler.compile(schema.additionalProperties, base);
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    const start = run.issueCount;
    let valid = true;
    let missing = needed.size;
    let unchecked = 0;
    // First try the rule after the last used rule: objects often have their
    // properties in the order of the schema.
    let next = 0;
    for (const name in value) {
      if (!hasOwn(value, name)) continue;
      const member = value[name];
      if (member === undefined) continue;
      // V8 compares an object with undefined faster than it converts the object
      // to a boolean.
      let rule: PropertyRule | undefined = rules[next];
      if (rule === undefined || rule.name !== name) rule = byName.get(name);
      // Whether the property is valid. Undefined if no schema applies to it.
      let fits: boolean | undefined;
      if (rule !== undefined) {
        next = rule.index + 1;
        if (rule.required) missing -= 1;
        if (rule.check !== undefined)
          fits = run.applyAt(name, rule.check, member);
      }
      if (hasPatterns) {
        for (const [pattern, check] of patterns)
          if (pattern.test(name, run))
            fits = run.applyAt(name, check, member) && fits !== false;
      }
      if (fits === undefined && rest !== undefined)
        fits = run.applyAt(name, rest, member);
      if (fits === undefined) {
        unchecked += 1;
        continue;
      }
      if (!fits && run.quiet) return false;
      valid &&= fits;
      evaluated?.addKey(name);
    }
    run.spend(unchecked + cost);
    return missing === 0 ? valid : run.failBefore(start, findMissing, value);
  };
}

function checkRequired(
  { compiler }: KeywordContext,
  names: readonly string[],
  beside = "",
): SchemaCheck {
  const cost = compiler.getCost(names);
  return (value, run) => {
    if (!isObject(value)) return true;
    run.spend(cost);
    let valid = true;
    for (const name of names) {
      if (own(value, name) !== undefined) continue;
      if (run.quiet) return false;
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
  context: KeywordContext,
  keyword: string,
): SchemaCheck {
  const { schema, base, compiler } = context;
  const rules = readSchemas(keyword, schema[keyword]).map(([name, part]) => {
    if (!Array.isArray(part)) {
      return { name, check: compiler.compile(part, base) };
    }
    const beside = ` because it has ${JSON.stringify(name)}`;
    const names = readStrings(keyword, part);
    return { name, check: checkRequired(context, names, beside) };
  });
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    run.spend(rules.length);
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
