/**
 * Normal form of shapes, from which validators and the corpus are generated.
 */
import type { NumberShape, Shape, StringShape } from "../resolved/shape.js";
import type { Shapes } from "../resolved/space.js";
import type { LiteralValue } from "../types.js";

/** Normal forms of one model. */
export interface Normals {
  readonly shapes: Shapes;
  normal(shape: Shape): Normal;
  /**
   * Returns the normal form of a declared type. It is a `ref` only if the type
   * is an alias.
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
  /** Union of different kinds, or of objects that no literal discriminates. */
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
   * Type of undeclared keys. Null if no index signature is declared, `any` if
   * it is `unknown`.
   */
  readonly index: Normal | null;
}

export interface NormalProperty {
  readonly name: string;
  readonly type: Normal;
  readonly required: boolean;
}

/** Discriminated union of objects with the discriminant `key`. */
export interface NormalTagged {
  readonly kind: "tagged";
  readonly key: string;
  /** Members by literal value, in order of appearance. */
  readonly branches: readonly {
    readonly value: string;
    readonly type: Normal;
  }[];
  /** Type of objects without the key. Null if the key is required. */
  readonly absent: Normal | null;
}

/** Returns all object types of a discriminated union. */
export function taggedTypes({
  branches,
  absent,
}: NormalTagged): readonly Normal[] {
  const types = branches.map(({ type }) => type);
  return absent ? [...types, absent] : types;
}
