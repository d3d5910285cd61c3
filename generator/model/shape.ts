/**
 * Shapes: what a value of a type looks like, with inheritance, utility types,
 * generics and constants worked out. Validators, JSON Schema and the corpus
 * are all made from shapes, so that they cannot disagree.
 */
import type { Doc, LiteralValue } from "./types.js";

/** What values of a type look like. */
export type Shape =
  | AnyShape
  /** `never`: no value at all */
  | { readonly kind: "never" }
  /** `undefined`: absence */
  | { readonly kind: "undefined" }
  | StringShape
  | NumberShape
  /** `boolean` */
  | { readonly kind: "boolean" }
  /** `"text"`, `-32700`, `null`, `typeof JSONRPC_VERSION` */
  | { readonly kind: "literal"; readonly value: LiteralValue }
  | ArrayShape
  | TupleShape
  | ObjectShape
  /** `A | B`, as declared: members may be unions themselves */
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  /** `A & B`, as declared */
  | { readonly kind: "intersection"; readonly members: readonly Shape[] }
  /** A declared type, or one instance of a recursive generic one, by name */
  | { readonly kind: "named"; readonly name: string };

/** `unknown`, `any`: any value but `undefined`. */
export interface AnyShape {
  readonly kind: "any";
  /** True for `any`, which `any & A` is as well; `unknown & A` is `A`. */
  readonly unchecked: boolean;
}

/** `string`, and template literal types as patterns. */
export interface StringShape {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expressions in JSON Schema's dialect (flag `u`). */
  readonly patterns?: readonly string[];
  /** An annotation; asserted only on demand. */
  readonly format?: string;
}

/** `number`; an integer unless the schema says otherwise. */
export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `Tool[]` */
export interface ArrayShape {
  readonly kind: "array";
  readonly element: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** `[string, number?, ...boolean[]]`: optional ones last, then `rest`. */
export interface TupleShape {
  readonly kind: "tuple";
  readonly required: readonly Shape[];
  readonly optional: readonly Shape[];
  readonly rest: Shape | null;
}

/** Interfaces, object types, `Record`, `object`: open, arrays excluded. */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /** What undeclared keys must hold; empty when they may hold anything. */
  readonly indexes: readonly IndexShape[];
  readonly origin: ObjectOrigin;
}

/**
 * How it was written; JSON Schema generators tell these apart. `literal` is
 * `{ … }`, `keyword` is `object`.
 */
export type ObjectOrigin = "interface" | "literal" | "record" | "keyword";

/** A property of an object, inherited ones included. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly optional: boolean;
  readonly doc: Doc;
}

/** `[key: string]: unknown`; `pattern` when only some keys are meant. */
export interface IndexShape {
  readonly pattern: string | null;
  readonly shape: Shape;
  /** True when a supertype has it. */
  readonly inherited: boolean;
}

export const ANY: Shape = { kind: "any", unchecked: true };
export const UNKNOWN: Shape = { kind: "any", unchecked: false };
export const NEVER: Shape = { kind: "never" };
export const UNDEFINED: Shape = { kind: "undefined" };
export const BOOLEAN: Shape = { kind: "boolean" };
export const STRING: StringShape = { kind: "string" };
export const NULL: Shape = { kind: "literal", value: null };

/** A union of `members`; of one, that one; of none, `never`. */
export function unionOf(members: readonly Shape[]): Shape {
  const [first, ...others] = members;
  if (!first) return NEVER;
  return others.length === 0 ? first : { kind: "union", members };
}

/** True when both are written the same, docs aside. */
export function sameShape(a: Shape, b: Shape): boolean {
  return a === b || shapeKey(a) === shapeKey(b);
}

/** A text that is equal for equal shapes, docs aside. */
export function shapeKey(shape: Shape): string {
  return JSON.stringify(shape, (key, value: unknown) =>
    key === "doc" || key === "inherited" || key === "origin"
      ? undefined
      : value,
  );
}
