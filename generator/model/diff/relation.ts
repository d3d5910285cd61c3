/**
 * Whether a type takes all that another takes: asked of normal forms, as
 * validators are made of them, so that a difference in what they accept is one
 * here, however it was written.
 */
import { accepts } from "../accepts.js";
import { mapChildren } from "../map.js";
import { compilePattern } from "../pattern.js";
import { keyOf, type Normal, type Normals } from "../normal.js";
import type { NormalObject, NormalTuple } from "../normal-types.js";
import type { Declarations } from "../resolve.js";
import type { NumberShape, StringShape } from "../shape.js";
import type { TypeNode } from "../types.js";

/** How a type of one model compares with a type of another. */
export interface Relation {
  /** The newer type takes values that the older one does not. */
  readonly widened: boolean;
  /** The newer type refuses values that the older one takes. */
  readonly narrowed: boolean;
}

/** Decides about types of an older and a newer model. */
export interface Comparer {
  readonly older: Declarations;
  readonly newer: Declarations;
  /** What the types of each model are, once their names are seen through. */
  readonly normals: { readonly older: Normals; readonly newer: Normals };
  /** True when both names mean the same type, as it is compared by itself. */
  same(older: string, newer: string): boolean;
}

/** A type of one of the models, at a time when it is asked about. */
interface Typed {
  readonly type: Normal;
  readonly in: Normals;
}

const ANY: Normal = { kind: "any" };

/** What became of a type; names that mean the same are equal. */
export function relate(
  older: TypeNode,
  newer: TypeNode,
  comparer: Comparer,
): Relation {
  const { normals } = comparer;
  const before = normalOf(older, normals.older, comparer.older);
  const after = normalOf(newer, normals.newer, comparer.newer);
  // Their own names are no answer: who asks wants to know what they stand for.
  const [a, b] = [
    { ...before, type: opened(before) },
    { ...after, type: opened(after) },
  ];
  return {
    widened: !fits(b, a, comparer, new Set()),
    narrowed: !fits(a, b, comparer, new Set()),
  };
}

/** Type parameters stand for themselves: they are texts of their own. */
function normalOf(
  type: TypeNode,
  normals: Normals,
  declarations: Declarations,
): Typed {
  const grounded = (part: TypeNode): TypeNode =>
    part.kind === "reference" && !declarations.has(part.name)
      ? { kind: "literal", value: `<${part.name}>` }
      : mapChildren(part, grounded);
  return {
    type: normals.normal(normals.shapes.of(grounded(type))),
    in: normals,
  };
}

/**
 * True when each value of `a` is one of `b`. Objects are open: a member that
 * only `b` declares, and does not ask for, is no hindrance.
 */
function fits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean {
  if (sameNames(a, b, comparer)) return true;
  const targets = alternatives(b);
  return alternatives(a).every((part) => {
    if (targets.some((target) => partFits(part, target, comparer, assumed)))
      return true;
    // All booleans are both of them.
    return (
      part.type.kind === "boolean" &&
      [true, false].every((value) =>
        targets.some(({ type, in: normals }) => accepts(type, value, normals)),
      )
    );
  });
}

/** What a type is one of; names of unions are seen through. */
function alternatives({ type, in: normals }: Typed): readonly Typed[] {
  const all = (types: readonly Normal[]): Typed[] =>
    types.flatMap((part) => alternatives({ type: part, in: normals }));
  switch (type.kind) {
    case "never":
      return [];
    case "literals":
      return type.values.map((value) => ({
        type: { kind: "literals", values: [value] },
        in: normals,
      }));
    case "union":
      return all(type.members);
    case "tagged":
      return all([
        ...type.branches.map((branch) => branch.type),
        ...(type.absent ? [type.absent] : []),
      ]);
    case "ref": {
      const body = normals.body(type.name);
      return ["union", "tagged", "literals", "ref", "never"].includes(body.kind)
        ? all([body])
        : [{ type, in: normals }];
    }
    default:
      return [{ type, in: normals }];
  }
}

