/** Explanation of why a guard rejected a value. */
import { bounds } from "./expectations.js";
import {
  hasOwn,
  isObject,
  lengthOf,
  MAX_DEPTH,
  own,
  type Fields,
} from "../guards.js";
import { isBetween } from "../kinds.js";
import { kindOf } from "./kinds-of.js";
import { likeliest, nearest, ofKind } from "./nearest.js";
import { depthOf, inside, type Place } from "./places.js";
import { signsIn } from "./member-index.js";
import {
  addIssue,
  addWorded,
  countOf,
  isFull,
  newReport,
  type Report,
} from "./report.js";
import { innerOf, type Part, type ShapeNode } from "./nodes.js";
import type { List } from "../shape.js";

/** Reports every reason why an invalid value does not match the shape. */
export function explain(
  start: ShapeNode,
  value: unknown,
  at: Place | null,
  report: Report,
): void {
  if (--report.left < 0) return;
  if (at !== null && depthOf(at, start) > MAX_DEPTH) {
    report.left = 0;
    const depth = `at most ${MAX_DEPTH} levels of nesting`;
    addWorded(report, start, value, at, depth);
    return;
  }
  const kind = kindOf(value);
  let node = start;
  // Descends from a union to the intended member. A loop is faster than
  // recursive calls.
  while ((node.kinds & kind) !== 0) {
    const { it } = node;
    let member: ShapeNode | undefined;
    switch (it.kind) {
      case "object":
        return explainObject(node, value as Fields, at, report);
      case "array":
        return explainArray(node, it.of, value as unknown[], at, report);
      case "tagged":
        member = taggedMember(node, value as Fields, at, report);
        if (!member) return;
        break;
      case "union":
        member = memberFor(node, value, at, report);
        break;
      case "string":
        if (!it.free && !isBetween(it.of, lengthOf(value as string)))
          addIssue(report, node, value, at);
        for (const pattern of it.of.patterns ?? [])
          if (!pattern.test(value as string))
            addWorded(report, node, value, at, `string like ${pattern}`);
        return;
      case "integer":
      case "number":
        if (isBetween(it.of, value as number)) return;
        break;
      case "literal":
        if (it.of.includes(value as string)) return;
        break;
      default:
        return;
    }
    if (!member) break;
    node = member;
  }
  // A single call at the end keeps the function small enough for V8 to inline
  // its callees.
  addIssue(report, node, value, at, node.it.kind === "literal");
}

/**
 * Fast check for the most frequent valid values. A false result may be wrong.
 */
function isRight(part: Part, value: unknown): boolean {
  const kind = kindOf(value);
  if ((part.right & kind) !== 0) return true;
  if ((part.node.kinds & kind) === 0) return false;
  if (part.guard !== null) return part.guard(value);
  const { it } = part.node;
  if (it.kind === "literal") {
    // V8 inlines a loop, but not `includes`.
    for (const one of it.of) if (one === value) return true;
  } else if (it.kind === "union") {
    for (const member of innerOf(part.node).parts)
      if (isRight(member, value)) return true;
  }
  return false;
}

function explainObject(
  node: ShapeNode,
  value: Fields,
  at: Place | null,
  report: Report,
): void {
  const { parts, each } = innerOf(node);
  let key = "";
  try {
    // An indexed loop is faster in V8 than `for...of`.
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      key = part.name;
      const child = part.inherited ? own(value, key) : value[key];
      if (child === undefined ? !part.required : isRight(part, child)) continue;
      explain(part.node, child, placeOf(part, node, at), report);
    }
    if (each === null) return;
    for (key of Object.keys(value)) {
      const child = value[key];
      if (child === undefined || isRight(each, child)) continue;
      if (key === node.tag || parts.some(({ name }) => name === key)) continue;
      explain(each.node, child, inside(at, node, key), report);
    }
  } catch (problem) {
    thrown(problem, node, at, key, report);
  }
}

/**
 * Returns the location of a part. If the part's node starts a new list of
 * names, the location includes the part's name.
 */
function placeOf(part: Part, outer: ShapeNode, at: Place | null): Place | null {
  return part.node.path.length > 0 ? at : inside(at, outer, part.name);
}

/** Records the location of the getter that threw, then rethrows. */
function thrown(
  problem: unknown,
  node: ShapeNode,
  at: Place | null,
  key: string | number,
  report: Report,
): never {
  report.thrownAt ??= inside(at, node, key);
  throw problem;
}

/** Reports issues with an array's length and with its items. */
function explainArray(
  node: ShapeNode,
  list: List,
  value: readonly unknown[],
  at: Place | null,
  report: Report,
): void {
  if (!isBetween(list, value.length)) {
    const length = `array${bounds("of", list, "items")}`;
    addWorded(report, node, value, at, length);
  }
  const each = innerOf(node).each as Part;
  if (each.node.it.kind === "any") return;
  let i = 0;
  try {
    for (; i < value.length; i++) {
      const item = value[i];
      if (item === undefined && isFull(report) && !hasOwn(value, String(i)))
        return explainSparse(i, each, node, value, at, report);
      if (!isRight(each, item))
        explain(each.node, item, inside(at, node, i), report);
    }
  } catch (problem) {
    thrown(problem, node, at, i, report);
  }
}

/**
 * Counts missing items without visiting them, since a sparse array may have
 * billions.
 */
function explainSparse(
  start: number,
  each: Part,
  node: ShapeNode,
  value: readonly unknown[],
  at: Place | null,
  report: Report,
): void {
  let holes = value.length - start;
  for (const key of Object.keys(value)) {
    const i = Number(key);
    if (String(i) !== key || !(i >= start && i < value.length)) continue;
    holes--;
    const item = value[i];
    if (!isRight(each, item))
      explain(each.node, item, inside(at, node, i), report);
  }
  report.more += holes;
}

/**
 * Returns the union member with the value's tag. Reports a tag that no member
 * has.
 */
function taggedMember(
  node: ShapeNode,
  value: Fields,
  at: Place | null,
  report: Report,
): ShapeNode | undefined {
  const inner = innerOf(node);
  const byTag = inner.byTag as ReadonlyMap<unknown, ShapeNode>;
  const tag = inner.tag as Part;
  let found: unknown;
  try {
    found = tag.inherited ? own(value, tag.name) : value[tag.name];
  } catch (problem) {
    thrown(problem, node, at, tag.name, report);
  }
  const member = byTag.get(found);
  if (member) return member;
  const near =
    typeof found === "string"
      ? likeliest(inner.parts, found)
      : nearest(signsIn(node), value, at, null);
  const place = placeOf(tag, node, at);
  addIssue(report, tag.node, found, place, true, undefined, near?.branch);
  return undefined;
}

/**
 * Returns the union member that the value resembles most, or `undefined` if no
 * member has the value's kind.
 */
function memberFor(
  union: ShapeNode,
  value: unknown,
  at: Place | null,
  report: Report,
): ShapeNode | undefined {
  // Do not count inside a count: the work would double at every level.
  const count = report.counting ? null : countIssues;
  return isObject(value)
    ? nearest(signsIn(union), value, at, count)
    : ofKind(innerOf(union).parts, value, at, count);
}

/** Returns the number of issues without collecting them. */
function countIssues(
  node: ShapeNode,
  value: unknown,
  at: Place | null,
): number {
  const report = newReport(0, true);
  try {
    explain(node, value, at, report);
  } catch {
    // Count an exception as one issue. It is only reported for the chosen
    // member.
    report.more++;
  }
  return countOf(report);
}
