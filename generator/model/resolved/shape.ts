/**
 * Shapes: descriptions of the values of a type, with inheritance, utility types
 * and constants resolved. Validators, JSON Schema and the corpus (generated
 * test values) are all created from shapes, so that they agree.
 */
import type {
  Doc,
  IntersectionType,
  LiteralValue,
  Position,
} from "../types.js";

/** Shape of a type, which describes its values. Discriminated by `kind`. */
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
  /**
   * Union as the schema declares it, such as `A | B`. A member may itself be a
   * union.
   */
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | IntersectionShape
  /** Reference to a declared type */
  | { readonly kind: "named"; readonly name: string };

/** `string`, optionally with limits. */
export interface StringShape {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * Regular expressions that the string must match, in the dialect of JSON
   * Schema (flag `u`).
   */
  readonly patterns?: readonly string[];
  /**
   * Format of the string. Generated code checks it only if the user asks for
   * this check.
   */
  readonly format?: string;
}

/**
 * `number` type. Only integers are valid unless the schema allows fractions.
 */
export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Intersection as the schema declares it, such as `A & B`. */
export interface IntersectionShape {
  readonly kind: "intersection";
  readonly members: readonly Shape[];
  readonly type: IntersectionType;
}

/**
 * Interface, object type, `Record` or `object`. Undeclared keys are allowed.
 * Arrays do not match an object type.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /**
   * Type of the values of undeclared keys. Null if these values are
   * unrestricted.
   */
  readonly index: IndexShape | null;
  readonly origin: ObjectOrigin;
  /**
   * Name that the printed model gives to an object type without a name in the
   * schema.
   */
  readonly typeName?: string | undefined;
}

/**
 * Syntax with which the schema writes an object type: `literal` for `{ … }`,
 * and `keyword` for `object`. JSON Schema generators translate each syntax
 * differently.
 */
export type ObjectOrigin = "interface" | "literal" | "record" | "keyword";

/** Property of an object, which is declared or inherited. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly optional: boolean;
  readonly doc: Doc;
  readonly position: Position;
}

/** Index signature, such as `[key: string]: unknown`. */
export interface IndexShape {
  readonly shape: Shape;
  /** Whether the index signature is inherited from a base type. */
  readonly inherited: boolean;
  readonly doc: Doc;
  readonly position: Position;
}

export const ANY: Shape = { kind: "any" };
export const NEVER: Shape = { kind: "never" };
export const STRING: StringShape = { kind: "string" };

/** Function that returns the shape of the type with the given name. */
export type Resolve = (name: string) => Shape;

/**
 * Returns the union of `members`. A single member is returned unchanged, and an
 * empty list results in `never`.
 */
export function createUnion(members: readonly Shape[]): Shape {
  const [first, ...others] = members;
  if (!first) return NEVER;
  return others.length === 0 ? first : { kind: "union", members };
}
