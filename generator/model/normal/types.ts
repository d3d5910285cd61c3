/** The normal form of shapes, as validators and corpora are made of it. */
import type { NumberShape, Shape, StringShape } from "../resolved/shape.js";
import type { Shapes } from "../resolved/space.js";
import type { LiteralValue } from "../types.js";

/** Normal forms of one model. */
export interface Normals {
  readonly shapes: Shapes;
  normal(shape: Shape): Normal;
  /** The normal form of a declared type: a `ref` only if it is an alias. */
  body(name: string): Normal;
}

export type Normal =
  | { readonly kind: "any" | "never" | "boolean" }
  | StringShape
  | NumberShape
  | { readonly kind: "literals"; readonly values: readonly LiteralValue[] }
  | NormalArray
  | NormalObject
  /** Members of different kinds, or objects that no literal tells apart. */
  | { readonly kind: "union"; readonly members: readonly Normal[] }
  | NormalTagged
  /** A declared type that is not plain. */
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
  /** What other keys hold; null where nothing is declared, `any` where `unknown` is. */
  readonly index: Normal | null;
}

export interface NormalProperty {
  readonly name: string;
  readonly type: Normal;
  readonly required: boolean;
}

/** A union of objects that the property `key` tells apart. */
export interface NormalTagged {
  readonly kind: "tagged";
  readonly key: string;
  /** By literal, in order of appearance. */
  readonly branches: readonly {
    readonly value: string;
    readonly type: Normal;
  }[];
  /** What an object without the key must be; null when it must have it. */
  readonly absent: Normal | null;
}

/** All that the objects of such a union can be. */
export function taggedTypes({
  branches,
  absent,
}: NormalTagged): readonly Normal[] {
  const types = branches.map(({ type }) => type);
  return absent ? [...types, absent] : types;
}
