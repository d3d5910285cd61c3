/**
 * Optional second pass over a valid value. The second pass strips or reports
 * unknown keys, and checks string formats.
 */
import { hasOwn, type Fields } from "./guards.js";
import {
  createLocation,
  NO_NAMES,
  type ValueLocation,
} from "./explain/places.js";
import { addUnshapedIssue, type Report } from "./explain/report.js";
import {
  getItemRefiners,
  getKeyRefiners,
  getRefiners,
  NOTHING,
  resolveRefiners,
  type Refiners,
} from "./refiners.js";
import { resolveShape, type Shape } from "./shape.js";

/**
 * Options for handling unknown keys and string formats. `ValidateOptions`
 * documents these options.
 */
export interface Refinement {
  readonly unknownKeys: "keep" | "strip" | "reject";
  readonly formats: "ignore" | "assert";
}

/** State of one pass over a value. */
interface Pass {
  readonly report: Report;
  readonly strips: boolean;
  readonly rejects: boolean;
  readonly asserts: boolean;
  /**
   * Keys on the path from the root value to the visited part. Only the first
   * `depth` keys are valid.
   */
  readonly path: (string | number)[];
  depth: number;
}

/**
 * Strips or reports unknown keys of a valid value, and checks string formats.
 * Returns the value, or a copy without unknown keys. Nested parts without
 * unknown keys are not copied. Adds issues to `report`.
 */
export function refine(
  shape: Shape,
  value: unknown,
  report: Report,
  { unknownKeys, formats }: Refinement,
): unknown {
  const strips = unknownKeys === "strip";
  const pass: Pass = {
    report,
    strips,
    rejects: unknownKeys === "reject",
    asserts: formats === "assert",
    path: [],
    depth: 0,
  };
  try {
    const refined = refineValue(getRefiners(shape), value, 0, pass);
    return strips && refined === value && resolveShape(shape).kind !== "any"
      ? copyValue(value)
      : refined;
  } catch (problem) {
    report.thrownAt = locate(pass, pass.depth);
    throw problem;
  }
}

function copyValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? Array.from<unknown>(value) : { ...value };
}

/** Returns the location to which the first `depth` keys of the path lead. */
function locate({ path }: Pass, depth: number): ValueLocation | null {
  let at: ValueLocation | null = null;
  for (const key of path.slice(0, depth))
    at = createLocation(at, NO_NAMES, key);
  return at;
}

function refineValue(
  refiners: Refiners,
  value: unknown,
  depth: number,
  pass: Pass,
): unknown {
  if (refiners === NOTHING) return value;
  if (typeof value === "string") {
    if (pass.asserts) assertFormat(refiners, value, depth, pass);
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  pass.depth = depth;
  const resolved = resolveRefiners(refiners, value);
  return Array.isArray(value)
    ? refineArray(resolved, value, depth, pass)
    : refineObject(resolved, value as Fields, depth, pass);
}

function assertFormat(
  refiners: Refiners,
  value: string,
  depth: number,
  pass: Pass,
): void {
  const failing = new Set<string>();
  for (const { shape, test } of resolveRefiners(refiners, value)) {
    if (!test || test(value)) return;
    if (shape.kind === "string") failing.add(shape.details.format as string);
  }
  if (failing.size === 0) return;
  const expected = `string of format ${[...failing].join(" or ")}`;
  addUnshapedIssue(pass.report, expected, value, locate(pass, depth));
}

function refineArray(
  refiners: Refiners,
  value: readonly unknown[],
  depth: number,
  pass: Pass,
): unknown {
  const items = getItemRefiners(refiners);
  if (items === NOTHING) return value;
  let copy: unknown[] | null = null;
  for (let i = 0; i < value.length; i++) {
    const item = value[i];
    pass.path[depth] = i;
    const refined = refineValue(items, item, depth + 1, pass);
    pass.depth = depth;
    if (refined !== item) copy ??= value.slice();
    if (copy) copy[i] = refined;
  }
  return copy ?? value;
}

function refineObject(
  refiners: Refiners,
  value: Fields,
  depth: number,
  pass: Pass,
): unknown {
  let copy: Record<string, unknown> | null = null;
  // V8 keeps the keys of `for...in` with the hidden class of the object, whereas
  // `Object.keys` creates an array.
  for (const key in value) {
    if (!hasOwn(value, key)) continue;
    const found = getKeyRefiners(refiners, key);
    if (found === undefined && !isParamsMeta(key, depth, pass)) {
      if (pass.strips) copy ??= copyBefore(value, key);
      else if (pass.rejects && value[key] !== undefined)
        rejectKey(key, value[key], depth, pass);
      continue;
    }
    if (found === undefined || found === NOTHING) {
      if (copy) setKey(copy, key, value[key]);
      continue;
    }
    const part = value[key];
    pass.path[depth] = key;
    const refined = refineValue(found, part, depth + 1, pass);
    pass.depth = depth;
    if (refined !== part) copy ??= copyBefore(value, key);
    if (copy) setKey(copy, key, refined);
  }
  return copy ?? value;
}

/** The schema of a revision may leave out `params._meta`, which is a known key. */
function isParamsMeta(key: string, depth: number, { path }: Pass): boolean {
  return key === "_meta" && depth > 0 && path[depth - 1] === "params";
}

function rejectKey(
  key: string,
  value: unknown,
  depth: number,
  pass: Pass,
): void {
  const at = createLocation(locate(pass, depth), NO_NAMES, key);
  addUnshapedIssue(pass.report, "no unknown key", value, at);
}

/** Copies the keys of an object that precede the key `end`. */
function copyBefore(value: Fields, end: string): Record<string, unknown> {
  const copy = {};
  for (const key of Object.keys(value)) {
    if (key === end) break;
    setKey(copy, key, value[key]);
  }
  return copy;
}

function setKey(
  copy: Record<string, unknown>,
  key: string,
  value: unknown,
): void {
  // An assignment to `__proto__` would change the prototype.
  if (key === "__proto__")
    Object.defineProperty(copy, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else copy[key] = value;
}
