/** Kinds of values, such as string or array, as a bit set. */
import { resolveShape, type Shape } from "../shape.js";

const STRING = 1;
const BOOLEAN = 2;
const INTEGER = 4;
const FRACTION = 8;
const NULL = 16;
const ARRAY = 32;
const OBJECT = 64;
const OTHER = 128;
const ALL = 255;

/** Kinds of values that contain other values. */
export const NESTED = 96;

/** Kinds of valid ids of a request: strings and integers. */
export const ID_KINDS = 5;

/**
 * Returns the bit for the kind of a value, or 0 for `undefined`. V8 optimizes
 * `typeof` in a comparison with a constant, but creates a string for `typeof`
 * in a `switch`.
 */
export function getKind(value: unknown): number {
  if (typeof value === "string") return STRING;
  if (typeof value === "object")
    return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
  if (value === undefined) return 0;
  if (typeof value === "number") {
    if (Number.isInteger(value)) return INTEGER;
    return Number.isFinite(value) ? FRACTION : OTHER;
  }
  return typeof value === "boolean" ? BOOLEAN : OTHER;
}

/**
 * Returns a bit set of the kinds (such as string or array) that valid values of
 * a runtime schema can have.
 */
export function getKinds(shape: Shape): number {
  const resolved = resolveShape(shape);
  switch (resolved.kind) {
    case "any":
      return ALL;
    case "never":
      return 0;
    case "boolean":
      return BOOLEAN;
    case "string":
      return STRING;
    case "integer":
      return INTEGER;
    case "number":
      return INTEGER | FRACTION;
    case "literal":
      return resolved.details.reduce<number>(
        (all, value) => all | getKind(value),
        0,
      );
    case "array":
      return ARRAY;
    case "object":
    case "tagged":
      return OBJECT;
    case "union":
      return resolved.details.reduce(
        (all, member) => all | getKinds(member),
        0,
      );
  }
}

/**
 * Returns a bit set of the kinds (such as string or array) for which a runtime
 * schema accepts every value.
 */
export function getAcceptedKinds(shape: Shape): number {
  const resolved = resolveShape(shape);
  switch (resolved.kind) {
    case "object":
      return resolved.details.properties.length > 0 || resolved.details.strict
        ? 0
        : OBJECT;
    case "union":
      return resolved.details.reduce(
        (all, member) => all | getAcceptedKinds(member),
        0,
      );
    case "literal":
    case "array":
    case "tagged":
      return 0;
    default:
      return resolved.unrestricted ? getKinds(resolved) : 0;
  }
}
