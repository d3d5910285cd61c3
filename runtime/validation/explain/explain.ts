/**
 * Explanation of an invalid value: finds all issues of a value that a guard has
 * rejected.
 */
import { describeRange } from "./expectations.js";
import { isObject, lengthOf, MAX_DEPTH, own, type Fields } from "../guards.js";
import { isInRange } from "../kinds.js";
import { getKind } from "./kinds-of.js";
import {
  findNearestTag,
  findNearestMember,
  findMemberOfKind,
} from "./nearest.js";
import { getDepth, createLocation, type ValueLocation } from "./places.js";
import { getMemberIndex } from "./member-index.js";
import {
  addIssue,
  addIssueExpecting,
  getIssueCount,
  isFull,
  createReport,
  type Report,
} from "./report.js";
import { getChildren, type Part, type ShapeNode } from "./nodes.js";
import type { ArrayDetails } from "../shape.js";

/**
 * Reports all issues of an invalid value, compared with the runtime schema of
 * the node `start`.
 */
export function explain(
  start: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
  report: Report,
): void {
  if (--report.visitsLeft < 0) return;
  if (at !== null && getDepth(at, start) > MAX_DEPTH) {
    report.visitsLeft = 0;
    const depth = `at most ${MAX_DEPTH} levels of nesting`;
    addIssueExpecting(report, start, value, at, depth);
    return;
  }
  const kind = getKind(value);
  let node = start;
  // The loop descends from a union to the union member with which the value is
  // compared. In V8, a loop is faster than recursive calls.
  while ((node.kinds & kind) !== 0) {
    const { shape } = node;
    let member: ShapeNode | undefined;
    switch (shape.kind) {
      case "object":
        return explainObject(node, value as Fields, at, report);
      case "array":
        return explainArray(
          node,
          shape.details,
          value as unknown[],
          at,
          report,
        );
      case "tagged":
        member = selectTaggedMember(node, value as Fields, at, report);
        if (!member) return;
        break;
      case "union":
        member = chooseMember(node, value, at, report);
        break;
      case "string":
        if (
          !shape.unrestricted &&
          !isInRange(shape.details, lengthOf(value as string))
        )
          addIssue(report, node, value, at);
        for (const pattern of shape.details.patterns ?? [])
          if (!pattern.test(value as string))
            addIssueExpecting(
              report,
              node,
              value,
              at,
              `string like ${pattern}`,
            );
        return;
      case "integer":
      case "number":
        if (isInRange(shape.details, value as number)) return;
        break;
      case "literal":
        if (shape.details.includes(value as string)) return;
        break;
      default:
        return;
    }
    if (!member) break;
    node = member;
  }
  // A single shared call of `addIssue` keeps this function small, so that V8
  // inlines the functions that it calls.
  addIssue(report, node, value, at, node.shape.kind === "literal");
}

/**
 * Checks quickly whether a value is valid. The result true is certain. The
 * result false means that the complete check is necessary.
 */
export function isAccepted(part: Part, value: unknown): boolean {
  const kind = getKind(value);
  if ((part.acceptedKinds & kind) !== 0) return true;
  if ((part.node.kinds & kind) === 0) return false;
  if (part.guard !== null) return part.guard(value);
  const { shape } = part.node;
  if (shape.kind === "literal") {
    // V8 inlines a loop, but it does not inline `includes`.
    for (const literal of shape.details) if (literal === value) return true;
  } else if (shape.kind === "union") {
    for (const member of getChildren(part.node).parts)
      if (isAccepted(member, value)) return true;
  }
  return false;
}

function explainObject(
  node: ShapeNode,
  value: Fields,
  at: ValueLocation | null,
  report: Report,
): void {
  const { parts, each } = getChildren(node);
  let key = "";
  try {
    // An indexed loop is faster in V8 than `for...of`.
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      key = part.name;
      const child = part.inherited ? own(value, key) : value[key];
      if (child === undefined ? !part.required : isAccepted(part, child))
        continue;
      explain(part.node, child, locatePart(part, node, at), report);
    }
    if (each === null) return;
    for (key of Object.keys(value)) {
      const child = value[key];
      if (child === undefined || isAccepted(each, child)) continue;
      if (key === node.tag || parts.some(({ name }) => name === key)) continue;
      explain(each.node, child, createLocation(at, node, key), report);
    }
  } catch (problem) {
    rethrow(problem, node, at, key, report);
  }
}

