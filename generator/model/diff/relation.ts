/**
 * Whether a type takes all that another takes: asked of normal forms, as
 * validators are made of them, so that a difference in what they accept is one
 * here, however it was written.
 */
import { accepts } from "../accepts.js";
import { mapChildren } from "../map.js";
import { keyOf, type Normal, type Normals } from "../normal.js";
import type { NormalObject } from "../normal-types.js";
import type { Declarations } from "../resolve.js";
import { STRING } from "../shape.js";
import type { NumberShape } from "../shape.js";
import type { LiteralValue, TypeNode } from "../types.js";
import { asList, listFits, numberFits, objectFits, textFits } from "./fits.js";

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

const NUMBER: NumberShape = { kind: "number", integer: false };
const ANYTHING = { kind: "array", element: ANY } as const;
const OBJECT: NormalObject = {
  kind: "object",
  properties: [],
  indexes: [{ pattern: null, type: ANY }],
};

/** Pairs of names that one question led to, each way by itself. */
interface Asked {
  /** Those that fit, or would if what they are asked in does. */
  readonly fits: Set<string>;
  readonly fails: Set<string>;
}

function nothingAsked(): Asked {
  return { fits: new Set(), fails: new Set() };
}

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
    widened: !fits(b, a, comparer, nothingAsked()),
    narrowed: !fits(a, b, comparer, nothingAsked()),
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
function fits(a: Typed, b: Typed, comparer: Comparer, asked: Asked): boolean {
  if (sameNames(a, b, comparer)) return true;
  const targets = alternatives(b);
  return alternatives(a).every((part) => {
    if (targets.some((target) => partFits(part, target, comparer, asked)))
      return true;
    if (part.type.kind === "any") return takesAll(b, new Set());
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

/** True for what all of JSON is, written out: `JSONValue` is `unknown` there. */
function takesAll(type: Typed, open: ReadonlySet<string>): boolean {
  const key = keyOf(type.type);
  if (open.has(key)) return true;
  const inside = new Set(open).add(key);
  const all = (one: Normal): boolean =>
    takesAll({ type: one, in: type.in }, inside);
  const parts = alternatives(type).map(opened);
  const some = (test: (part: Normal) => boolean): boolean => parts.some(test);
  const plain: readonly LiteralValue[] = [null, true, false];
  return (
    some(({ kind }) => kind === "any") ||
    (plain.every((value) => some((part) => accepts(part, value, type.in))) &&
      some((part) => part.kind === "string" && textFits(STRING, part)) &&
      some((part) => part.kind === "number" && numberFits(NUMBER, part)) &&
      some(
        (part) =>
          part.kind === "array" &&
          listFits(asList(ANYTHING), asList(part), (_, one) => all(one)),
      ) &&
      some(
        (part) =>
          part.kind === "object" &&
          objectFits(OBJECT, part, (_, one) => all(one)),
      ))
  );
}

function partFits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  asked: Asked,
): boolean {
  const [from, to] = [a.type, b.type];
  if (to.kind === "any" || sameNames(a, b, comparer)) return true;
  if (from.kind === "literals")
    return from.values.every((value) => accepts(to, value, b.in));
  const inner = (x: Normal, y: Normal): boolean =>
    fits({ type: x, in: a.in }, { type: y, in: b.in }, comparer, asked);
  if (from.kind === "ref" || to.kind === "ref") {
    const key = `${keyOf(from)} ${keyOf(to)}`;
    if (asked.fits.has(key)) return true;
    if (asked.fails.has(key)) return false;
    // A recursive type fits when nothing else speaks against it.
    const inside = { ...asked, fits: new Set(asked.fits).add(key) };
    const answer = fits(
      { type: opened(a), in: a.in },
      { type: opened(b), in: b.in },
      comparer,
      inside,
    );
    if (answer) for (const one of inside.fits) asked.fits.add(one);
    else asked.fails.add(key);
    return answer;
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
