/** Checks results of tools against their output schemas of `tools/list`. */
import { ConnectionError } from "../../connection/json-rpc/errors.js";
import { compileSchema } from "../../schema/compile.js";
import type { Params } from "../../connection/json-rpc/messages.js";
import type { AnyJsonSchema, SchemaValidator } from "../../schema/run.js";

/**
 * Sees the results of a connection: learns schemas from `tools/list`, and
 * throws for a result of `tools/call` that does not fit its tool's.
 */
export type OutputValidator = (
  connection: object,
  method: string,
  params: Params | undefined,
  result: object,
) => void;

interface Listed {
  readonly name: string;
  readonly outputSchema?: AnyJsonSchema;
}

/**
 * For the option `validateOutput`. What is an error, or comes from a tool
 * that was not listed or has no output schema, is passed on as it is.
 */
export function outputValidator(): OutputValidator {
  const schemas = new WeakMap<object, Map<string, AnyJsonSchema | undefined>>();
  const compiled = new WeakMap<object, SchemaValidator>();
  return (connection, method, params, result) => {
    const known = schemas.get(connection) ?? new Map();
    schemas.set(connection, known);
    if (method === "tools/list") {
      const { tools } = result as { readonly tools: readonly Listed[] };
      for (const { name, outputSchema } of tools) known.set(name, outputSchema);
    }
    if (method !== "tools/call") return;
    const name = String(params?.name);
    const problem = wrongOutput(known.get(name), result, compiled);
    if (problem === undefined) return;
    const text = `The tool ${name} does not keep to its output schema: ${problem}`;
    throw new ConnectionError("invalid", text);
  };
}

/**
 * What is wrong with the structured content of a result, which has to be there
 * (server/tools#Output Schema).
 */
export function wrongOutput(
  schema: AnyJsonSchema | undefined,
  result: object,
  compiled: WeakMap<object, SchemaValidator> = new WeakMap(),
): string | undefined {
  const { structuredContent, isError, task } = result as {
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    /** The result is to come, where the call runs as a task. */
    readonly task?: unknown;
  };
  if (typeof schema !== "object" || isError) return undefined;
  if (structuredContent === undefined) {
    return task === undefined ? "there is no structuredContent" : undefined;
  }
  const validate = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, validate);
  const [issue] = validate(structuredContent);
  return issue && [issue.path.join("."), issue.message].join(" ").trim();
}
