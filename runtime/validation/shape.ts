/**
 * Shapes say what values of a type look like. The guards are straight-line
 * code and do not need them; explaining, stripping and JSON Schema do.
 */

/** A shape, or a function that makes one when it is first needed. */
export type Shape = Made | Maker;

/** It keeps what it has made. */
export interface Maker {
  (): Shape;
  made?: Made;
  /** Asked first by explanations: what passes needs none. It never throws. */
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

/** Made by one literal, with all its members: V8 has one hidden class of them. */
export interface Of<Kind extends string, Details> {
  readonly kind: Kind;
  readonly of: Details;
  /** True where neither bounds nor patterns limit what its kind allows. */
  readonly free: boolean;
  /** Of a declared type. */
  readonly name: string | undefined;
  /** Where explanations begin, which make it. */
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

/** A regular expression, or what tests in its place. */
export type Pattern = Pick<RegExp, "source" | "test">;

export interface List extends Range {
  readonly element: Shape;
}

export interface Members {
  readonly properties: readonly Property[];
  /** The shape of other keys, where the type has an index signature. */
  readonly index: Shape | null;
  /** The same, unless it allows every value. */
  readonly strict: Shape | null;
}

export interface Property {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** True for `constructor` and others that every object inherits. */
  readonly inherited: boolean;
}

/** A union whose members a literal tells apart. */
export interface Tagged {
  readonly key: string;
  /** True for a key that every object inherits. */
  readonly inherited: boolean;
  /** The members by their literal; a Map has no inherited keys. */
  readonly branches: ReadonlyMap<string, Shape>;
  /** The member for an absent key. */
  readonly absent: Shape | null;
  /** The shape of the key. */
  readonly tag: Shape;
}

export interface Branches {
  readonly [literal: string]: Shape;
}

/** How generated code lists properties. */
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

/** `name` is what messages call it. */
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

/** The object that is a declared type. */
export function declared(
  name: string,
  properties: Properties,
  index?: Shape,
): Made {
  return make("object", members(properties, index), name);
}

/** The same that any other key may be in. */
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

/** `{ [key: string]: shape }`, as the second argument of `object`. */
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

/** A declared type that is no object. */
export function named(name: string, shape: Shape): Made {
  const { kind, of } = made(shape);
  return make(kind, of, name) as Made;
}

/** The shape itself; each is made once. */
export function made(shape: Shape): Made {
  return typeof shape === "function" ? (shape.made ??= made(shape())) : shape;
}