function partFits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean {
  const [from, to] = [a.type, b.type];
  if (to.kind === "any" || sameNames(a, b, comparer)) return true;
  if (from.kind === "literals")
    return from.values.every((value) => accepts(to, value, b.in));
  const inner = (x: Normal, y: Normal): boolean =>
    fits({ type: x, in: a.in }, { type: y, in: b.in }, comparer, assumed);
  if (from.kind === "ref" || to.kind === "ref") {
    // A recursive type fits when nothing else speaks against it.
    const side = a.in === comparer.normals.older ? "<" : ">";
    const key = `${side}${keyOf(from)} ${keyOf(to)}`;
    if (assumed.has(key)) return true;
    assumed.add(key);
    return inner(opened(a), opened(b));
  }
  if (to.kind === "all") return to.members.every((one) => inner(from, one));
  if (from.kind === "all") return from.members.some((one) => inner(one, to));
  switch (from.kind) {
    case "string":
      return to.kind === "string" && textFits(from, to);
    case "number":
      return to.kind === "number" && numberFits(from, to);
    case "array":
    case "tuple":
      return listFits(asList(from), asList(to), inner);
    case "object":
      return to.kind === "object" && objectFits(from, to, inner);
    default:
      return from.kind === to.kind;
  }
}

type Inner = (a: Normal, b: Normal) => boolean;

/** True for names of the two models that mean the same. */
function sameNames(a: Typed, b: Typed, { normals, same }: Comparer): boolean {
  if (a.type.kind !== "ref" || b.type.kind !== "ref" || a.in === b.in)
    return false;
  return a.in === normals.older
    ? same(a.type.name, b.type.name)
    : same(b.type.name, a.type.name);
}

function opened({ type, in: normals }: Typed): Normal {
  return type.kind === "ref" ? normals.body(type.name) : type;
}

function textFits(a: StringShape, b: StringShape): boolean {
  const { minLength = 0, maxLength = Infinity, patterns = [] } = b;
  return (
    (a.minLength ?? 0) >= minLength &&
    (a.maxLength ?? Infinity) <= maxLength &&
    patterns.every((pattern) => a.patterns?.includes(pattern))
  );
}

function numberFits(a: NumberShape, b: NumberShape): boolean {
  const { minimum = -Infinity, maximum = Infinity } = b;
  return (
    (a.integer || !b.integer) &&
    (a.minimum ?? -Infinity) >= minimum &&
    (a.maximum ?? Infinity) <= maximum
  );
}

/** What a list holds at each place, and how long it can be. */
interface List extends NormalTuple {
  readonly maxItems: number;
}

function asList(type: Normal): List | null {
  if (type.kind === "tuple") {
    const closed = type.rest.kind === "never";
    return { ...type, maxItems: closed ? type.items.length : Infinity };
  }
  if (type.kind !== "array") return null;
  const { element, minItems = 0, maxItems = Infinity } = type;
  return {
    kind: "tuple",
    items: [],
    required: minItems,
    rest: element,
    maxItems,
  };
}

function listFits(a: List | null, b: List | null, inner: Inner): boolean {
  if (!a || !b || a.required < b.required || a.maxItems > b.maxItems)
    return false;
  const places = Math.max(a.items.length, b.items.length);
  const at = (list: List, i: number): Normal => list.items[i] ?? list.rest;
  for (let i = 0; i < Math.min(places, a.maxItems); i++)
    if (!inner(at(a, i), at(b, i))) return false;
  return a.maxItems <= places || inner(a.rest, b.rest);
}

function objectFits(a: NormalObject, b: NormalObject, inner: Inner): boolean {
  const had = new Map(a.properties.map((one) => [one.name, one]));
  const wanted = new Map(b.properties.map((one) => [one.name, one]));
  for (const { name, type, required } of wanted.values()) {
    const own = had.get(name);
    if (!own && required) return false;
    if (own && ((required && !own.required) || !inner(own.type, type)))
      return false;
  }
  return b.indexes.every(({ pattern, type }) => {
    const matches = pattern === null ? null : compilePattern(pattern);
    const own = a.indexes.find((index) => index.pattern === pattern);
    return (
      inner(own?.type ?? ANY, type) &&
      a.properties.every(
        (one) =>
          wanted.has(one.name) ||
          (matches && !matches.test(one.name)) ||
          inner(one.type, type),
      )
    );
  });
}
