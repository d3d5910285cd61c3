/** Says what is wrong with a value that a guard has refused. */
import { bounds, expectation } from "./expectations.js";
import {
  hasOwn,
  isArray,
  isObject,
  lengthOf,
  MAX_DEPTH,
  own,
  type Fields,
} from "../guards.js";
import { hasKind, isBetween, isRight } from "../kinds.js";
import { expecting } from "./issues.js";
import { likeliest, nearest, ofKind, signsOfMembers } from "./nearest.js";
import { inside, stepOf, type Place } from "./places.js";
import { addIssue, countOf, isFull, newReport, type Report } from "./report.js";
import {
  made,
  type List,
  type Made,
  type Members,
  type Range,
  type Shape,
  type Signs,
} from "../shape.js";

type Union = Extract<Made, { kind: "union" }>;
type TaggedUnion = Extract<Made, { kind: "tagged" }>;

/** Reports all that keeps a value from being of a shape that it is not of. */
export function explain(
  it: Made,
  value: unknown,
  at: Place,
  report: Report,
): void {
  if (--report.left < 0) return;
  if (at.depth > MAX_DEPTH) {
    report.left = 0;
    const depth = `at most ${MAX_DEPTH} levels of nesting`;
    addIssue(report, expecting(depth), value, at);
    return;
  }
  switch (it.kind) {
    case "object":
      if (!isObject(value)) break;
      return explainObject(it.of, value, at, report);
    case "tagged":
      if (!isObject(value)) break;
      return explainTagged(it, value, at, report);
    case "array":
      if (!isArray(value)) break;
      return explainArray(it.of, value, at, report);
    case "union": {
      const member = memberFor(it, value, at, report);
      if (!member) break;
      return explainBranch(member, value, at, report);
    }
    case "string":
      if (typeof value !== "string") break;
      if (!isWithin(it.of, value)) addIssue(report, expectation(it), value, at);
      for (const pattern of it.of.patterns ?? [])
        if (!pattern.test(value))
          addIssue(report, expecting(`string like ${pattern}`), value, at);
      return;
    case "integer":
    case "number":
      if (hasKind(it, value) && isBetween(it.of, value as number)) return;
      break;
    default:
      if (hasKind(it, value)) return;
  }
  addIssue(report, expectation(it), value, at, it.kind === "literal");
}

function isWithin(range: Range, text: string): boolean {
  const free = range.min === undefined && range.max === undefined;
  return free || isBetween(range, lengthOf(text));
}

function explainObject(
  { properties, strict }: Members,
  value: Fields,
  at: Place,
  report: Report,
): void {
  let key = "";
  try {
    for (const property of properties) {
      const { name, shape, required, inherited } = property;
      key = name;
      const child = inherited ? own(value, name) : value[name];
      if (child === undefined && !required) continue;
      if (isRight(shape, child)) continue;
      const step = (property.step ??= stepOf(name));
      explain(made(shape), child, inside(at, name, step), report);
    }
    if (strict === null) return;
    for (key of Object.keys(value)) {
      const child = value[key];
      if (child === undefined || isRight(strict, child)) continue;
      if (properties.some(({ name }) => name === key)) continue;
      explain(made(strict), child, inside(at, key), report);
    }
  } catch (problem) {
    thrown(problem, at, key, report);
  }
}

/** What a getter has thrown is known to be from there. */
function thrown(
  problem: unknown,
  at: Place,
  key: string | number,
  report: Report,
): never {
  report.thrownAt ??= inside(at, key);
  throw problem;
}

/** Reports what is wrong with the length of an array, and with its items. */
function explainArray(
  list: List,
  value: readonly unknown[],
  at: Place,
  report: Report,
): void {
  if (!isBetween(list, value.length)) {
    const expected = expecting(`array${bounds("of", list, "items")}`);
    addIssue(report, expected, value, at);
  }
  const { element } = list;
  if (made(element).kind === "any") return;
  let i = 0;
  try {
    for (; i < value.length; i++) {
      const item = value[i];
      if (item === undefined && isFull(report) && !hasOwn(value, String(i)))
        return explainSparse(i, element, value, at, report);
      if (!isRight(element, item))
        explain(made(element), item, inside(at, i), report);
    }
  } catch (problem) {
    thrown(problem, at, i, report);
  }
}

/** Counts holes without looking at each: there may be billions of them. */
function explainSparse(
  start: number,
  element: Shape,
  value: readonly unknown[],
  at: Place,
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
      if (!isRight(element, item))
        explain(made(element), item, inside(at, i), report);
    }
  } catch (problem) {
    thrown(problem, at, i, report);
  }
  report.more += holes;
}

function explainTagged(
  union: TaggedUnion,
  value: Fields,
  at: Place,
  report: Report,
): void {
  const { key, inherited, branches, absent, tag } = union.of;
  let found: unknown;
  try {
    found = inherited ? own(value, key) : value[key];
  } catch (problem) {
    thrown(problem, at, key, report);
  }
  const chosen = found === undefined ? absent : branches.get(found as string);
  if (chosen) return explainBranch(made(chosen), value, at, report);
  const near =
    typeof found === "string"
      ? likeliest(branches, found)
      : nearest(signsFor(union), value, at, null);
  const outer = report.branch;
  report.branch = near?.name ?? outer;
  const step = (union.of.step ??= stepOf(key));
  addIssue(report, expectation(made(tag)), found, inside(at, key, step), true);
  report.branch = outer;
}

/** A tag is no sign where it is wrong for all. */
function signsFor(union: Union | TaggedUnion): Signs {
  return (union.signs ??=
    union.kind === "union"
      ? signsOfMembers(union.of)
      : signsOfMembers([...union.of.branches.values()], union.of.key));
}

/** The member that was meant; none is of the value's kind where there is none. */
function memberFor(
  union: Union,
  value: unknown,
  at: Place,
  report: Report,
): Made | undefined {
  // Counting within a count would double the work at every level.
  const count = report.counting ? null : countIssues;
  return isObject(value)
    ? nearest(signsFor(union), value, at, count)
    : ofKind(union.of, value, at, count);
}

/** Counts issues without writing any of them down. */
function countIssues(it: Made, value: unknown, at: Place): number {
  const report = newReport(0, true);
  try {
    explain(it, value, at, report);
  } catch {
    // An exception of a getter is reported for the nearest member alone.
    report.more++;
  }
  return countOf(report);
}

function explainBranch(
  it: Made,
  value: unknown,
  at: Place,
  report: Report,
): void {
  const outer = report.branch;
  report.branch = it.name ?? outer;
  explain(it, value, at, report);
  report.branch = outer;
}
