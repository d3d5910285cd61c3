/** Says what is wrong with a value that a guard has refused. */
import { expectation } from "./expectations.js";
import {
  isArray,
  isObject,
  lengthOf,
  MAX_DEPTH,
  own,
  type Fields,
} from "./guards.js";
import {
  hasKind,
  isBetween,
  isRight,
  NEARER,
  nearest,
  read,
  unlikeness,
} from "./kinds.js";
import { explainArray, explainTuple } from "./lists.js";
import { Report } from "./report.js";
import {
  made,
  type Branches,
  type Made,
  type Members,
  type Range,
  type Shape,
  type Tagged,
} from "./shape.js";

/** Reports all that keeps `value` from being of `shape`. */
export function explain(shape: Shape, value: unknown, report: Report): void {
  const it = made(shape);
  const { check } = it;
  if (check === null || !check(value, 0)) explainMade(it, value, report);
}

/** The same, for a value that is known to be wrong. */
export function explainMade(it: Made, value: unknown, report: Report): void {
  if (report.path.length > MAX_DEPTH) {
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
    case "tuple":
      if (!isArray(value)) break;
      return explainTuple(it.of, value, report);
    case "union":
      if (!hasKind(it, value)) break;
      return explainUnion(it.of, value, report);
    case "all":
      if (!hasKind(it, value)) break;
      for (const member of it.of) explain(member, value, report);
      return;
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
): void {
  report.path.push(key);
  explain(shape, value, report);
  report.path.pop();
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
  for (const { name, shape, required, inherited } of properties) {
    let child: unknown;
    try {
      child = inherited ? own(value, name) : value[name];
    } catch (problem) {
      report.path.push(name);
      throw problem;
    }
    if (child === undefined && !required) continue;
    const it = made(shape);
    if (!isRight(it, child)) explainAt(name, it, child, report);
  }
  if (strict.length === 0) return;
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue;
    if (properties.some(({ name }) => name === key)) continue;
    for (const { shape, pattern } of strict)
      if (!pattern || pattern.test(key))
        explainAt(key, shape, value[key], report);
  }
}

function explainTagged(
  { key, branches, absent, tag }: Tagged,
  value: Fields,
  report: Report,
): void {
  const found = read(value, key);
  if (found === undefined && absent)
    return explainBranch(absent, value, report);
  if (typeof found === "string" && Object.hasOwn(branches, found))
    return explainBranch(branches[found] as Shape, value, report);
  const outer = report.branch;
  const near =
    typeof found === "string"
      ? likeliest(branches, found)
      : nearest(Object.values(branches), value, unlikeness);
  report.branch = (near && made(near).name) ?? outer;
  report.path.push(key);
  report.add(expectation(tag), found, true);
  report.path.pop();
  report.branch = outer;
}

/** The member whose literal begins most like the text that is there. */
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
  const near =
    members.length > 1
      ? nearest(members, value, (it) => countIssues(it, value, report))
      : members[0];
  if (near) explainBranch(near, value, report);
}

/** Counts issues without writing any of them down. */
function countIssues(it: Made, value: unknown, outer: Report): number {
  const report = new Report(0, outer.path);
  explain(it, value, report);
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
