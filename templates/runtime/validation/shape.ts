/**
 * Shapes say what values of a type look like. The guards are straight-line
 * code and do not need them; explaining, stripping and JSON Schema do.
 */

/** A shape, or a function that makes one when it is first needed. */
export type Shape = Made | (() => Shape);

/** `name` is that of a declared type. */
export type Made = { readonly name?: string } & (
  | { readonly kind: "any" | "never" | "boolean" }
  | TextShape
  | NumberShape
  | { readonly kind: "literal"; readonly values: readonly Literal[] }
  | ArrayShape
  | {
      readonly kind: "tuple";
      readonly items: readonly Shape[];
      readonly min: number;
      readonly rest: Shape;
    }
  | ObjectShape
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | TaggedShape
  | { readonly kind: "all"; readonly members: readonly Shape[] }
);

export type Literal = string | number | boolean | null;

export interface TextShape {
  readonly kind: "string";
  readonly min?: number;
  readonly max?: number;
  readonly patterns?: readonly RegExp[];
  readonly format?: string;
}

export interface NumberShape {
  readonly kind: "integer" | "number";
  readonly min?: number;
  readonly max?: number;
}

export interface ArrayShape {
  readonly kind: "array";
  readonly element: Shape;
  readonly min?: number;
  readonly max?: number;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly properties: Properties;
  /** What keys that are not among the properties hold. */
  readonly indexes: readonly Index[];
}

export interface Properties {
  readonly [name: string]: Shape | Optional;
}

export interface Optional {
  readonly optional: Shape;
}

/** Without a pattern, all other keys are meant. */
export interface Index {
  readonly shape: Shape;
  readonly pattern?: RegExp;
}

/** A union whose members a literal tells apart. */
export interface TaggedShape {
  readonly kind: "tagged";
  readonly key: string;
  readonly branches: { readonly [literal: string]: Shape };
  /** The member for an absent key. */
  readonly absent: Shape | undefined;
}

export const any: Shape = { kind: "any" };
export const never: Shape = { kind: "never" };
export const boolean: Shape = { kind: "boolean" };
export const string: TextShape = { kind: "string" };
export const integer: NumberShape = { kind: "integer" };
export const number: NumberShape = { kind: "number" };

export function text(limits: Omit<TextShape, "kind">): Shape {
  return { kind: "string", ...limits };
}

export function integerIn(limits: Omit<NumberShape, "kind">): Shape {
  return { kind: "integer", ...limits };
}

export function numberIn(limits: Omit<NumberShape, "kind">): Shape {
  return { kind: "number", ...limits };
}

export function literal(...values: readonly Literal[]): Shape {
  return { kind: "literal", values };
}

export function array(
  element: Shape,
  limits?: Omit<ArrayShape, "kind" | "element">,
): Shape {
  return { kind: "array", element, ...limits };
}

/** The first `min` items must be there. */
export function tuple(
  items: readonly Shape[],
  min: number,
  rest: Shape = never,
): Shape {
  return { kind: "tuple", items, min, rest };
}

export function object(
  properties: Properties,
  ...indexes: readonly Index[]
): Shape {
  return { kind: "object", properties, indexes };
}

/** `{ [key: string]: shape }` */
export function keys(shape: Shape, pattern?: RegExp): Index {
  return pattern ? { shape, pattern } : { shape };
}

export function optional(shape: Shape): Optional {
  return { optional: shape };
}

export function union(...members: readonly Shape[]): Shape {
  return { kind: "union", members };
}

export function tagged(
  key: string,
  branches: { readonly [literal: string]: Shape },
  absent?: Shape,
): Shape {
  return { kind: "tagged", key, branches, absent };
}

export function all(...members: readonly Shape[]): Shape {
  return { kind: "all", members };
}

/** The object that is a declared type. */
export function declared(
  name: string,
  properties: Properties,
  ...indexes: readonly Index[]
): Shape {
  return { kind: "object", properties, indexes, name };
}

/** A declared type that is no object. */
export function named(name: string, shape: Shape): Shape {
  return { ...made(shape), name };
}

const cache = /*@__PURE__*/ new WeakMap<() => Shape, Made>();

/** The shape itself; each is made once. */
export function made(shape: Shape): Made {
  if (typeof shape !== "function") return shape;
  let result = cache.get(shape);
  if (!result) {
    result = made(shape());
    cache.set(shape, result);
  }
  return result;
}

/** A property's shape, and whether it may be absent. */
export function property(entry: Shape | Optional): {
  shape: Shape;
  required: boolean;
} {
  return "optional" in entry
    ? { shape: entry.optional, required: false }
    : { shape: entry, required: true };
}
