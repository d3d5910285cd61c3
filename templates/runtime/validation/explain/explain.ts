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
import {
  hasKind,
  isBetween,
  isRight,
  NEARER,
  nearest,
  unlikeness,
} from "../kinds.js";
import { stepOf, type Step } from "./places.js";
import { Report } from "./report.js";
import {
  made,
  type Branches,
  type List,
  type Made,
  type Members,
  type Range,
  type Shape,
  type Tagged,
} from "../shape.js";

/** Reports all that keeps `value` from being of `shape`. */
export function explain(shape: Shape, value: unknown, report: Report): void {
  const it = made(shape);
  if (!isRight(it, value)) explainMade(it, value, report);
}

/** The same, for a value that is known to be wrong. */
export function explainMade(it: Made, value: unknown, report: Report): void {
  if (--report.left < 0) return;
  if (report.at.depth > MAX_DEPTH) {
    report.left = 0;
    report.add(`at most ${MAX_DEPTH} levels of nesting`, value);
    return;
  }
  switch (it.kind) {
    case "string":
      if (typeof value !== "string") break;
      if (!isWithin(it.of, value)) report.add(expectation(it), value);
      for (const pattern of it.of.patterns ?? [])
        if (!pattern.test(value)) report.add(`string like ${pattern}`, value);
      return;
    case "object":
      if (!isObject(value)) break;
      return explainObject(it.of, value, report);
    case "tagged":
      if (!isObject(value)) break;
      return explainTagged(it.of, value, report);
    case "array":
      if (!isArray(value)) break;
      return explainArray(it.of, value, report);
    case "union":
      if (!hasKind(it, value)) break;
      return explainUnion(it.of, value, report);
    case "integer":
    case "number":
      if (hasKind(it, value) && isBetween(it.of, value as number)) return;
      break;
    default:
      if (hasKind(it, value)) return;
  }
  report.add(expectation(it), value, it.kind === "literal");
}

/** Explains a part of the value, in its place. */
export function explainAt(
  key: string | number,
  shape: Shape,
  value: unknown,
  report: Report,
  step?: Step,
): void {
  const it = made(shape);
  if (isRight(it, value)) return;
  report.enter(key, step);
  explainMade(it, value, report);
  report.leave();
}

/** Reads a part of the value; what a getter throws is known to be from there. */
export function readAt(
  key: string | number,
  value: object,
  report: Report,
  inherited = false,
): unknown {
  try {
    return inherited ? own(value, key as string) : (value as Fields)[key];
  } catch (problem) {
    report.enter(key);
    throw problem;
  }
}

function isWithin(range: Range, text: string): boolean {
  const free = range.min === undefined && range.max === undefined;
  return free || isBetween(range, lengthOf(text));
}

function explainObject(
  { properties, strict }: Members,
  value: Fields,
  report: Report,
): void {
  for (const property of properties) {
    const { name, shape, required, inherited } = property;
    const child = readAt(name, value, report, inherited);
    if (child === undefined && !required) continue;
    explainAt(name, shape, child, report, (property.step ??= stepOf(name)));
  }
  if (strict === null) return;
  for (const key of Object.keys(value)) {
    const child = readAt(key, value, report);
    if (child === undefined) continue;
    if (properties.some(({ name }) => name === key)) continue;
    explainAt(key, strict, child, report);
  }
}

/** Reports what is wrong with the length of an array, and with its items. */
function explainArray(
  list: List,
  value: readonly unknown[],
  report: Report,
): void {
  if (!isBetween(list, value.length)) {
    report.add(`array${bounds("of", list, "items")}`, value);
  }
  const it = made(list.element);
  if (it.kind === "any") return;
  explainItems(it, value, report);
}

function explainItems(
  it: Made,
  value: readonly unknown[],
  report: Report,
): void {
  for (let i = 0; i < value.length; i++) {
    const item = readAt(i, value, report);
    if (item === undefined && report.full && !hasOwn(value, String(i)))
      return explainSparse(i, it, value, report);
    explainAt(i, it, item, report);
  }
}

/** Counts holes without looking at each: there may be billions of them. */
function explainSparse(
  start: number,
  it: Made,
  value: readonly unknown[],
  report: Report,
): void {
  let holes = value.length - start;
  for (const key of Object.keys(value)) {
    const i = Number(key);
    if (String(i) !== key || !(i >= start && i < value.length)) continue;
    holes--;
    explainAt(i, it, readAt(i, value, report), report);
  }
  report.more += holes;
}

function explainTagged(
  { key, branches, members, absent, tag }: Tagged,
  value: Fields,
  report: Report,
): void {
  const found = readAt(key, value, report, key in Object.prototype);
  const chosen = found === undefined ? absent : members.get(found as string);
  if (chosen) return explainBranch(chosen, value, report);
  const outer = report.branch;
  const near =
    typeof found === "string"
      ? likeliest(branches, found)
      : nearest(Object.values(branches), value, unlikeness);
  report.branch = (near && made(near).name) ?? outer;
  report.enter(key);
  report.add(expectation(tag), found, true);
  report.leave();
  report.branch = outer;
}

/** The member whose literal shares the longest prefix with the string. */
function likeliest(branches: Branches, found: string): Shape | undefined {
  let best: string | undefined;
  let longest = 0;
  for (const literal in branches) {
    let i = 0;
    while (i < found.length && found.charCodeAt(i) === literal.charCodeAt(i))
      i++;
    if (i <= longest) continue;
    best = literal;
    longest = i;
  }
  return best === undefined ? undefined : branches[best];
}

function explainUnion(
  all: readonly Shape[],
  value: unknown,
  report: Report,
): void {
  const members = all.filter((member) => hasKind(member, value));
  // Counting within a count would double the work at every level.
  const distance = report.counting
    ? unlikeness
    : (it: Made) => countIssues(it, value, report);
  const near =
    members.length > 1 ? nearest(members, value, distance) : undefined;
  const chosen = near ?? members[0];
  if (chosen) explainBranch(chosen, value, report);
}

/** Counts issues without writing any of them down. */
function countIssues(it: Made, value: unknown, outer: Report): number {
  const report = new Report(0, outer.at, true);
  try {
    explain(it, value, report);
  } catch {
    // An exception of a getter is reported for the nearest member alone.
    report.more++;
  }
  const near = it.kind === "object" ? unlikeness(it, value) * NEARER : 0;
  return report.count + near;
}

function explainBranch(shape: Shape, value: unknown, report: Report): void {
  const it = made(shape);
  const outer = report.branch;
  report.branch = it.name ?? outer;
  explainMade(it, value, report);
  report.branch = outer;
}
