/**
 * Shapes: the form of a type's values, with inheritance, utility types and
 * constants resolved. Validators, JSON Schema and the corpus are all generated
 * from shapes, so that they agree.
 */
import type { Doc, IntersectionType, LiteralValue } from "../types.js";

/** Form of the values of a type, discriminated by `kind`. */
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
  /** Union as declared, such as `A | B`; a member may be a union */
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | IntersectionShape
  /** Reference to a declared type */
  | { readonly kind: "named"; readonly name: string };

/** `string` with its limits */
export interface StringShape {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expressions in the dialect of JSON Schema (flag `u`). */
  readonly patterns?: readonly string[];
  /** Annotation that is asserted only if the user asks for it. */
  readonly format?: string;
}

/** `number`; an integer unless the schema says otherwise. */
export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Intersection as declared, such as `A & B`. */
export interface IntersectionShape {
  readonly kind: "intersection";
  readonly members: readonly Shape[];
  readonly type: IntersectionType;
  /** Whether `number` in anonymous types may have a fraction. */
  readonly fractions: boolean;
}

/**
 * Interface, object type, `Record` or `object`. Unknown keys are allowed;
 * arrays are not objects.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /** Types of undeclared keys. Null if these may hold any value. */
  readonly index: IndexShape | null;
  readonly origin: ObjectOrigin;
}

/**
 * Syntax of an object type, which JSON Schema generators distinguish. `literal`
 * is `{ … }`, `keyword` is `object`.
 */
export type ObjectOrigin = "interface" | "literal" | "record" | "keyword";

/** Property of an object, declared or inherited. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly optional: boolean;
  readonly doc: Doc;
}

/** Index signature, such as `[key: string]: unknown`. */
export interface IndexShape {
  readonly shape: Shape;
  /** True if a base type has the index signature. */
  readonly inherited: boolean;
}

export const ANY: Shape = { kind: "any" };
export const NEVER: Shape = { kind: "never" };
export const STRING: StringShape = { kind: "string" };

/** Function that returns the shape of a named type. */
export type Resolve = (name: string) => Shape;

/**
 * Returns the union of `members`. Returns a single member as it is, and `never`
 * for none.
 */
export function createUnion(members: readonly Shape[]): Shape {
  const [first, ...others] = members;
  if (!first) return NEVER;
  return others.length === 0 ? first : { kind: "union", members };
}
