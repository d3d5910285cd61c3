/** Says what is wrong with a value that a guard has refused. */
import { expectation, literals } from "./expectations.js";
import { isObject, lengthOf, MAX_DEPTH, own, type Fields } from "./guards.js";
import { describe, issueAt, type Issue } from "./issues.js";
import {
  made,
  property,
  type ArrayShape,
  type Made,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type TaggedShape,
  type TextShape,
} from "./shape.js";

/** Collects issues: `limit` of them, and counts the rest. */
export class Report {
  readonly issues: Issue[] = [];
  more = 0;
  /** Where the value is that is being looked at. */
  readonly path: (string | number)[];
  readonly limit: number;
  branch: string | undefined;

  constructor(limit: number, path: (string | number)[] = []) {
    this.limit = limit;
    this.path = path;
  }

  get count(): number {
    return this.issues.length + this.more;
  }

  add(expected: string, value: unknown, whole = false): void {
    if (this.issues.length >= this.limit) this.more++;
    else
      this.issues.push(
        issueAt(this.path, expected, describe(value, whole), this.branch),
      );
  }

  absorb(other: Report): void {
    const room = Math.max(0, this.limit - this.issues.length);
    const taken = other.issues.slice(0, room);
    this.issues.push(...taken);
    this.more += other.count - taken.length;
  }

  /** Runs `inside` one level deeper. */
  at(key: string | number, inside: () => void): void {
    this.path.push(key);
    inside();
    this.path.pop();
  }
}

/** Reports all that keeps `value` from being of `shape`. */
export function explain(shape: Shape, value: unknown, report: Report): void {
  const it = made(shape);
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
      explainText(it, value as string, report);
      break;
    case "integer":
    case "number":
      explainNumber(it, value as number, report);
      break;
    case "array":
      explainArray(it, value as readonly unknown[], report);
      break;
    case "tuple":
      explainTuple(it, value as readonly unknown[], report);
      break;
    case "object":
      explainObject(it, value as Fields, report);
      break;
    case "tagged":
      explainTagged(it, value as Fields, report);
      break;
    case "union":
      explainUnion(it, value, report);
      break;
    case "all":
      for (const member of it.members) explain(member, value, report);
      break;
    default:
  }
}

/** True when a value is of the right type, whatever is in it. */
export function hasKind(shape: Shape, value: unknown): boolean {
  const it = made(shape);
  switch (it.kind) {
    case "any":
      return value !== undefined;
    case "never":
      return value === undefined;
    case "literal":
      return it.values.includes(value as string);
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
      return it.members.some((member) => hasKind(member, value));
    case "all":
      return it.members.every((member) => hasKind(member, value));
    default:
      return typeof value === it.kind;
  }
}

function explainText(it: TextShape, value: string, report: Report): void {
  const length =
    it.min === undefined && it.max === undefined ? 0 : lengthOf(value);
  if (length < (it.min ?? 0) || length > (it.max ?? Infinity))
    report.add(expectation(it), value);
  for (const pattern of it.patterns ?? [])
    if (!pattern.test(value)) report.add(`string like ${pattern}`, value);
}

function explainNumber(it: NumberShape, value: number, report: Report): void {
  if (value < (it.min ?? -Infinity) || value > (it.max ?? Infinity))
    report.add(expectation(it), value);
}

function explainArray(
  it: ArrayShape,
  value: readonly unknown[],
  report: Report,
): void {
  if (value.length < (it.min ?? 0) || value.length > (it.max ?? Infinity))
    report.add(expectation(it), value);
  if (made(it.element).kind === "any") return;
  for (let i = 0; i < value.length; i++)
    report.at(i, () => explain(it.element, value[i], report));
}

function explainTuple(
  it: Made & { kind: "tuple" },
  value: readonly unknown[],
  report: Report,
): void {
  const length = Math.max(value.length, it.min);
  for (let i = 0; i < length; i++) {
    const absent = i >= it.min && value[i] === undefined;
    const shape = it.items[i] ?? it.rest;
    if (!absent) report.at(i, () => explain(shape, value[i], report));
  }
}

function explainObject(it: ObjectShape, value: Fields, report: Report): void {
  for (const name in it.properties) {
    const { shape, required } = property(it.properties[name] as Shape);
    const child = own(it.properties, name) && read(value, name);
    if (child === undefined && !required) continue;
    report.at(name, () => explain(shape, child, report));
  }
  if (it.indexes.every((index) => made(index.shape).kind === "any")) return;
  for (const key of Object.keys(value)) {
    if (value[key] === undefined || Object.hasOwn(it.properties, key)) continue;
    for (const { shape, pattern } of it.indexes)
      if (!pattern || pattern.test(key))
        report.at(key, () => explain(shape, value[key], report));
  }
}

/** What guards read: inherited members, but none that all objects have. */
export function read(value: Fields, name: string): unknown {
  return name in Object.prototype ? own(value, name) : value[name];
}

function explainTagged(it: TaggedShape, value: Fields, report: Report): void {
  const tag = read(value, it.key);
  if (tag === undefined && it.absent)
    return explainBranch(it.absent, value, report);
  if (typeof tag === "string" && Object.hasOwn(it.branches, tag))
    return explainBranch(it.branches[tag] as Shape, value, report);
  const near = nearest(Object.values(it.branches), value, report);
  const outer = report.branch;
  report.branch = made(near.shape).name ?? outer;
  report.at(it.key, () =>
    report.add(literals(Object.keys(it.branches)), tag, true),
  );
  report.branch = outer;
}

function explainUnion(
  it: Made & { kind: "union" },
  value: unknown,
  report: Report,
): void {
  const members = it.members.filter((member) => hasKind(member, value));
  const [only, ...others] = members;
  if (only && others.length === 0) return explainBranch(only, value, report);
  const near = nearest(members, value, report);
  report.absorb(near.report);
}

/** The member of a union that a value is closest to, and what it lacks. */
function nearest(
  members: readonly Shape[],
  value: unknown,
  outer: Report,
): { shape: Shape; report: Report } {
  let best: { shape: Shape; report: Report } | undefined;
  for (const shape of new Set(members)) {
    const report = new Report(outer.limit, outer.path);
    report.branch = outer.branch;
    explainBranch(shape, value, report);
    if (!best || report.count < best.report.count) best = { shape, report };
    if (report.count === 0) break;
  }
  return best ?? { shape: { kind: "never" }, report: new Report(0) };
}

function explainBranch(shape: Shape, value: unknown, report: Report): void {
  const outer = report.branch;
  report.branch = made(shape).name ?? outer;
  explain(shape, value, report);
  report.branch = outer;
}
