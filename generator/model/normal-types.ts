/** The normal form of shapes, as validators and corpora are made of it. */
import type { NumberShape, StringShape } from "./shape.js";
import type { LiteralValue } from "./types.js";

export type Normal =
  | { readonly kind: "any" | "never" | "boolean" }
  | StringShape
  | NumberShape
  | { readonly kind: "literals"; readonly values: readonly LiteralValue[] }
  | NormalArray
  | NormalTuple
  | NormalObject
  /** Members of different kinds, or objects that no literal tells apart. */
  | { readonly kind: "union"; readonly members: readonly Normal[] }
  | NormalTagged
  /** Intersections that are no objects. */
  | { readonly kind: "all"; readonly members: readonly Normal[] }
  /** A declared type that is not plain. */
  | { readonly kind: "ref"; readonly name: string };

export interface NormalArray {
  readonly kind: "array";
  readonly element: Normal;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface NormalTuple {
  readonly kind: "tuple";
  readonly items: readonly Normal[];
  readonly required: number;
  readonly rest: Normal;
}

export interface NormalObject {
  readonly kind: "object";
  readonly properties: readonly NormalProperty[];
  /** What other keys must hold; those that allow anything are kept too. */
  readonly indexes: readonly NormalIndex[];
}

export interface NormalProperty {
  readonly name: string;
  readonly type: Normal;
  readonly required: boolean;
}

export interface NormalIndex {
  readonly pattern: string | null;
  readonly type: Normal;
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
