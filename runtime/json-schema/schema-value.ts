/** Static TypeScript type of the values that a JSON Schema accepts. */

type NamedType<T> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : unknown;

type RequiredNames<S> = S extends {
  readonly required: readonly (infer Name)[];
}
  ? Name
  : never;

type ObjectValue<P, Required, Open> = Flat<
  {
    -readonly [K in keyof P as K extends Required ? K : never]: SchemaValue<
      P[K]
    >;
  } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: SchemaValue<
      P[K]
    >;
  } & Open
>;

/**
 * Type of an object to which its defaults have been added, so that properties
 * with a default are present.
 */
export type FilledObject<P, Present, Open> = Flat<
  {
    -readonly [K in keyof P as K extends Present ? K : never]:
      | SchemaValue<P[K], true>
      // Defaults are not validated, so a default of `null` is possible even if
      // the property's type excludes `null`.
      | (P[K] extends { readonly default: null } ? null : never);
  } & {
    -readonly [K in keyof P as K extends Present ? never : K]?: SchemaValue<
      P[K],
      true
    >;
  } & Open
>;

/**
 * Names of the properties that are required or have a default in the object
 * schema `S` with the properties `P`.
 */
export type PresentNames<S, P> =
  | RequiredNames<S>
  | {
      [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never;
    }[keyof P];

/**
 * Merges an intersection type into one object type, so that editors display a
 * readable type.
 */
type Flat<T> = { [K in keyof T]: T[K] };

interface OpenFields {
  [name: string]: unknown;
}

/** Type of the properties that an object schema does not declare. */
type OtherFields<S> = S extends { readonly additionalProperties: false }
  ? unknown
  : OpenFields;

/**
 * Literal JSON Schema without defaults. The TypeScript compiler compares a
 * schema with this type faster than it searches all properties for defaults.
 */
interface WithoutDefaults {
  readonly [keyword: string]: unknown;
  readonly default?: never;
  readonly properties?: { readonly [name: string]: WithoutDefaults };
  readonly items?: WithoutDefaults;
}

/**
 * Type of the values of a literal JSON Schema, after absent members have
 * received their defaults. Schemas in `anyOf` and `oneOf` add no defaults.
 */
export type FilledValue<S> = S extends WithoutDefaults
  ? SchemaValue<S>
  : SchemaValue<S, true>;

/**
 * Type of the values that a literal JSON Schema accepts. Supports `type`,
 * `enum`, `const`, `properties` with `required`, `items`, `anyOf` and `oneOf`.
 * The result is `unknown` for other schemas, such as a schema that is created
 * at run time.
 *
 * @typeParam Filled Whether defaults have been added to the values.
 */
export type SchemaValue<S, Filled = false> = S extends
  { readonly $ref: unknown } | { readonly allOf: unknown }
  ? unknown
  : S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : S extends
            | { readonly anyOf: readonly (infer Member)[] }
            | { readonly oneOf: readonly (infer Member)[] }
        ? SchemaValue<Member>
        : S extends { readonly type: "object"; readonly properties: infer P }
          ? Filled extends true
            ? FilledObject<P, PresentNames<S, P>, OtherFields<S>>
            : ObjectValue<P, RequiredNames<S>, OtherFields<S>>
          : S extends { readonly type: "object" }
            ? OpenFields
            : S extends { readonly type: "array"; readonly items: infer Item }
              ? SchemaValue<Item, Filled>[]
              : S extends { readonly type: "array" }
                ? unknown[]
                : S extends {
                      readonly type: infer Name | readonly (infer Name)[];
                    }
                  ? NamedType<Name>
                  : unknown;
