/**
 * Optional second pass over a valid value. The second pass strips or reports
 * unknown keys, and checks string formats.
 */
import type { Validation } from "../explain/issues.js";
import { createWording, getRootNode } from "../explain/nodes.js";
import {
  addIssueAtPath,
  getIssueCount,
  type Report,
} from "../explain/report.js";
import { hasFormat } from "../formats.js";
import { hasOwn, type Fields } from "../guards.js";
import {
  findNodes,
  getLastKeys,
  NOTHING,
  resolveNodes,
  type Nodes,
} from "./nodes.js";
import type { Shape } from "../shape.js";
import type { Refinement } from "./options.js";

const UNKNOWN_KEY = /*@__PURE__*/ createWording("", "no unknown key");

/** State of one pass over a value. */
interface Pass {
  readonly report: Report;
  readonly options: Refinement;
  /**
   * Keys of the root value, such as `jsonrpc`, that are known even if the
   * runtime schema does not declare them.
   */
  readonly envelope: readonly string[];
  /**
   * Keys on the path from the root value to the visited part. Only the first
   * `depth` keys are valid.
   */
  readonly path: (string | number)[];
  depth: number;
}

/**
 * Strips or reports unknown keys of a valid value, and checks string formats.
 * With the option `strip`, returns a copy of the value. Nested parts without
 * unknown keys are not copied. `envelope` contains keys of the root value that
 * are known even if `shape` does not declare them.
 */
export function refine<T>(
  shape: Shape,
  value: T,
  report: Report,
  options: Refinement,
  envelope: readonly string[] = [],
): Validation<T> {
  const pass: Pass = { report, options, envelope, path: [], depth: 0 };
  let refined: unknown;
  try {
    refined = refineValue([getRootNode(shape)], value, 0, pass);
  } catch {
    const words = createWording("", "a readable value");
    addIssueAtPath(report, pass.path, pass.depth, words, undefined);
  }
  const { issues, more } = report;
  return getIssueCount(report) === 0
    ? { ok: true, value: refined as T }
    : { ok: false, issues, more };
}

function refineValue(
  nodes: Nodes,
  value: unknown,
  depth: number,
  pass: Pass,
): unknown {
  if (typeof value === "string") return assertFormat(nodes, value, depth, pass);
  if (typeof value !== "object" || value === null) return value;
  pass.depth = depth;
  const matching = resolveNodes(nodes, value);
  return Array.isArray(value)
    ? refineArray(matching, value, depth, pass)
    : refineObject(matching, value as Fields, depth, pass);
}

/**
 * Reports a string if it has none of the formats that the matching nodes
 * declare.
 */
function assertFormat(
  nodes: Nodes,
  value: string,
  depth: number,
  pass: Pass,
): string {
  if (pass.options.formats !== "assert") return value;
  const formats: string[] = [];
  for (const { shape } of resolveNodes(nodes, value)) {
    const format = shape.kind === "string" && shape.details.format;
    if (!format || hasFormat(format, value)) return value;
    formats.push(format);
  }
  const expected = `string of format ${formats.join(" or ")}`;
  const words = createWording("", expected);
  addIssueAtPath(pass.report, pass.path, depth, words, value);
  return value;
}

function refineArray(
  nodes: Nodes,
  value: readonly unknown[],
  depth: number,
  pass: Pass,
): unknown {
  const items = findNodes(nodes, undefined, 0) ?? NOTHING;
  const strips = pass.options.unknownKeys === "strip";
  let copy = strips && depth === 0 ? [...value] : null;
  for (let i = items === NOTHING ? value.length : 0; i < value.length; i++) {
    const item = value[i];
    pass.path[depth] = i;
    const refined = refineValue(items, item, depth + 1, pass);
    pass.depth = depth;
    if (refined !== item) (copy ??= [...value])[i] = refined;
  }
  return copy ?? value;
}

function refineObject(
  nodes: Nodes,
  value: Fields,
  depth: number,
  pass: Pass,
): unknown {
  const { report, path } = pass;
  const { unknownKeys } = pass.options;
  const strips = unknownKeys === "strip";
  let copy: Record<string, unknown> | null = strips && depth === 0 ? {} : null;
  const lastKeys = getLastKeys(nodes);
  let position = 0;
  // Use `for...in`: V8 caches the keys with the hidden class of the object,
  // whereas `Object.keys` creates an array.
  for (const key in value) {
    if (!hasOwn(value, key)) continue;
    const last = position < lastKeys.length ? lastKeys[position] : undefined;
    const declared =
      last !== undefined && last.key === key
        ? last.nodes
        : findNodes(nodes, key, position);
    // `position` counts only declared keys, so that an unknown key does not
    // change the positions of the keys after it.
    if (declared) position++;
    const found = declared ?? findImplied(key, depth, pass);
    if (found === NOTHING) {
      if (copy) copy = addKey(copy, key, value[key]);
      continue;
    }
    const part = value[key];
    path[depth] = key;
    if (found) {
      const refined = refineValue(found, part, depth + 1, pass);
      pass.depth = depth;
      if (refined !== part) copy ??= copyBefore(value, key);
      if (copy) copy = addKey(copy, key, refined);
    } else if (strips) {
      copy ??= copyBefore(value, key);
    } else if (unknownKeys === "reject" && part !== undefined) {
      addIssueAtPath(report, path, depth + 1, UNKNOWN_KEY, part);
    }
  }
  return copy ?? value;
}

/**
 * Accepts the keys of the envelope, and `params._meta`, which the schema of a
 * revision may leave out.
 */
function findImplied(
  key: string,
  depth: number,
  { path, envelope }: Pass,
): Nodes | undefined {
  const isImplied =
    depth === 0
      ? envelope.includes(key)
      : key === "_meta" && path[depth - 1] === "params";
  return isImplied ? NOTHING : undefined;
}

/** Copies the keys of an object that precede the key `end`. */
function copyBefore(value: Fields, end: string): Record<string, unknown> {
  let copy = {};
  for (const key of Object.keys(value)) {
    if (key === end) break;
    copy = addKey(copy, key, value[key]);
  }
  return copy;
}

function addKey(
  copy: Record<string, unknown>,
  key: string,
  value: unknown,
): Record<string, unknown> {
  // An assignment to `__proto__` would change the prototype.
  if (key === "__proto__") return { ...copy, [key]: value };
  copy[key] = value;
  return copy;
}
