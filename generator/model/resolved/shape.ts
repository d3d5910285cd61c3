/**
 * Shapes describe the values of a type. Inheritance, utility types and
 * constants are resolved. Validators, JSON Schema and the corpus are all
 * generated from shapes, so that they agree.
 */
import type { Doc, IntersectionType, LiteralValue } from "../types.js";

/** Description of the values of a type, discriminated by `kind`. */
export type Shape =
  /** `unknown` or `any`: any value except `undefined` */
  | { readonly kind: "any" }
  /** `never`: no value */
  | { readonly kind: "never" }
  /** `undefined`: the member is absent */
  | { readonly kind: "undefined" }
  | StringShape
  | NumberShape
  /** `boolean` */
  | { readonly kind: "boolean" }
  /**
   * Literal or constant: `"text"`, `-32700`, `null`, `typeof JSONRPC_VERSION`
   */
  | { readonly kind: "literal"; readonly value: LiteralValue }
  /** Array, such as `Tool[]` */
  | {
      readonly kind: "array";
      readonly element: Shape;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | ObjectShape
  /**
   * Union as the schema declares it, such as `A | B`. A member may itself be a
   * union.
   */
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | IntersectionShape
  /** Reference to a declared type */
  | { readonly kind: "named"; readonly name: string };

/** `string`, optionally with limits. */
export interface StringShape {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * Regular expressions that the string must match, in the dialect of JSON
   * Schema (flag `u`).
   */
  readonly patterns?: readonly string[];
  /** Format of the string, which is only checked if the user asks for it. */
  readonly format?: string;
}

/** `number`. Only integers are valid unless the schema allows fractions. */
export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Intersection as the schema declares it, such as `A & B`. */
export interface IntersectionShape {
  readonly kind: "intersection";
  readonly members: readonly Shape[];
  readonly type: IntersectionType;
  /**
   * Whether `number` in anonymous object types of the intersection may have a
   * fraction.
   */
  readonly fractions: boolean;
}

/**
 * Interface, object type, `Record` or `object`. Keys that are not declared are
 * allowed. Arrays are not objects.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /**
   * Type of the keys that are not declared. Null if they may have any value.
   */
  readonly index: IndexShape | null;
  readonly origin: ObjectOrigin;
}

/**
 * Syntax with which the schema writes an object type. JSON Schema generators
 * distinguish these. `literal` is `{ … }`, and `keyword` is `object`.
 */
export type ObjectOrigin = "interface" | "literal" | "record" | "keyword";

/** Property of an object, which is declared or inherited. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly optional: boolean;
  readonly doc: Doc;
}

/** Index signature, such as `[key: string]: unknown`. */
export interface IndexShape {
  readonly shape: Shape;
  /** Whether the index signature is inherited from a base type. */
  readonly inherited: boolean;
}

export const ANY: Shape = { kind: "any" };
export const NEVER: Shape = { kind: "never" };
export const STRING: StringShape = { kind: "string" };

/** Function that returns the shape of a named type. */
export type Resolve = (name: string) => Shape;

/**
 * Returns the union of `members`. A single member is returned as it is, and
 * `never` is returned for an empty list.
 */
export function createUnion(members: readonly Shape[]): Shape {
  const [first, ...others] = members;
  if (!first) return NEVER;
  return others.length === 0 ? first : { kind: "union", members };
}
