/** The type of what a JSON Schema accepts, as far as its text says so. */

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

/** The members of an intersection as those of one type, which reads better. */
type Flat<T> = { [K in keyof T]: T[K] };

interface OpenFields {
  [name: string]: unknown;
}

/**
 * The type of values of a schema that stands as a literal: types, `enum`, `const`,
 * `properties` with `required`, `items`, `anyOf` and `oneOf`. Unknown for all else,
 * such as a schema that is put together while the program runs.
 */
export type SchemaValue<S> = S extends
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
          ? ObjectValue<
              P,
              RequiredNames<S>,
              S extends { readonly additionalProperties: false }
                ? unknown
                : OpenFields
            >
          : S extends { readonly type: "object" }
            ? OpenFields
            : S extends { readonly type: "array"; readonly items: infer Item }
              ? SchemaValue<Item>[]
              : S extends { readonly type: "array" }
                ? unknown[]
                : S extends {
                      readonly type: infer Name | readonly (infer Name)[];
                    }
                  ? NamedType<Name>
                  : unknown;
