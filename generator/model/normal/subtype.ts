/**
 * Whether all values of one type are values of another. It is asked of normal
 * forms, as validators are made of them, so that a difference in what they
 * accept is one here, however it was written.
 */
import { accepts } from "./accepts.js";
import { keyOf, type Normal, type Normals } from "./normal.js";
import { taggedTypes, type NormalArray, type NormalObject } from "./types.js";
import type { NumberShape, StringShape } from "../resolved/shape.js";
import type { LiteralValue } from "../types.js";

/** Whose names stand in the two types. */
export interface Sides {
  readonly from: Normals;
  readonly to: Normals;
  /** True when both names mean the same type, which is not compared again. */
  same?(from: string, to: string): boolean;
}

/** Pairs of names that one question may lead to. */
const MAX_PAIRS = 200;

const ANY: Normal = { kind: "any" };
const [TRUE, FALSE] = [literal(true), literal(false)];

/** All types of JSON: a union of these accepts what `unknown` does. */
const JSON_TYPES: readonly Normal[] = [
  { kind: "literals", values: [null, true, false] },
  { kind: "string" },
  { kind: "number", integer: false },
  { kind: "array", element: ANY },
  { kind: "object", properties: [], index: ANY },
];

interface Question extends Sides {
  /** Pairs of names that fit, or would if what they are asked in does. */
  readonly fits: Set<string>;
  readonly fails: Set<string>;
  /** How many pairs were looked into. */
  pairs: number;
}

/** True when each value of `a` is one of `b`. */
export function isSubtype(a: Normal, b: Normal, sides: Sides): boolean {
  const question = { ...sides, fits: new Set(), fails: new Set(), pairs: 0 };
  return fits(a, b, question as Question);
}

function fits(a: Normal, b: Normal, question: Question): boolean {
  if (sameNames(a, b, question)) return true;
  const targets = alternatives(b, question.to);
  return alternatives(a, question.from).every(
    (part) =>
      targets.some((target) => partFits(part, target, question)) ||
      (part.kind === "any" &&
        assumed(part, b, question, () =>
          JSON_TYPES.every((one) => fits(one, b, question)),
        )),
  );
}

function literal(value: LiteralValue): Normal {
  return { kind: "literals", values: [value] };
}

/** What a type is one of; names of unions are resolved. */
function alternatives(type: Normal, normals: Normals): readonly Normal[] {
  const all = (types: readonly Normal[]): Normal[] =>
    types.flatMap((part) => alternatives(part, normals));
  switch (type.kind) {
    case "never":
      return [];
    case "boolean":
      return [TRUE, FALSE];
    case "literals":
      return type.values.map(literal);
    case "union":
      return all(type.members);
    case "tagged":
      return all(taggedTypes(type));
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

function partFits(from: Normal, to: Normal, question: Question): boolean {
  if (to.kind === "any" || sameNames(from, to, question)) return true;
  if (from.kind === "literals")
    return from.values.every((value) => accepts(to, value, question.to));
  if (from.kind === "ref" || to.kind === "ref")
    return assumed(from, to, question, () =>
      fits(opened(from, question.from), opened(to, question.to), question),
    );
  const inner = (a: Normal, b: Normal): boolean => fits(a, b, question);
  switch (from.kind) {
    case "string":
      return to.kind === "string" && textFits(from, to);
    case "number":
      return to.kind === "number" && numberFits(from, to);
    case "array":
      return to.kind === "array" && arrayFits(from, to, inner);
    case "object":
      return to.kind === "object" && objectFits(from, to, inner);
    default:
      return false;
  }
}

/**
 * A recursive type fits unless something else in it does not. Past `MAX_PAIRS`
 * types are taken to fit: their declarations are compared by themselves anyway.
 */
function assumed(
  from: Normal,
  to: Normal,
  question: Question,
  holds: () => boolean,
): boolean {
  const { fits: known, fails } = question;
  const key = `${keyOf(from)} ${keyOf(to)}`;
  if (known.has(key)) return true;
  if (fails.has(key)) return false;
  if (++question.pairs > MAX_PAIRS) return true;
  const before = known.size;
  known.add(key);
  if (holds()) return true;
  // What was found to fit inside may have done so only if this does.
  for (const one of [...known].slice(before)) known.delete(one);
  fails.add(key);
  return false;
}

/** True for names of the two sides that mean the same. */
function sameNames(a: Normal, b: Normal, { same }: Sides): boolean {
  return (
    a.kind === "ref" && b.kind === "ref" && same?.(a.name, b.name) === true
  );
}

/** The type itself, or what the name of one is bound to. */
export function opened(type: Normal, normals: Normals): Normal {
  return type.kind === "ref" ? normals.body(type.name) : type;
}

type Inner = (a: Normal, b: Normal) => boolean;

/** By limits and patterns; a format is an annotation. */
function textFits(a: StringShape, b: StringShape): boolean {
  const { patterns = [] } = b;
  return (
    within(a.minLength, a.maxLength, b.minLength, b.maxLength) &&
    patterns.every((pattern) => a.patterns?.includes(pattern))
  );
}

function numberFits(a: NumberShape, b: NumberShape): boolean {
  return (
    (a.integer || !b.integer) &&
    within(a.minimum, a.maximum, b.minimum, b.maximum)
  );
}

function arrayFits(a: NormalArray, b: NormalArray, inner: Inner): boolean {
  return (
    within(a.minItems ?? 0, a.maxItems, b.minItems, b.maxItems) &&
    (a.maxItems === 0 || inner(a.element, b.element))
  );
}

function within(
  min = -Infinity,
  max = Infinity,
  least = -Infinity,
  most = Infinity,
): boolean {
  return min >= least && max <= most;
}

/**
 * By members and index signatures. Objects are open: a member that only `b`
 * declares, and does not ask for, is no hindrance.
 */
function objectFits(a: NormalObject, b: NormalObject, inner: Inner): boolean {
  const had = new Map(a.properties.map((one) => [one.name, one]));
  const wanted = new Map(b.properties.map((one) => [one.name, one]));
  for (const { name, type, required } of wanted.values()) {
    const own = had.get(name);
    if (!own && required) return false;
    if (own && ((required && !own.required) || !inner(own.type, type)))
      return false;
  }
  const { index } = b;
  return (
    index === null ||
    (inner(a.index ?? ANY, index) &&
      a.properties.every(
        (one) => wanted.has(one.name) || inner(one.type, index),
      ))
  );
}
