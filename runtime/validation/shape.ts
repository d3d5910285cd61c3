/**
 * Shapes: runtime schemas that describe types. Shapes are used to explain
 * issues, to strip unknown keys and to create JSON Schema. Guards do not use
 * shapes, because generated guards check values directly.
 */

/**
 * Shape (runtime schema of a type), or a function that creates the shape when
 * it is first needed.
 */
export type Shape = ResolvedShape | LazyShape;

/**
 * Function that creates a shape (runtime schema). The created shape is cached
 * in `resolved`.
 */
export interface LazyShape {
  (): Shape;
  resolved?: ResolvedShape;
  /**
   * Guard that is called before a value is explained. If the guard accepts the
   * value, the value needs no explanation. The guard never throws.
   */
  guard?: (value: unknown) => boolean;
}

export type ResolvedShape =
  | ShapeOf<"any" | "never" | "boolean", null>
  | ShapeOf<"string", StringDetails>
  | ShapeOf<"integer" | "number", Range>
  | ShapeOf<"literal", readonly Literal[]>
  | ShapeOf<"array", ArrayDetails>
  | ShapeOf<"object", ObjectDetails>
  | ShapeOf<"tagged", TaggedDetails>
  | ShapeOf<"union", readonly Shape[]>;

/**
 * Shape (runtime schema) of one kind of type. All shapes are created by one
 * complete object literal, so that V8 uses one hidden class.
 */
export interface ShapeOf<Kind extends string, Details> {
  readonly kind: Kind;
  readonly details: Details;
  /**
   * Whether the shape has neither limits nor patterns, so that every value of
   * its kind matches.
   */
  readonly unrestricted: boolean;
  /**
   * Name of the declared type, for messages. Undefined if the type has no name.
   */
  readonly name: string | undefined;
  /**
   * Root node from which explanations of this shape start. Explanations create
   * and cache the node.
   */
  node: object | undefined;
}

export type Literal = string | number | boolean | null;

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface StringDetails extends Range {
  readonly patterns?: readonly Pattern[] | undefined;
  readonly format?: string;
}

/** Regular expression, or a matcher with the same interface. */
export type Pattern = Pick<RegExp, "source" | "test">;

export interface ArrayDetails extends Range {
  readonly element: Shape;
}

export interface ObjectDetails {
  readonly properties: readonly Property[];
  /**
   * Shape of all properties that are not in `properties`. Null if the type has
   * no index signature.
   */
  readonly index: Shape | null;
  /**
   * Shape from `index`, but `null` if the index signature allows every value.
   */
  readonly strict: Shape | null;
}

export interface Property {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /**
   * Whether every object inherits a property with this name, such as
   * `constructor`. If so, only an own property is read.
   */
  readonly inherited: boolean;
}

/**
 * Discriminated union. The literal value of the discriminant property (tag)
 * selects the union member.
 */
export interface TaggedDetails {
  readonly key: string;
  /** Whether every object inherits a property with the name of the tag. */
  readonly inherited: boolean;
  /**
   * Union members by tag value. A Map is used, because a Map has no inherited
   * keys.
   */
  readonly branches: ReadonlyMap<string, Shape>;
  /**
   * Union member for objects without the tag. Null if every member requires the
   * tag.
   */
  readonly absent: Shape | null;
  /** Shape of the tag's value: a literal that allows all tag values. */
  readonly tag: Shape;
}

export interface Branches {
  readonly [literal: string]: Shape;
}

/** Properties of an object type, as listed in generated code. */
export interface Properties {
  readonly [name: string]: Shape | Optional;
}

export interface Optional {
  readonly optional: Shape;
}

function createShape<Kind extends string, Details>(
  kind: Kind,
  details: Details,
  name?: string,
): ShapeOf<Kind, Details> {
  const { min, max, patterns } = (details ?? {}) as StringDetails;
  const unrestricted =
    min === undefined && max === undefined && !patterns?.length;
  return { kind, details, unrestricted, name, node: undefined };
}

export const anything: ResolvedShape = /*@__PURE__*/ createShape("any", null);
export const never: ResolvedShape = /*@__PURE__*/ createShape("never", null);
export const boolean: ResolvedShape = /*@__PURE__*/ createShape(
  "boolean",
  null,
);
export const string: ResolvedShape = /*@__PURE__*/ createShape("string", {});
export const integer: ResolvedShape = /*@__PURE__*/ createShape("integer", {});
export const number: ResolvedShape = /*@__PURE__*/ createShape("number", {});

/**
 * Returns the shape (runtime schema) of a string with limits. If `name` is set,
 * messages contain `name` as the name of the type.
 */
export function text(
  limits: StringDetails,
  name?: string | undefined,
): ResolvedShape {
  return createShape("string", limits, name);
}

export function integerIn(limits: Range): ResolvedShape {
  return createShape("integer", limits);
}

export function numberIn(limits: Range): ResolvedShape {
  return createShape("number", limits);
}

export function literal(...values: readonly Literal[]): ResolvedShape {
  return createShape("literal", values);
}

export function array(element: Shape, limits?: Range): ResolvedShape {
  return createShape("array", { element, ...limits });
}

export function object(properties: Properties, index?: Shape): ResolvedShape {
  return createShape("object", createObjectDetails(properties, index));
}

/** Returns the shape (runtime schema) of a named object type. */
export function declared(
  name: string,
  properties: Properties,
  index?: Shape,
): ResolvedShape {
  return createShape("object", createObjectDetails(properties, index), name);
}

/**
 * Returns the shape (runtime schema) of a named object type that allows
 * additional keys.
 */
export function open(name: string, properties: Properties): ResolvedShape {
  return declared(name, properties, anything);
}

function createObjectDetails(
  properties: Properties,
  index: Shape | null = null,
): ObjectDetails {
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
 * Returns the shape of an index signature `{ [key: string]: shape }`. The
 * result is the second argument of `object`.
 */
export function keys(shape: Shape): Shape {
  return shape;
}

export function union(...members: readonly Shape[]): ResolvedShape {
  return createShape("union", members);
}

export function tagged(
  key: string,
  branches: Branches,
  absent: Shape | null = null,
): ResolvedShape {
  const tag = literal(...Object.keys(branches));
  const inherited = key in Object.prototype;
  return createShape("tagged", {
    key,
    inherited,
    branches: new Map(Object.entries(branches)),
    absent,
    tag,
  });
}

/**
 * Returns the shape (runtime schema) of a named type that is not an object
 * type.
 */
export function named(name: string, shape: Shape): ResolvedShape {
  const { kind, details } = resolveShape(shape);
  return createShape(kind, details, name) as ResolvedShape;
}

/**
 * Returns a shape, or the result of the function that creates the shape. The
 * function is called only once, because its result is cached.
 */
export function resolveShape(shape: Shape): ResolvedShape {
  return typeof shape === "function"
    ? (shape.resolved ??= resolveShape(shape()))
    : shape;
}
