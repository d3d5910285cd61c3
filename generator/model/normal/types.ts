/**
 * Normal form of shapes, from which validators and the corpus are generated.
 */
import type { NumberShape, Shape, StringShape } from "../resolved/shape.js";
import type { Shapes } from "../resolved/space.js";
import type { LiteralValue } from "../types.js";

/** Functions that return the normal forms of one model. */
export interface Normals {
  readonly shapes: Shapes;
  normal(shape: Shape): Normal;
  /**
   * Returns the normal form of a declared type. It is a `ref` only if the
   * declared type is an alias of another type.
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
  /**
   * Union of types of different kinds, or of objects without a discriminant.
   */
  | { readonly kind: "union"; readonly members: readonly Normal[] }
  | NormalTagged
  /** Reference to a declared type that is not a primitive. */
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
   * Type of undeclared keys. Null if there is no index signature, and `any` if
   * the index signature allows every value.
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
   * Members of the union by the value of the discriminant, in order of
   * appearance.
   */
  readonly branches: readonly {
    readonly value: string;
    readonly type: Normal;
  }[];
  /**
   * Type of objects in which the discriminant is absent. Null if all members
   * require the discriminant.
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
