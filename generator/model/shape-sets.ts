/** `Exclude` and `Extract`: which members of a union are assignable to what. */
import { compilePattern } from "./pattern.js";
import { asObject, matchesIndex, type Resolve } from "./shape-objects.js";
import {
  ANY,
  NEVER,
  NULL,
  UNDEFINED,
  UNKNOWN,
  sameShape,
  unionOf,
  type ArrayShape,
  type IndexShape,
  type ObjectShape,
  type Shape,
  type TupleShape,
} from "./shape.js";
import type { LiteralValue } from "./types.js";

/** What `NonNullable` takes away. */
export const NULLISH: Shape = unionOf([NULL, UNDEFINED]);

/** What `boolean` is the union of. */
const TRUE_AND_FALSE: readonly Shape[] = [
  { kind: "literal", value: true },
  { kind: "literal", value: false },
];

/** Members of a union, through the names of other unions. */
export function unionMembers(shape: Shape, resolve: Resolve): readonly Shape[] {
  if (shape.kind === "union")
    return shape.members.flatMap((member) => unionMembers(member, resolve));
  if (shape.kind !== "named") return [shape];
  const members = unionMembers(resolve(shape.name), resolve);
  const [only] = members;
  return members.length > 1 || (only && WHOLE.has(only.kind))
    ? members
    : [shape];
}

/** What unions are told apart by, or what ends them, whatever its name is. */
const WHOLE: ReadonlySet<Shape["kind"]> = new Set([
  "any",
  "never",
  "undefined",
]);

/** Keeps the members that are (`Extract`) or are not (`Exclude`) `target`s. */
export function filterUnion(
  shape: Shape,
  target: Shape,
  keep: boolean,
  resolve: Resolve,
): Shape {
  const stays = (member: Shape) =>
    (member.kind === "any" && member.unchecked) ||
    isAssignable(member, target, resolve) === keep;
  const members = unionMembers(shape, resolve);
  const anything = members.find(({ kind }) => kind === "any");
  return unionOf(
    (anything ? [anything] : members).flatMap((member) => {
      if (member.kind !== "boolean") return stays(member) ? [member] : [];
      const values = TRUE_AND_FALSE.filter(stays);
      return values.length === TRUE_AND_FALSE.length ? [member] : values;
    }),
  );
}

/**
 * Structural assignability, as far as schemas need it. Of pairs that were looked
 * into, or are now, `known` has the answer; a type that holds itself has a yes.
 */
function isAssignable(
  from: Shape,
  to: Shape,
  resolve: Resolve,
  known: Map<string, boolean> = new Map(),
): boolean {
  const assignable = (a: Shape, b: Shape) => isAssignable(a, b, resolve, known);
  if (to.kind === "any" || from.kind === "never" || sameShape(from, to))
    return true;
  if (from.kind === "union")
    return from.members.every((member) => assignable(member, to));
  if (to.kind === "union")
    return to.members.some((member) => assignable(from, member));
  if (from.kind === "named" || to.kind === "named") {
    const pair = JSON.stringify([from, to]);
    const answer = known.get(pair);
    if (answer !== undefined) return answer;
    const through = (shape: Shape) =>
      shape.kind === "named" ? resolve(shape.name) : shape;
    const before = known.size;
    known.set(pair, true);
    if (assignable(through(from), through(to))) return true;
    // A yes that was found inside may have come of this one.
    for (const [inner, yes] of [...known].slice(before))
      if (yes) known.delete(inner);
    known.set(pair, false);
    return false;
  }
  const target = asObject(to, resolve);
  if (to.kind === "intersection" && !target)
    return to.members.every((member) => assignable(from, member));
  if (target && isBare(target) && takesAlike(target, from)) return true;
  if (from.kind === "literal") return isLiteralOf(from.value, to);
  // Of two templates it is not known which texts both take.
  if (from.kind === "string" && to.kind === "string") return !to.patterns;
  if (to.kind === "array" || to.kind === "tuple")
    return isListOf(from, to, assignable);
  const source = asObject(from, resolve);
  if (!source || !target) return from.kind === to.kind && !source;
  if (isUnlike(source, target)) return false;
  const hasIndex = (index: IndexShape): boolean => {
    const { pattern, shape } = index;
    if (pattern === null && shape.kind === "any" && shape.unchecked)
      return true;
    const own = source.indexes.find(
      (one) => one.pattern === null || one.pattern === pattern,
    );
    if (own) return assignable(own.shape, shape);
    const inside = [
      ...source.properties.filter(({ name }) => matchesIndex(index, name)),
      ...(pattern === null ? source.indexes : []),
    ];
    return (
      isClosed(from, resolve) &&
      inside.every((part) => assignable(part.shape, shape))
    );
  };
  return (
    target.properties.every(({ name, shape, optional }) => {
      const own = source.properties.find((property) => property.name === name);
      if (!own) return optional;
      return (optional || !own.optional) && assignable(own.shape, shape);
    }) && target.indexes.every(hasIndex)
  );
}

