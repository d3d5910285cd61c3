/**
 * Shapes: what a value of a type looks like, with inheritance, utility types
 * and constants worked out. Validators, JSON Schema and the corpus are all made
 * from shapes, so that they cannot disagree.
 */
import type { Doc, IntersectionType, LiteralValue } from "../types.js";

/** What values of a type look like. */
export type Shape =
  /** `unknown`, `any`: any value but `undefined` */
  | { readonly kind: "any" }
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
  /** `Tool[]` */
  | {
      readonly kind: "array";
      readonly element: Shape;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | ObjectShape
  /** `A | B`, as declared: members may be unions themselves */
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | IntersectionShape
  /** A declared type by name */
  | { readonly kind: "named"; readonly name: string };

/** `string` */
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

/** `A & B`, as declared */
export interface IntersectionShape {
  readonly kind: "intersection";
  readonly members: readonly Shape[];
  readonly type: IntersectionType;
  /** Whether `number` means any in what has no name. */
  readonly fractions: boolean;
}

/** Interfaces, object types, `Record`, `object`: open, arrays excluded. */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /** What undeclared keys must hold; null when they may hold anything. */
  readonly index: IndexShape | null;
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

/** `[key: string]: unknown` */
export interface IndexShape {
  readonly shape: Shape;
  /** True when a supertype has it. */
  readonly inherited: boolean;
}

export const ANY: Shape = { kind: "any" };
export const NEVER: Shape = { kind: "never" };
export const STRING: StringShape = { kind: "string" };

/** What a named shape is. */
export type Resolve = (name: string) => Shape;

/** A union of `members`; of one, that one; of none, `never`. */
export function unionOf(members: readonly Shape[]): Shape {
  const [first, ...others] = members;
  if (!first) return NEVER;
  return others.length === 0 ? first : { kind: "union", members };
}
