/** Says what is wrong with a value that a guard has refused. */
import { expectation } from "./expectations.js";
import { isObject, lengthOf, MAX_DEPTH, own, type Fields } from "./guards.js";
import { Report } from "./report.js";
import {
  made,
  type List,
  type Made,
  type Members,
  type Range,
  type Shape,
  type Tagged,
  type Tuple,
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
  if (!hasKind(it, value)) {
    report.add(expectation(it), value, it.kind === "literal");
    return;
  }
  switch (it.kind) {
    case "string":
      if (!isWithin(it.of, value as string)) report.add(expectation(it), value);
      for (const pattern of it.of.patterns ?? [])
        if (!pattern.test(value as string))
          report.add(`string like ${pattern}`, value);
      break;
    case "integer":
    case "number":
      if (!isBetween(it.of, value as number))
        report.add(expectation(it), value);
      break;
    case "array":
      if (!isBetween(it.of, (value as readonly unknown[]).length))
        report.add(expectation(it), value);
      explainArray(it.of, value as readonly unknown[], report);
      break;
    case "tuple":
      explainTuple(it.of, value as readonly unknown[], report);
      break;
    case "object":
      explainObject(it.of, value as Fields, report);
      break;
    case "tagged":
      explainTagged(it.of, value as Fields, report);
      break;
    case "union":
      explainUnion(it.of, value, report);
      break;
    case "all":
      for (const member of it.of) explain(member, value, report);
      break;
    default:
  }
}

/** Explains a part of the value, in its place. */
function explainAt(
  key: string | number,
  shape: Shape,
  value: unknown,
  report: Report,
): void {
  report.path.push(key);
  explain(shape, value, report);
  report.path.pop();
}

/** True when a value is of the right type, whatever is in it. */
export function hasKind(shape: Shape, value: unknown): boolean {
  const it = made(shape);
  switch (it.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "any":
      return value !== undefined;
    case "never":
      return value === undefined;
    case "literal":
      return it.of.includes(value as string);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
    case "tuple":
      return Array.isArray(value);
    case "object":
    case "tagged":
      return isObject(value);
    case "union":
      return it.of.some((member) => hasKind(member, value));
    case "all":
      return it.of.every((member) => hasKind(member, value));
  }
}

/** A quick answer for what is most often there; false may be wrong. */
function isRight({ kind, of }: Made, value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return kind === "string"
        ? of.min === undefined && of.max === undefined && !of.patterns
        : kind === "literal" && of.includes(value);
    case "boolean":
      return kind === "boolean";
    default:
      return kind === "any" && value !== undefined;
  }
}

function isWithin(range: Range, text: string): boolean {
  const free = range.min === undefined && range.max === undefined;
  return free || isBetween(range, lengthOf(text));
}

function isBetween({ min, max }: Range, count: number): boolean {
  return (
    (min === undefined || count >= min) && (max === undefined || count <= max)
  );
}

function explainArray(
  { element }: List,
  value: readonly unknown[],
  report: Report,
): void {
  const it = made(element);
  if (it.kind === "any") return;
  for (let i = 0; i < value.length; i++) explainAt(i, it, value[i], report);
}

function explainTuple(
  { items, min, rest }: Tuple,
  value: readonly unknown[],
  report: Report,
): void {
  const more = made(rest);
  if (more.kind === "never" && value.length > items.length)
    report.add(`array of at most ${items.length} items`, value);
  const length = Math.max(value.length, min);
  for (let i = 0; i < length; i++) {
    const item = items[i];
    if (item) explainAt(i, item, value[i], report);
    else if (more.kind !== "any" && more.kind !== "never")
      explainAt(i, more, value[i], report);
  }
}

function explainObject(
  { properties, indexes }: Members,
  value: Fields,
  report: Report,
): void {
  for (const { name, shape, required, inherited } of properties) {
    // What throws when it is read is found at its place.
    report.path.push(name);
    const child = inherited ? own(value, name) : value[name];
    if (child !== undefined || required) {
      const it = made(shape);
      if (!isRight(it, child)) explain(it, child, report);
    }
    report.path.pop();
  }
  if (indexes.every(({ shape }) => made(shape).kind === "any")) return;
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue;
    if (properties.some(({ name }) => name === key)) continue;
    for (const { shape, pattern } of indexes)
      if (!pattern || pattern.test(key))
        explainAt(key, shape, value[key], report);
  }
}

/** What guards read: inherited members, but none that all objects have. */
export function read(value: Fields, name: string): unknown {
  return name in Object.prototype ? own(value, name) : value[name];
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
  const near = nearest(Object.values(branches), value, unlikeness);
  report.branch = near?.name ?? outer;
  report.path.push(key);
  report.add(expectation(tag), found, true);
  report.path.pop();
  report.branch = outer;
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

/** The member that a value is least unlike. */
function nearest(
  members: readonly Shape[],
  value: unknown,
  distance: (it: Made, value: unknown) => number,
): Made | undefined {
  let best: Made | undefined;
  let least = Infinity;
  for (const member of members) {
    const it = made(member);
    const far = distance(it, value);
    if (far >= least) continue;
    best = it;
    least = far;
  }
  return best;
}

/**
 * How many members of an object are missing or of another type; of two that
 * are equal in this, the one of which more is there is nearer.
 */
function unlikeness(it: Made, value: unknown): number {
  if (it.kind !== "object") return Infinity;
  let distance = 0;
  for (const { name, shape, required } of it.of.properties) {
    const child = (value as Fields)[name];
    if (child !== undefined) distance -= NEARER;
    if (child === undefined ? required : !hasKind(shape, child)) distance++;
  }
  return distance;
}

const NEARER = 0.001;

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
