/**
 * Shapes describe the values of a type at run time. Guards are straight-line
 * code and do not use them. Explanations, stripping of unknown keys and JSON
 * Schema do.
 */

/** Shape, or a function that creates it when first needed. */
export type Shape = Made | Maker;

/** Function that creates a shape, with the cached result. */
export interface Maker {
  (): Shape;
  made?: Made;
  /**
   * Guard that explanations call first: an accepted value needs no explanation.
   * It never throws.
   */
  guard?: (value: unknown) => boolean;
}

export type Made =
  | Of<"any" | "never" | "boolean", null>
  | Of<"string", Text>
  | Of<"integer" | "number", Range>
  | Of<"literal", readonly Literal[]>
  | Of<"array", List>
  | Of<"object", Members>
  | Of<"tagged", Tagged>
  | Of<"union", readonly Shape[]>;

/**
 * Description of a shape. Created by one object literal with all members, so
 * that V8 uses one hidden class.
 */
export interface Of<Kind extends string, Details> {
  readonly kind: Kind;
  readonly of: Details;
  /**
   * Whether the shape has no limits and no patterns: every value of its kind
   * matches.
   */
  readonly free: boolean;
  /** Name of the declared type, or another name for use in messages. */
  readonly name: string | undefined;
  /** Root node of explanations. Created and cached by the explanations. */
  node: object | undefined;
}

export type Literal = string | number | boolean | null;

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface Text extends Range {
  readonly patterns?: readonly Pattern[] | undefined;
  readonly format?: string;
}

/** Regular expression, or a matcher that replaces it. */
export type Pattern = Pick<RegExp, "source" | "test">;

export interface List extends Range {
  readonly element: Shape;
}

export interface Members {
  readonly properties: readonly Property[];
  /** Shape of all other keys, if the type has an index signature. */
  readonly index: Shape | null;
  /** Same as `index`, but `null` if the index signature allows every value. */
  readonly strict: Shape | null;
}

export interface Property {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** True for a name such as `constructor`, which every object inherits. */
  readonly inherited: boolean;
}

/** Discriminated union: a literal property, the tag, selects the member. */
export interface Tagged {
  readonly key: string;
  /** True if every object inherits the key. */
  readonly inherited: boolean;
  /** Members by tag value. A Map has no inherited keys. */
  readonly branches: ReadonlyMap<string, Shape>;
  /** Member for objects without the tag. */
  readonly absent: Shape | null;
  /** Shape of the tag. */
  readonly tag: Shape;
}

export interface Branches {
  readonly [literal: string]: Shape;
}

/** Properties of an object as generated code lists them. */
export interface Properties {
  readonly [name: string]: Shape | Optional;
}

export interface Optional {
  readonly optional: Shape;
}

function make<Kind extends string, Details>(
  kind: Kind,
  of: Details,
  name?: string,
): Of<Kind, Details> {
  const { min, max, patterns } = (of ?? {}) as Text;
  const free = min === undefined && max === undefined && !patterns?.length;
  return { kind, of, free, name, node: undefined };
}

export const anything: Made = /*@__PURE__*/ make("any", null);
export const never: Made = /*@__PURE__*/ make("never", null);
export const boolean: Made = /*@__PURE__*/ make("boolean", null);
export const string: Made = /*@__PURE__*/ make("string", {});
export const integer: Made = /*@__PURE__*/ make("integer", {});
export const number: Made = /*@__PURE__*/ make("number", {});

/** Returns the shape of a string with limits. Messages use `name` for it. */
export function text(limits: Text, name?: string | undefined): Made {
  return make("string", limits, name);
}

export function integerIn(limits: Range): Made {
  return make("integer", limits);
}

export function numberIn(limits: Range): Made {
  return make("number", limits);
}

export function literal(...values: readonly Literal[]): Made {
  return make("literal", values);
}

export function array(element: Shape, limits?: Range): Made {
  return make("array", { element, ...limits });
}

export function object(properties: Properties, index?: Shape): Made {
  return make("object", members(properties, index));
}

/** Returns the shape of a declared object type. */
export function declared(
  name: string,
  properties: Properties,
  index?: Shape,
): Made {
  return make("object", members(properties, index), name);
}

/** Returns the shape of a declared object type that allows any other keys. */
export function open(name: string, properties: Properties): Made {
  return declared(name, properties, anything);
}

function members(properties: Properties, index: Shape | null = null): Members {
  const list = Object.entries(properties).map(([name, entry]) => {
    const required = !("optional" in entry);
    const shape = required ? entry : entry.optional;
    const inherited = name in Object.prototype;
    return { name, shape, required, inherited };
  });
  const strict = index === anything ? null : index;
  return { properties: list, index, strict };
}

export function optional(shape: Shape): Optional {
  return { optional: shape };
}

/**
 * Returns the shape of an index signature `{ [key: string]: shape }`, for the
 * second argument of `object`.
 */
export function keys(shape: Shape): Shape {
  return shape;
}

export function union(...members: readonly Shape[]): Made {
  return make("union", members);
}

export function tagged(
  key: string,
  branches: Branches,
  absent: Shape | null = null,
): Made {
  const tag = literal(...Object.keys(branches));
  const inherited = key in Object.prototype;
  return make("tagged", {
    key,
    inherited,
    branches: new Map(Object.entries(branches)),
    absent,
    tag,
  });
}

/** Returns the shape of a declared type that is not an object type. */
export function named(name: string, shape: Shape): Made {
  const { kind, of } = made(shape);
  return make(kind, of, name) as Made;
}

/**
 * Returns the shape itself. A function is called once, and its result is
 * cached.
 */
export function made(shape: Shape): Made {
  return typeof shape === "function" ? (shape.made ??= made(shape())) : shape;
}
