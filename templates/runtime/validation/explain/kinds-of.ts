/** Kinds of values as bits: a number is a set of them. */
import { made, type Shape } from "../shape.js";

const STRING = 1;
const BOOLEAN = 2;
const INTEGER = 4;
const FRACTION = 8;
const NULL = 16;
const ARRAY = 32;
const OBJECT = 64;
const OTHER = 128;
const ALL = 255;

/** The bit of a value; none of what is not there. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return STRING;
    case "object":
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
    case "number":
      if (Number.isInteger(value)) return INTEGER;
      return Number.isFinite(value) ? FRACTION : OTHER;
    case "boolean":
      return BOOLEAN;
    case "undefined":
      return 0;
    default:
      return OTHER;
  }
}

/** The kinds of which a shape allows every value. */
export function kindsOf(shape: Shape): number {
  const it = made(shape);
  switch (it.kind) {
    case "any":
      return ALL;
    case "boolean":
      return BOOLEAN;
    case "string":
      return it.free ? STRING : 0;
    case "integer":
      return it.free ? INTEGER : 0;
    case "number":
      return it.free ? INTEGER | FRACTION : 0;
    case "object":
      return it.of.properties.length === 0 && it.of.strict === null
        ? OBJECT
        : 0;
    case "union":
      return it.of.reduce((all, member) => all | kindsOf(member), 0);
    default:
      return 0;
  }
}
