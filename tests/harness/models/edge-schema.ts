/**
 * Test schema with rare constructs and names that no published revision
 * contains.
 */
import { SMALL_SCHEMA } from "./small-schema.js";

export const EDGE_SCHEMA = `${SMALL_SCHEMA}
export interface Tree { value: number; branches: Tree[] }
export interface List { head: "x"; tail?: List }

export interface OddNames {
  __proto__?: string;
  constructor: number;
  toString?: boolean;
  "a b": boolean;
  "x/y~z"?: string;
  "quo\\"ted"?: string;
  value: string;
  depth?: number;
  item?: string;
  default?: string;
  checkOddNames?: string;
  Number?: number;
  undefined?: string;
}

export interface Limits {
  /** @minimum 1 @maximum 10 */
  whole?: number;
  /** @TJS-type number @minimum 0 */
  least?: number;
  /** @TJS-type number @maximum 1 */
  most?: number;
  /** @minLength 2 @maxLength 3 */
  text?: string;
  /** @pattern ^[a-z]+/x$ */
  path?: string;
  /** @minItems 1 @maxItems 2 */
  some?: string[];
  /** @maxItems 2 */
  several?: unknown[];
  /** @nullable */
  none?: number | null;
  /** @minimum 3 */
  id?: RequestId;
  /** @format date */
  day?: string;
}

export interface Containers {
  names: string[];
  mixed?: Array<string | number>;
  tree?: Tree;
  list?: List;
  never?: never;
  impossible?: { a: never };
  either?: { kind: "no"; a: never } | { kind: "yes"; a?: never };
  everything: unknown;
  maybe: string | undefined;
  record?: Record<"a" | "b", number>;
  open?: Record<string, Role>;
}

export type Role = "user" | "assistant" | null;
export type Mixed = "a" | "b" | 3 | true | Role[] | { [key: string]: Mixed };

export interface Numbered { kind: 1; a: string }
export interface Named { kind: "named"; b: string; c?: OddNames }
export interface Other { kind: "other" | "more"; b: number }
export type Kinds = Named | Other;
export type Loose = Numbered | Named;
export type Overlapping = { a: string } | { a: string; b: number } | { c: Role };

export interface Base { name: string; kind?: string; extra?: number }
export interface Narrow extends Omit<Base, "kind">, Partial<Named> {
  kind: "named";
}
export type Both = Base & { kind: "both"; more: string[] };
export type OneOf = Base & (Named | { kind: "bare"; name: "x" | "y" });
export type NotNull = NonNullable<Role>;
export interface Indexed { known?: boolean; [key: string]: boolean | undefined }
export type Strict = Indexed & { known: true };
export interface Nothing {}
export type Alias = Base;
export type AliasOfAlias = Alias;
`;
