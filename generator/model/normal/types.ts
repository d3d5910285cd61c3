/**
 * Types of the normal form, from which validators and the corpus (generated
 * test values) are created.
 */
import type { NumberShape, Shape, StringShape } from "../resolved/shape.js";
import type { Shapes } from "../resolved/space.js";
import type { LiteralValue } from "../types.js";

/** Functions that return the normal forms of the types in one model. */
export interface Normals {
  readonly shapes: Shapes;
  normal(shape: Shape): Normal;
  /**
   * Returns the normal form of a declared type. The normal form is a `ref` only
   * if the declared type is an alias of another type.
   */
  body(name: string): Normal;
}

export type Normal =
  | { readonly kind: "any" | "never" | "boolean" }
  | StringShape
  | NumberShape
  | { readonly kind: "literals"; readonly values: readonly LiteralValue[] }
  | NormalArray
  | NormalObject
  /** Union without a discriminant, for example of types of different kinds. */
  | { readonly kind: "union"; readonly members: readonly Normal[] }
  | NormalTagged
  /**
   * Reference by name to a declared type. Primitive types are never referenced
   * by name.
   */
  | { readonly kind: "ref"; readonly name: string };

export interface NormalArray {
  readonly kind: "array";
  readonly element: Normal;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface NormalObject {
  readonly kind: "object";
  readonly properties: readonly NormalProperty[];
  /**
   * Type of the values of undeclared keys. Null if the object type has no index
   * signature, and `any` if the index signature allows every value.
   */
  readonly index: Normal | null;
}

export interface NormalProperty {
  readonly name: string;
  readonly type: Normal;
  readonly required: boolean;
}

/**
 * Union of objects that are discriminated by the value of the property `key`.
 */
export interface NormalTagged {
  readonly kind: "tagged";
  readonly key: string;
  /**
   * Members of the union by the value of the discriminant, in the order of the
   * schema.
   */
  readonly branches: readonly {
    readonly value: string;
    readonly type: Normal;
  }[];
  /**
   * Type of objects that lack the discriminant. Null if all members of the
   * union require the discriminant.
   */
  readonly absent: Normal | null;
}

/** Returns all object types that are members of a discriminated union. */
export function taggedTypes({
  branches,
  absent,
}: NormalTagged): readonly Normal[] {
  const types = branches.map(({ type }) => type);
  return absent ? [...types, absent] : types;
}
