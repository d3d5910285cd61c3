/**
 * Schemas that implement Standard Schema v1 (standardschema.dev) and its JSON
 * Schema extension.
 */
import type { Path } from "./explain/issues.js";
import { toJsonSchema, type JsonSchema } from "./json-schema.js";
import type { Validate } from "./api.js";

/**
 * Schema that implements Standard Schema v1. Every library that supports
 * Standard Schema can use such a schema.
 */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<T>;
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => JsonSchema;
      readonly output: (options: JsonSchemaOptions) => JsonSchema;
    };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: Path | undefined;
}

export interface JsonSchemaOptions {
  /**
   * Dialect of JSON Schema: `draft-07` or `draft-2020-12`. Any other dialect
   * throws a TypeError.
   */
  readonly target: string;
}

export function standardSchema<T>(validate: Validate<T>): StandardSchema<T> {
  const schema = ({ target }: JsonSchemaOptions) =>
    toJsonSchema(validate.shape, target);
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-codegen",
      validate(value) {
        const result = validate(value);
        return result.ok ? { value: result.value } : { issues: result.issues };
      },
      jsonSchema: { input: schema, output: schema },
    },
  };
}