/** What asks for nothing takes only what has nothing, or something of it. */
function isUnlike(source: ObjectShape, target: ObjectShape): boolean {
  const names = new Set(target.properties.map(({ name }) => name));
  return (
    names.size > 0 &&
    target.indexes.length === 0 &&
    target.properties.every(({ optional }) => optional) &&
    source.properties.length > 0 &&
    !source.properties.some(({ name }) => names.has(name))
  );
}

/** An interface may get members elsewhere, so that it has no index signature. */
function isClosed(shape: Shape, resolve: Resolve): boolean {
  switch (shape.kind) {
    case "named":
      return isClosed(resolve(shape.name), resolve);
    case "intersection":
      return shape.members.every((member) => isClosed(member, resolve));
    default:
      return (
        shape.kind === "object" &&
        (shape.origin === "literal" || shape.origin === "record")
      );
  }
}

/** True for `{}`, by whatever name, and for `object`. */
function isBare({ properties, indexes }: ObjectShape): boolean {
  return properties.length === 0 && indexes.length === 0;
}

/** `object` takes lists as well; `{}` takes all but `null` and `undefined`. */
function takesAlike({ origin }: ObjectShape, from: Shape): boolean {
  if (from.kind === "array" || from.kind === "tuple") return true;
  return origin !== "keyword" && !NOTHING.has(from.kind) && !isNull(from);
}

/** What is nothing, or not known. */
const NOTHING: ReadonlySet<Shape["kind"]> = new Set(["any", "undefined"]);

function isNull(shape: Shape): boolean {
  return shape.kind === "literal" && shape.value === null;
}

/** Whether all that stands in one list may stand there in the other. */
function isListOf(
  from: Shape,
  to: ArrayShape | TupleShape,
  assignable: (from: Shape, to: Shape) => boolean,
): boolean {
  if (from.kind === "array")
    return to.kind === "array" && assignable(from.element, to.element);
  if (from.kind !== "tuple") return false;
  const items = [...from.required, ...from.optional];
  if (to.kind === "array")
    return [...items, ...(from.rest ? [from.rest] : [])].every((item) =>
      assignable(item, to.element),
    );
  const wanted = [...to.required, ...to.optional];
  if (from.required.length < to.required.length) return false;
  if (from.rest && !(to.rest && assignable(from.rest, to.rest))) return false;
  return items.every((item, i) => {
    const want = wanted[i] ?? to.rest;
    return want !== null && assignable(item, want);
  });
}

function isLiteralOf(value: LiteralValue, type: Shape): boolean {
  if (typeof value === "string" && type.kind === "string")
    return (type.patterns ?? []).every((p) => compilePattern(p).test(value));
  return value !== null && typeof value === type.kind;
}

/**
 * `A & B & …`: `never` and then `any` are stronger than all, and `unknown` says
 * nothing. `{}` among them takes away `null` and `undefined`, no more.
 */
export function intersectionOf(
  types: readonly Shape[],
  resolve: Resolve,
): Shape {
  const known = types.map((type) => plainest(type, resolve));
  if (known.some(({ kind }) => kind === "never")) return NEVER;
  if (known.some((type) => type.kind === "any" && type.unchecked)) return ANY;
  const shapes = types.filter((_, i) => known[i]?.kind !== "any");
  if (shapes.length === 0) return UNKNOWN;
  const telling = shapes.filter((shape) => !isEmpty(shape));
  const [first, ...others] = telling;
  if (!first) return shapes[0] ?? ANY;
  const members =
    telling.length === shapes.length
      ? telling
      : telling.map((shape) => filterUnion(shape, NULLISH, false, resolve));
  return others.length === 0
    ? (members[0] ?? first)
    : { kind: "intersection", members };
}

/** What a name stands for in the end. */
function plainest(shape: Shape, resolve: Resolve): Shape {
  return shape.kind === "named"
    ? plainest(resolve(shape.name), resolve)
    : shape;
}

/** True for `never`, by whatever name. */
export function isNever(shape: Shape, resolve: Resolve): boolean {
  return plainest(shape, resolve).kind === "never";
}

function isEmpty(shape: Shape): boolean {
  return shape.kind === "object" && shape.origin === "literal" && isBare(shape);
}
