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
 * Merges an intersection type into one object type, so that editors display a
 * readable type.
 */
type Flat<T> = { [K in keyof T]: T[K] };

interface OpenFields {
  [name: string]: unknown;
}

/**
 * Type of the values that a literal JSON Schema accepts. Supports `type`,
 * `enum`, `const`, `properties` with `required`, `items`, `anyOf` and `oneOf`.
 * The result is `unknown` for other schemas, such as a schema that is created
 * at run time.
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
