import { countTextSteps, isCompound } from "./json-key.js";
import { SchemaError } from "./run.js";
import { readLimit, sizeKeywords } from "./ranges.js";
import type { SchemaCheck, SchemaRun } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/** Compiles the JSON Schema keywords that apply to arrays. */
export function* arrayKeywords(context: KeywordContext): Iterable<SchemaCheck> {
  const { schema } = context;
  if (schema.prefixItems !== undefined || schema.items !== undefined) {
    yield compileItems(context);
  }
  if (schema.contains !== undefined) yield compileContains(context);
  yield* sizeKeywords(schema, "Items", "items", (value) =>
    Array.isArray(value) ? value.length : undefined,
  );
  if (schema.uniqueItems === true) {
    yield (value, run) =>
      !Array.isArray(value) ||
      countDifferent(value, run) === value.length ||
      run.fail("must not contain equal items");
  }
}

/** Returns the number of different values in an array. */
function countDifferent(items: readonly unknown[], run: SchemaRun): number {
  const primitives = new Set();
  let keys: Set<string> | undefined;
  for (const item of items) {
    if (isCompound(item)) (keys ??= new Set()).add(run.getKey(item));
    else {
      run.spend(1 + (typeof item === "string" ? countTextSteps(item) : 0));
      primitives.add(item);
    }
  }
  return primitives.size + (keys?.size ?? 0);
}

/**
 * Compiles the keywords `prefixItems` and `items`. In draft-07, an array as
 * value of `items` has the meaning of `prefixItems` in 2020-12.
 */
function compileItems({ schema, base, compiler }: KeywordContext): SchemaCheck {
  const tuple = Array.isArray(schema.items);
  const first = tuple ? schema.items : (schema.prefixItems ?? []);
  if (!Array.isArray(first)) {
    throw new SchemaError("prefixItems must be an array of schemas");
  }
  const others = tuple ? schema.additionalItems : schema.items;
  const checks = first.map((part) => compiler.compile(part, base));
  const rest =
    others === undefined ? undefined : compiler.compile(others, base);
  return (value, run, evaluated) => {
    if (!Array.isArray(value)) return true;
    let valid = true;
    const end = rest ? value.length : Math.min(value.length, checks.length);
    for (let index = 0; index < end; index++) {
      const check = checks[index] ?? rest;
      if (check === undefined || run.applyAt(index, check, value[index]))
        continue;
      if (run.quiet) return false;
      valid = false;
    }
    if (evaluated)
      evaluated.items = Math.max(evaluated.items, rest ? Infinity : end);
    return valid;
  };
}

function compileContains({
  schema,
  base,
  compiler,
}: KeywordContext): SchemaCheck {
  const check = compiler.compile(schema.contains, base);
  const least = readLimit(schema, "minContains") ?? 1;
  const most = readLimit(schema, "maxContains") ?? Infinity;
  const tooFew = `must have at least ${least} items that match "contains"`;
  const tooMany = `must have at most ${most} items that match "contains"`;
  const { draft7 } = compiler.resources;
  return (value, run, evaluated) => {
    if (!Array.isArray(value)) return true;
    let count = 0;
    for (const [index, item] of value.entries()) {
      if (!run.applySilently(check, item)) continue;
      count += 1;
      if (!draft7) evaluated?.addKey(index);
    }
    if (count < least) return run.fail(tooFew);
    return count <= most || run.fail(tooMany);
  };
}
