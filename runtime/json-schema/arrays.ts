import { SchemaError } from "./run.js";
import { keyOf, limit, sizeKeywords } from "./values.js";
import type { Check } from "./run.js";
import type { Site } from "./keyword-context.js";

/** Compiles the keywords for arrays. */
export function* arrayKeywords(site: Site): Iterable<Check> {
  const { schema } = site;
  if (schema.prefixItems !== undefined || schema.items !== undefined) {
    yield items(site);
  }
  if (schema.contains !== undefined) yield contains(site);
  yield* sizeKeywords(schema, "Items", "items", (value) =>
    Array.isArray(value) ? value.length : undefined,
  );
  if (schema.uniqueItems === true) {
    yield (value, run) =>
      !Array.isArray(value) ||
      new Set(value.map(keyOf)).size === value.length ||
      run.fail("must not contain equal items");
  }
}

/**
 * Compiles `prefixItems` and `items`. In draft-07, an array in `items` has the
 * meaning of `prefixItems` in 2020-12.
 */
function items({ schema, base, compiler }: Site): Check {
  const tuple = Array.isArray(schema.items);
  const first = tuple ? schema.items : (schema.prefixItems ?? []);
  if (!Array.isArray(first)) {
    throw new SchemaError("prefixItems must be an array of schemas");
  }
  const others = tuple ? schema.additionalItems : schema.items;
  const checks = first.map((part) => compiler.compile(part, base));
  const rest =
    others === undefined ? undefined : compiler.compile(others, base);
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    let valid = true;
    const end = rest ? value.length : Math.min(value.length, checks.length);
    for (let index = 0; index < end; index++) {
      const check = checks[index] ?? rest;
      if (check) valid = run.at(index, check, value[index]) && valid;
    }
    if (seen) seen.items = Math.max(seen.items, rest ? Infinity : end);
    return valid;
  };
}

function contains({ schema, base, compiler }: Site): Check {
  const check = compiler.compile(schema.contains, base);
  const least = limit(schema, "minContains") ?? 1;
  const most = limit(schema, "maxContains") ?? Infinity;
  const { draft7 } = compiler.resources;
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    let count = 0;
    for (const [index, one] of value.entries()) {
      if (!run.quietly(check, one)) continue;
      count += 1;
      if (!draft7) seen?.indexes.add(index);
    }
    if (count < least)
      return run.fail(
        `must have at least ${least} items that match "contains"`,
      );
    return (
      count <= most ||
      run.fail(`must have at most ${most} items that match "contains"`)
    );
  };
}
