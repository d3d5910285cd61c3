import { DEPENDENT } from "./references.js";
import { isObject, own } from "../validation/guards.js";
import { SchemaError } from "./run.js";
import { sizeKeywords } from "./values.js";
import type { Check } from "./run.js";
import type { Site } from "./keyword-context.js";

/** Compiles the keywords for objects. */
export function* objectKeywords(site: Site): Iterable<Check> {
  const { schema, base, compiler } = site;
  const { required, propertyNames } = schema;
  if (required !== undefined) {
    yield needs(strings("required", required));
  }
  if (
    schema.properties !== undefined ||
    schema.patternProperties !== undefined ||
    schema.additionalProperties !== undefined
  ) {
    yield properties(site);
  }
  if (propertyNames !== undefined) {
    const check = compiler.compile(propertyNames, base);
    yield (value, run) =>
      !isObject(value) ||
      Object.keys(value).every(
        (name) =>
          run.quietly(check, name) ||
          run.fail(`must not have the name ${JSON.stringify(name)}`),
      );
  }
  yield* sizeKeywords(schema, "Properties", "properties", (value) =>
    isObject(value) ? Object.keys(value).length : undefined,
  );
  for (const keyword of DEPENDENT) {
    if (schema[keyword] !== undefined) yield dependents(site, keyword);
  }
}

function properties({ schema, base, compiler }: Site): Check {
  const named = new Map(
    schemaMembers("properties", schema.properties).map(([name, part]) => [
      name,
      compiler.compile(part, base),
    ]),
  );
  const patterns = schemaMembers(
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
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of Object.keys(value)) {
      const one = value[name];
      if (one === undefined) continue;
      const check = named.get(name);
      let known = check !== undefined;
      if (check) valid = run.at(name, check, one) && valid;
      for (const [pattern, matched] of patterns) {
        if (!pattern.test(name, run)) continue;
        known = true;
        valid = run.at(name, matched, one) && valid;
      }
      if (!known && rest) {
        known = true;
        valid = run.at(name, rest, one) && valid;
      }
      if (known) seen?.names.add(name);
    }
    return valid;
  };
}

function needs(names: readonly string[], beside = ""): Check {
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
 * Compiles a keyword such as `dependentRequired`, which applies if the object
 * has a certain property.
 */
function dependents({ schema, base, compiler }: Site, keyword: string): Check {
  const rules = schemaMembers(keyword, schema[keyword]).map(([name, part]) => {
    if (!Array.isArray(part)) {
      return { name, check: compiler.compile(part, base) };
    }
    const beside = ` because it has ${JSON.stringify(name)}`;
    return { name, check: needs(strings(keyword, part), beside) };
  });
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { name, check } of rules) {
      if (!Object.hasOwn(value, name)) continue;
      valid = run.apply(check, value, seen) && valid;
    }
    return valid;
  };
}

function schemaMembers(keyword: string, value: unknown): [string, unknown][] {
  if (value === undefined) return [];
  if (isObject(value)) return Object.entries(value);
  throw new SchemaError(`${keyword} must be an object`);
}

function strings(keyword: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value;
  }
  throw new SchemaError(`${keyword} must be an array of strings`);
}
