import { isObject } from "../validation/guards.js";
import { arrayKeywords } from "./arrays.js";
import { objectKeywords } from "./objects.js";
import { applyAll, SchemaError, EvaluatedKeys } from "./run.js";
import { valueKeywords } from "./values.js";
import type { SchemaCheck } from "./run.js";
import type { KeywordContext } from "./keyword-context.js";

/**
 * Number of base URIs that count as one step of validation work when
 * `$dynamicRef` compares them.
 */
const SCOPES_PER_STEP = 8;

/** Compiles all keywords of one schema object to a single check. */
export function compileKeywords(
  given: KeywordContext["schema"],
  base: string,
  compiler: KeywordContext["compiler"],
): SchemaCheck {
  const { draft7, ignored } = compiler.resources;
  const schema =
    ignored.length === 0
      ? given
      : Object.fromEntries(
          Object.entries(given).filter(
            ([keyword]) => !ignored.some((pattern) => pattern.test(keyword)),
          ),
        );
  const context = { schema, base, compiler };
  if (draft7 && schema.$ref !== undefined) return compileReference(context);
  const checks = [
    ...(schema.$ref === undefined ? [] : [compileReference(context)]),
    ...(schema.$dynamicRef === undefined
      ? []
      : [compileDynamicReference(context)]),
    ...valueKeywords(context, [
      ...logicKeywords(context),
      ...objectKeywords(context),
      ...arrayKeywords(context),
    ]),
  ];
  const all = applyAll(checks);
  const closing = [...compileUnevaluated(context)];
  const last = applyAll(closing);
  const whole: SchemaCheck = closing[0]
    ? (value, run, evaluated) => {
        const own = new EvaluatedKeys();
        if (!all(value, run, own) || !last(value, run, own)) return false;
        evaluated?.add(own, run);
        return true;
      }
    : all;
  return schema.$id === undefined ? whole : withScope(whole, base);
}

/**
 * Returns a check that pushes the base URI of the schema to the scope stack
 * while the given check runs. `$dynamicRef` uses this stack.
 */
function withScope(check: SchemaCheck, base: string): SchemaCheck {
  return (value, run, evaluated) => {
    run.scope.push(base);
    const valid = check(value, run, evaluated);
    run.scope.pop();
    return valid;
  };
}

function compileReference({
  schema,
  base,
  compiler,
}: KeywordContext): SchemaCheck {
  const target = compiler.resources.resolve(schema.$ref, base);
  const check = compiler.refer(target);
  return target.base === base ? check : withScope(check, target.base);
}

/**
 * Returns a check that applies the given check one level deeper, which counts
 * towards the depth limit.
 */
function applyDeeper(check: SchemaCheck): SchemaCheck {
  return (value, run, evaluated) => run.apply(check, value, evaluated);
}

/**
 * Compiles `$dynamicRef`. The reference resolves to the outermost schema
 * resource in scope that has the anchor.
 */
function compileDynamicReference({
  schema,
  base,
  compiler,
}: KeywordContext): SchemaCheck {
  const { resources } = compiler;
  const text = String(schema.$dynamicRef);
  const target = resources.resolve(text, base);
  const places = resources.dynamic.get(text.slice(text.indexOf("#") + 1));
  const fixed = compiler.refer(target);
  if (!places?.has(target.base)) return fixed;
  const checks = new Map(
    [...places].map(([base, place]) => [base, compiler.refer(place)]),
  );
  return (value, run, evaluated) => {
    run.spend(Math.ceil(run.scope.length / SCOPES_PER_STEP));
    const base = run.scope.find((uri) => checks.has(uri)) ?? "";
    return (checks.get(base) ?? fixed)(value, run, evaluated);
  };
}

function* logicKeywords({
  schema,
  base,
  compiler,
}: KeywordContext): Iterable<SchemaCheck> {
  const { allOf, not } = schema;
  const compile = (part: unknown): SchemaCheck => compiler.compile(part, base);
  const list = (name: string, value: unknown): SchemaCheck[] => {
    if (Array.isArray(value) && value.length > 0) return value.map(compile);
    throw new SchemaError(`${name} must be an array of schemas`);
  };
  if (allOf !== undefined) {
    const checks = list("allOf", allOf);
    yield applyAll(checks.map(applyDeeper));
  }
  for (const [name, enough] of [
    ["anyOf", 1],
    ["oneOf", 2],
  ] as const) {
    if (schema[name] === undefined) continue;
    const checks = list(name, schema[name]);
    const how = enough === 1 ? "at least" : "exactly";
    const message = `must match ${how} one "${name}" schema`;
    yield (value, run, evaluated) => {
      const most = evaluated ? Infinity : enough;
      let count = 0;
      for (const check of checks)
        if (run.applySilently(check, value, evaluated) && ++count >= most)
          break;
      return count === 1 || (count > 1 && enough === 1) || run.fail(message);
    };
  }
  if (not !== undefined) {
    const check = compile(not);
    yield (value, run) =>
      !run.applySilently(check, value) ||
      run.fail('must not match the "not" schema');
  }
  if (schema.if !== undefined) yield compileCondition(schema, compile);
}

function compileCondition(
  schema: KeywordContext["schema"],
  compile: (part: unknown) => SchemaCheck,
): SchemaCheck {
  const test = compile(schema.if);
  const yes = compile(schema.then ?? true);
  const no = compile(schema.else ?? true);
  return (value, run, evaluated) =>
    run.apply(
      run.applySilently(test, value, evaluated) ? yes : no,
      value,
      evaluated,
    );
}

function* compileUnevaluated({
  schema,
  base,
  compiler,
}: KeywordContext): Iterable<SchemaCheck> {
  const { unevaluatedProperties, unevaluatedItems } = schema;
  if (unevaluatedProperties !== undefined) {
    const check = compiler.compile(unevaluatedProperties, base);
    yield (value, run, evaluated) => {
      if (!evaluated || evaluated.allProperties || !isObject(value))
        return true;
      let valid = true;
      for (const name of Object.keys(value)) {
        if (evaluated.has(name)) continue;
        valid = run.applyAt(name, check, value[name]) && valid;
      }
      evaluated.allProperties = true;
      return valid;
    };
  }
  if (unevaluatedItems !== undefined) {
    const check = compiler.compile(unevaluatedItems, base);
    yield (value, run, evaluated) => {
      if (!evaluated || !Array.isArray(value)) return true;
      let valid = true;
      for (let index = evaluated.items; index < value.length; index++) {
        if (evaluated.has(index)) continue;
        valid = run.applyAt(index, check, value[index]) && valid;
      }
      evaluated.items = Infinity;
      return valid;
    };
  }
}