/**
 * Returns the location to which the path of a property's node is relative. If
 * the path is empty, the location ends with the property name. Otherwise, the
 * path contains the name.
 */
function locatePart(
  part: Part,
  outer: ShapeNode,
  at: ValueLocation | null,
): ValueLocation | null {
  return part.node.path.length > 0 ? at : createLocation(at, outer, part.name);
}

/**
 * Records the location of a getter that threw an error, then rethrows the
 * error.
 */
function rethrow(
  problem: unknown,
  node: ShapeNode,
  at: ValueLocation | null,
  key: string | number,
  report: Report,
): never {
  report.thrownAt ??= createLocation(at, node, key);
  throw problem;
}

/** Reports issues of an array's length and of its items. */
function explainArray(
  node: ShapeNode,
  list: ArrayDetails,
  value: readonly unknown[],
  at: ValueLocation | null,
  report: Report,
): void {
  if (!isInRange(list, value.length)) {
    const length = `array${describeRange("of", list, "items")}`;
    addIssueExpecting(report, node, value, at, length);
  }
  const each = getChildren(node).each as Part;
  if (each.node.shape.kind === "any") return;
  let i = 0;
  try {
    for (; i < value.length; i++) {
      const item = value[i];
      if (item === undefined && isFull(report) && !Object.hasOwn(value, i))
        return explainSparse(i, each, node, value, at, report);
      if (!isAccepted(each, item))
        explain(each.node, item, createLocation(at, node, i), report);
    }
  } catch (problem) {
    rethrow(problem, node, at, i, report);
  }
}

/**
 * Counts the missing items of a sparse array without a loop over all indexes,
 * because there may be billions.
 */
function explainSparse(
  start: number,
  each: Part,
  node: ShapeNode,
  value: readonly unknown[],
  at: ValueLocation | null,
  report: Report,
): void {
  let holes = value.length - start;
  for (const key of Object.keys(value)) {
    const i = Number(key);
    if (String(i) !== key || !(i >= start && i < value.length)) continue;
    holes--;
    const item = value[i];
    if (!isAccepted(each, item))
      explain(each.node, item, createLocation(at, node, i), report);
  }
  report.more += holes;
}

/**
 * Returns the member of a discriminated union that has the value's tag
 * (discriminant). Reports an issue if no member has the tag.
 */
function selectTaggedMember(
  node: ShapeNode,
  value: Fields,
  at: ValueLocation | null,
  report: Report,
): ShapeNode | undefined {
  const inner = getChildren(node);
  const byTag = inner.byTag as ReadonlyMap<unknown, ShapeNode>;
  const tag = inner.tag as Part;
  let found: unknown;
  try {
    found = tag.inherited ? own(value, tag.name) : value[tag.name];
  } catch (problem) {
    rethrow(problem, node, at, tag.name, report);
  }
  const member = byTag.get(found);
  if (member) return member;
  const near =
    typeof found === "string"
      ? findNearestTag(inner.parts, found)
      : findNearestMember(getMemberIndex(node), value, at, null);
  const place = locatePart(tag, node, at);
  addIssue(report, tag.node, found, place, true, undefined, near?.branch);
  return undefined;
}

/**
 * Returns the union member that is most similar to the value. Returns
 * `undefined` if no member accepts the value's kind, such as string or array.
 */
function chooseMember(
  union: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
  report: Report,
): ShapeNode | undefined {
  // The member with the fewest issues is chosen. Do not count the issues of
  // members while an outer union already counts: the work would double at each
  // level of the value.
  const count = report.counting ? null : countIssues;
  return isObject(value)
    ? findNearestMember(getMemberIndex(union), value, at, count)
    : findMemberOfKind(getChildren(union).parts, value, at, count);
}

/** Returns the number of issues of a value without collecting the issues. */
function countIssues(
  node: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
): number {
  const report = createReport(0, true);
  try {
    explain(node, value, at, report);
  } catch {
    // If a getter throws an error, the error counts as one issue. The error is
    // reported only if this union member is chosen.
    report.more++;
  }
  return getIssueCount(report);
}
