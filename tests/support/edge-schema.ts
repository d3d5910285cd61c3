/** A schema with what revisions do not have: every construct, odd names. */
import { SMALL_SCHEMA } from "./schema.js";

export const EDGE_SCHEMA = `${SMALL_SCHEMA}
export type NonEmpty<T> = [T, ...T[]];
export interface Box<T, U = number> { content: T; label?: U }
export type Tree<T> = { value: T; branches: Tree<T>[] };
export interface List<T> { head: T; tail?: List<T> }

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
  /**
   * @TJS-type number
   * @minimum 0
   */
  least?: number;
  /**
   * @TJS-type number
   * @maximum 1
   */
  most?: number;
  /**
   * @minLength 2
   * @maxLength 3
   */
  text?: string;
  /** @pattern ^[a-z]+/x$ */
  path?: string;
  /**
   * @minItems 1
   * @maxItems 2
   */
  some?: string[];
  /** @maxItems 2 */
  several?: unknown[];
  /** @nullable */
  none?: number;
  /**
   * @minimum 3
   */
  id?: RequestId;
  /** @format date */
  day?: string;
}

export interface Containers {
  names: NonEmpty<string>;
  pair?: [first: string, second?: number];
  mixed?: [boolean, ...Array<string | number>];
  boxed?: Box<Role>;
  tree?: Tree<number>;
  list?: List<"x">;
  never?: never;
  impossible?: { a: never };
  either?: { kind: "no"; a: never } | { kind: "yes"; a?: never };
  whatever?: any & Role;
  everything: unknown;
  maybe: string | undefined;
  record?: Record<"a" | "b", number>;
  open?: Record<string, Role>;
}

export type Role = "user" | "assistant" | null;
export type Data = \`data:\${string};base64,\${string}\`;
export type Mixed = "a" | "b" | 3 | true | Role[] | { [key: string]: Mixed };

export interface Numbered { kind: 1; a: string }
export interface Named { kind: "named"; b: string; c?: OddNames }
export interface Other { kind: "other" | "more"; b: number }
export type Kinds = Named | Other;
export type Loose = Numbered | Named;
export type Overlapping = { a: string } | { a: string; b: number } | { c: Role };

export interface Base { name: string; kind?: string; extra?: number }
export interface Narrow extends Omit<Base, "kind">, Partial<Pick<Named, "b">> {
  kind: "narrow";
}
export type Both = Base & { kind: "both"; more: string[] };
export type Strict = Required<Base> & { [key: string]: string | number };
export type Part = Both["more"];
export type Keys = keyof Base;
export type NotA = Exclude<Mixed, "a" | 3>;
export interface Indexed { known?: boolean; [key: string]: boolean | undefined }
export interface ByTemplate { [key: \`x-\${string}\`]: number }
export interface Nothing {}
export type Alias = Base;
export type AliasOfAlias = Alias;
`;
