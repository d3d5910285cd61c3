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

/** Pairs of names that one question may lead to. */
const MAX_PAIRS = 200;

const ANY: Normal = { kind: "any" };

const NUMBER: NumberShape = { kind: "number", integer: false };
const ANYTHING = { kind: "array", element: ANY } as const;
const OBJECT: NormalObject = {
  kind: "object",
  properties: [],
  indexes: [{ pattern: null, type: ANY }],
};

/** Whether types of one model are among those of the other. */
interface Question {
  readonly from: Normals;
  readonly to: Normals;
  readonly same: (from: string, to: string) => boolean;
  /** Pairs of names that fit, or would if what they are asked in does. */
  readonly fits: Set<string>;
  readonly fails: Set<string>;
  /** How many pairs were looked into. */
  pairs: number;
}

/** What became of a type; names that mean the same are equal. */
export function relate(
  older: TypeNode,
  newer: TypeNode,
  { normals, same, ...declarations }: Comparer,
): Relation {
  // Their own names are no answer: who asks wants to know what they stand for.
  const before = opened(
    normalOf(older, normals.older, declarations.older),
    normals.older,
  );
  const after = opened(
    normalOf(newer, normals.newer, declarations.newer),
    normals.newer,
  );
  const backward: Question = {
    from: normals.newer,
    to: normals.older,
    same: (from, to) => same(to, from),
    fits: new Set(),
    fails: new Set(),
    pairs: 0,
  };
  const forward: Question = {
    from: normals.older,
    to: normals.newer,
    same,
    fits: new Set(),
    fails: new Set(),
    pairs: 0,
  };
  return {
    widened: !fits(after, before, backward),
    narrowed: !fits(before, after, forward),
  };
}

/** Type parameters stand for themselves: they are texts of their own. */
function normalOf(
  type: TypeNode,
  normals: Normals,
  declarations: Declarations,
): Normal {
  const grounded = (part: TypeNode): TypeNode =>
    part.kind === "reference" && !declarations.has(part.name)
      ? { kind: "literal", value: `<${part.name}>` }
      : mapChildren(part, grounded);
  return normals.normal(normals.shapes.of(grounded(type)));
}

/** True when each value of `a` is one of `b`. */
function fits(a: Normal, b: Normal, question: Question): boolean {
  if (sameNames(a, b, question)) return true;
  const targets = alternatives(b, question.to);
  return alternatives(a, question.from).every((part) => {
    if (targets.some((target) => partFits(part, target, question))) return true;
    switch (part.kind) {
      case "any":
        return takesAll(b, question.to);
      case "boolean":
        return [true, false].every((value) =>
          targets.some((target) => accepts(target, value, question.to)),
        );
      case "all":
        return part.members.some((one) => fits(one, b, question));
      default:
        return false;
    }
  });
}

/** What a type is one of; names of unions are seen through. */
function alternatives(type: Normal, normals: Normals): readonly Normal[] {
  const all = (types: readonly Normal[]): Normal[] =>
    types.flatMap((part) => alternatives(part, normals));
  switch (type.kind) {
    case "never":
      return [];
    case "literals":
      return type.values.map((value) => ({
        kind: "literals",
        values: [value],
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
        : [type];
    }
    default:
      return [type];
  }
}

/** True for what all of JSON is, written out: `JSONValue` is `unknown` there. */
function takesAll(
  type: Normal,
  normals: Normals,
  open: ReadonlySet<string> = new Set(),
): boolean {
  const key = keyOf(type);
  if (open.has(key)) return true;
  const inside = new Set(open).add(key);
  const all = (_: Normal, one: Normal): boolean =>
    takesAll(one, normals, inside);
  const parts = alternatives(type, normals).map((one) => opened(one, normals));
  const some = (test: (part: Normal) => boolean): boolean => parts.some(test);
  const plain: readonly LiteralValue[] = [null, true, false];
  return (
    some(({ kind }) => kind === "any") ||
    (plain.every((value) => some((part) => accepts(part, value, normals))) &&
      some((part) => part.kind === "string" && textFits(STRING, part)) &&
      some((part) => part.kind === "number" && numberFits(NUMBER, part)) &&
      some((part) => listFits(asList(ANYTHING), asList(part), all)) &&
      some((part) => part.kind === "object" && objectFits(OBJECT, part, all)))
  );
}

function partFits(from: Normal, to: Normal, question: Question): boolean {
  if (to.kind === "any" || sameNames(from, to, question)) return true;
  if (from.kind === "literals")
    return from.values.every((value) => accepts(to, value, question.to));
  if (from.kind === "ref" || to.kind === "ref")
    return namesFit(from, to, question);
  const inner = (a: Normal, b: Normal): boolean => fits(a, b, question);
  if (to.kind === "all") return to.members.every((one) => inner(from, one));
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

/**
 * A recursive type fits when nothing else speaks against it. What is further away
 * than anybody looks is taken to fit: each declaration is compared by itself.
 */
function namesFit(from: Normal, to: Normal, question: Question): boolean {
  const { fits: known, fails } = question;
  const key = `${keyOf(from)} ${keyOf(to)}`;
  if (known.has(key)) return true;
  if (fails.has(key)) return false;
  if (++question.pairs > MAX_PAIRS) return true;
  const before = known.size;
  known.add(key);
  const a = opened(from, question.from);
  if (fits(a, opened(to, question.to), question)) return true;
  // What was found to fit inside may have done so only if this does.
  for (const one of [...known].slice(before)) known.delete(one);
  fails.add(key);
  return false;
}

/** True for names of the two models that mean the same. */
function sameNames(a: Normal, b: Normal, { same }: Question): boolean {
  return a.kind === "ref" && b.kind === "ref" && same(a.name, b.name);
}

function opened(type: Normal, normals: Normals): Normal {
  return type.kind === "ref" ? normals.body(type.name) : type;
}
