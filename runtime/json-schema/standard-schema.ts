import { isObject } from "../validation/guards.js";
import { chain } from "../json-rpc/promises.js";
import { compileSchema } from "./compile.js";
import { compileDefaults } from "./defaults.js";
import { SchemaError } from "./run.js";
import type { FormatAssertion } from "./formats.js";
import type { SchemaIssue } from "./run.js";

/**
 * Schema of a library that implements Standard Schema v1 and its JSON Schema
 * extension, such as Zod 4. Declares only the members that the runtime uses.
 */
export interface StandardSchemaLike<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?:
      { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => unknown;
      readonly output: (options: { readonly target: string }) => unknown;
    };
  };
}

/**
 * Schema that is ready for use: `json` is sent to the peer, and `check`
 * validates values.
 */
export interface PreparedSchema {
  readonly json: { readonly [keyword: string]: unknown };
  /**
   * Validates a value. Returns either the value, as the schema library
   * converted it, or the issues.
   */
  readonly check: (value: unknown) => Outcome | Promise<Outcome>;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/**
 * Converts a JSON Schema or a Standard Schema to a `PreparedSchema`.
 *
 * @param applyDefaults Whether `check` adds the defaults of a JSON Schema to
 *   valid values. A Standard Schema adds its defaults itself.
 * @throws SchemaError if the schema is invalid, or if a Standard Schema does
 *   not provide JSON Schema.
 */
export function prepareSchema(
  schema: unknown,
  use: "input" | "output",
  compile: FormatAssertion = compileSchema,
  applyDefaults = false,
): PreparedSchema {
  const { "~standard": standard } = Object(
    schema,
  ) as Partial<StandardSchemaLike>;
  if (standard) return prepareStandard(standard, use);
  if (!isObject(schema)) throw new SchemaError("A schema must be an object");
  const validate = compile(schema);
  const addDefaults = applyDefaults ? compileDefaults(schema) : undefined;
  return {
    json: schema,
    check(value) {
      const issues = validate(value);
      if (issues.length > 0) return { ok: false, issues };
      return { ok: true, value: addDefaults ? addDefaults(value) : value };
    },
  };
}

function prepareStandard(
  standard: StandardSchemaLike["~standard"],
  use: "input" | "output",
): PreparedSchema {
  const json = standard.jsonSchema?.[use]({ target: "draft-2020-12" });
  if (!isObject(json)) {
    throw new SchemaError(
      `The ${standard.vendor} schema provides no JSON Schema for ${use}`,
    );
  }
  const outcome = (result: unknown): Outcome => {
    const { issues, value } = result as AnyStandardResult;
    return issues
      ? { ok: false, issues: issues.map(toIssue) }
      : { ok: true, value };
  };
  return {
    json,
    check(value) {
      return chain(standard.validate(value), outcome);
    },
  };
}

interface AnyStandardResult {
  readonly value?: unknown;
  readonly issues?: readonly {
    readonly message: string;
    readonly path?: readonly unknown[] | undefined;
  }[];
}

function toIssue(issue: NonNullable<AnyStandardResult["issues"]>[number]) {
  const path = (issue.path ?? []).map((part) => {
    const key = isObject(part) ? part.key : part;
    return typeof key === "number" ? key : String(key);
  });
  return { path, message: issue.message };
}
