/** Says what is wrong with a value that a guard has refused. */
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
import { signsIn } from "./signs.js";
import { addIssue, countOf, isFull, newReport, type Report } from "./report.js";
import { innerOf, wording, type Part, type ShapeNode } from "./nodes.js";
import type { List, Members, Range, Text } from "../shape.js";

/** Reports all that keeps a value from being of a shape that it is not of. */
export function explain(
  node: ShapeNode,
  value: unknown,
  at: Place | null,
  report: Report,
): void {
  if (--report.left < 0) return;
  if (at !== null && depthOf(at, node) > MAX_DEPTH)
    return explainDepth(node, value, at, report);
  const { it } = node;
  if ((node.kinds & kindOf(value)) !== 0)
    switch (it.kind) {
      case "object":
        return explainObject(node, value as Fields, at, report);
      case "tagged":
        return explainTagged(node, value as Fields, at, report);
      case "array":
        return explainArray(node, it.of, value as unknown[], at, report);
      case "union": {
        const member = memberFor(node, value, at, report);
        if (member) return explain(member, value, at, report);
        break;
      }
      case "string":
        return explainText(node, it.of, value as string, at, report);
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
  // Where it is added once, V8 has room for what is called above.
  addIssue(report, node, value, at, it.kind === "literal");
}

function explainDepth(
  node: ShapeNode,
  value: unknown,
  at: Place,
  report: Report,
): void {
  report.left = 0;
  const depth = `at most ${MAX_DEPTH} levels of nesting`;
  addIssue(report, node, value, at, false, wording(node.text, depth));
}

/** A quick answer for what is most often there; false may be wrong. */
function isRight({ node, guard }: Part, value: unknown): boolean {
  const kind = kindOf(value);
  if ((node.right & kind) !== 0) return true;
  if ((node.kinds & kind) === 0) return false;
  if (guard !== null) return guard(value);
  const { it } = node;
  if (it.kind === "literal") {
    // V8 inlines a loop, and calls `includes`.
    for (const one of it.of) if (one === value) return true;
  } else if (it.kind === "union") {
    for (const member of innerOf(node).parts)
      if (isRight(member, value)) return true;
  }
  return false;
}

function explainText(
  node: ShapeNode,
  limits: Text,
  value: string,
  at: Place | null,
  report: Report,
): void {
  if (!isWithin(limits, value)) addIssue(report, node, value, at);
  for (const pattern of limits.patterns ?? [])
    if (!pattern.test(value)) {
      const like = wording(node.text, `string like ${pattern}`);
      addIssue(report, node, value, at, false, like);
    }
}

function isWithin(range: Range, text: string): boolean {
  const free = range.min === undefined && range.max === undefined;
  return free || isBetween(range, lengthOf(text));
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
    // V8 takes longer for a loop without an index.
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      key = part.name;
      const child = part.inherited ? own(value, key) : value[key];
      if (child === undefined ? !part.required : isRight(part, child)) continue;
      const place = part.first ? inside(at, node, key) : at;
      explain(part.node, child, place, report);
    }
    if (each === null) return;
    const { properties } = node.it.of as Members;
    for (key of Object.keys(value)) {
      const child = value[key];
      if (child === undefined || isRight(each, child)) continue;
      if (properties.some(({ name }) => name === key)) continue;
      explain(each.node, child, inside(at, node, key), report);
    }
  } catch (problem) {
    thrown(problem, node, at, key, report);
  }
}

/** What a getter has thrown is known to be from there. */
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

/** Reports what is wrong with the length of an array, and with its items. */
function explainArray(
  node: ShapeNode,
  list: List,
  value: readonly unknown[],
  at: Place | null,
  report: Report,
): void {
  if (!isBetween(list, value.length)) {
    const length = wording(node.text, `array${bounds("of", list, "items")}`);
    addIssue(report, node, value, at, false, length);
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

/** Counts holes without looking at each: there may be billions of them. */
function explainSparse(
  start: number,
  each: Part,
  node: ShapeNode,
  value: readonly unknown[],
  at: Place | null,
  report: Report,
): void {
  let holes = value.length - start;
  let i = start;
  try {
    for (const key of Object.keys(value)) {
      i = Number(key);
      if (String(i) !== key || !(i >= start && i < value.length)) continue;
      holes--;
      const item = value[i];
      if (!isRight(each, item))
        explain(each.node, item, inside(at, node, i), report);
    }
  } catch (problem) {
    thrown(problem, node, at, i, report);
  }
  report.more += holes;
}

function explainTagged(
  node: ShapeNode,
  value: Fields,
  at: Place | null,
  report: Report,
): void {
  const inner = innerOf(node);
  const byTag = inner.byTag as ReadonlyMap<unknown, ShapeNode>;
  const tag = inner.tag as Part;
  let found: unknown;
  try {
    found = tag.inherited ? own(value, tag.name) : value[tag.name];
  } catch (problem) {
    thrown(problem, node, at, tag.name, report);
  }
  const chosen = byTag.get(found);
  if (chosen?.it.kind === "object")
    return explainObject(chosen, value, at, report);
  if (chosen) return explain(chosen, value, at, report);
  const near =
    typeof found === "string"
      ? likeliest(inner.parts, found)
      : nearest(signsIn(node), value, at, null);
  const place = tag.first ? inside(at, node, tag.name) : at;
  addIssue(report, tag.node, found, place, true, undefined, near?.branch);
}

/** The member that was meant; none is of the value's kind where there is none. */
function memberFor(
  union: ShapeNode,
  value: unknown,
  at: Place | null,
  report: Report,
): ShapeNode | undefined {
  // Counting within a count would double the work at every level.
  const count = report.counting ? null : countIssues;
  return isObject(value)
    ? nearest(signsIn(union), value, at, count)
    : ofKind(innerOf(union).parts, value, at, count);
}

/** Counts issues without writing any of them down. */
function countIssues(
  node: ShapeNode,
  value: unknown,
  at: Place | null,
): number {
  const report = newReport(0, true);
  try {
    explain(node, value, at, report);
  } catch {
    // An exception of a getter is reported for the nearest member alone.
    report.more++;
  }
  return countOf(report);
}
