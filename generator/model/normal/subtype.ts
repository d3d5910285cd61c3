/**
 * Checks whether a normal form is a subtype of another normal form. Validators
 * are generated from normal forms, so the result shows whether one validator
 * accepts all values that the other accepts.
 */
import { mapByName } from "../lookup.js";
import { accepts } from "./accepts.js";
import { getTypeKey, type Normal, type Normals } from "./normal.js";
import { taggedTypes, type NormalArray, type NormalObject } from "./types.js";
import type { NumberShape, StringShape } from "../resolved/shape.js";
import type { LiteralValue } from "../types.js";

/** Models in which the names of the two compared types are looked up. */
export interface SubtypeContext {
  readonly from: Normals;
  readonly to: Normals;
  /**
   * Returns true if both names mean the same type. Types with these names are
   * treated as equal without a comparison.
   */
  same?(from: string, to: string): boolean;
}

/** Maximum number of pairs of named types that one subtype check compares. */
const MAX_PAIRS = 200;

const ANY: Normal = { kind: "any" };
const [TRUE, FALSE] = [literal(true), literal(false)];

/**
 * Types of all JSON values. The union of these types accepts the same values as
 * `unknown`.
 */
const JSON_TYPES: readonly Normal[] = [
  { kind: "literals", values: [null, true, false] },
  { kind: "string" },
  { kind: "number", integer: false },
  { kind: "array", element: ANY },
  { kind: "object", properties: [], index: ANY },
];

interface Question extends SubtypeContext {
  /**
   * Pairs of names that count as matching: their comparison succeeded or is not
   * finished.
   */
  readonly fits: Set<string>;
  readonly fails: Set<string>;
  /** Number of pairs of names that were compared so far. */
  pairs: number;
}

/** Returns true if every value of type `a` is also a value of type `b`. */
export function isSubtype(
  a: Normal,
  b: Normal,
  sides: SubtypeContext,
): boolean {
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
        compareNamed(part, b, question, () =>
          JSON_TYPES.every((jsonType) => fits(jsonType, b, question)),
        )),
  );
}

function literal(value: LiteralValue): Normal {
  return { kind: "literals", values: [value] };
}

/**
 * Returns the types of which a union consists. Names of unions are resolved.
 */
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
    return compareNamed(from, to, question, () =>
      fits(
        resolveReference(from, question.from),
        resolveReference(to, question.to),
        question,
      ),
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
 * Compares two named types. A pair counts as matching while its comparison
 * runs, so that recursive types can be compared. Pairs after the first
 * `MAX_PAIRS` count as matching, because their declarations are compared
 * separately.
 */
function compareNamed(
  from: Normal,
  to: Normal,
  question: Question,
  holds: () => boolean,
): boolean {
  const { fits: known, fails } = question;
  const key = `${getTypeKey(from)} ${getTypeKey(to)}`;
  if (known.has(key)) return true;
  if (fails.has(key)) return false;
  if (++question.pairs > MAX_PAIRS) return true;
  const before = known.size;
  known.add(key);
  if (holds()) return true;
  // The comparison may have assumed that this pair matches. Because the pair
  // does not match, all matches that the comparison found are removed.
  for (const pair of [...known].slice(before)) known.delete(pair);
  fails.add(key);
  return false;
}

/**
 * Returns true if both types are references and their names mean the same type.
 */
function sameNames(a: Normal, b: Normal, { same }: SubtypeContext): boolean {
  return (
    a.kind === "ref" && b.kind === "ref" && same?.(a.name, b.name) === true
  );
}

/**
 * Returns the type to which a reference by name points. Any other type is
 * returned unchanged.
 */
export function resolveReference(type: Normal, normals: Normals): Normal {
  return type.kind === "ref" ? normals.body(type.name) : type;
}

type Inner = (a: Normal, b: Normal) => boolean;

/**
 * Returns true if every string within the limits of `a` is within the limits of
 * `b`. Formats are ignored, because JSON Schema treats them as annotations.
 */
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
 * Compares two objects by their members and index signatures. An optional
 * member of `b` may be missing in `a`, because objects accept undeclared keys.
 */
function objectFits(a: NormalObject, b: NormalObject, inner: Inner): boolean {
  const had = mapByName(a.properties);
  const wanted = mapByName(b.properties);
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
        (property) => wanted.has(property.name) || inner(property.type, index),
      ))
  );
}
