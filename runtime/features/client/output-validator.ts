/**
 * Validation of tool results against the output schemas that the server lists.
 */
import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { toolCache, type LruCache } from "../../limits/lru-cache.js";
import { jsonSize } from "../../limits/json-size.js";
import { compileUntrustedSchema } from "../../json-schema/untrusted-schema.js";
import type { OutputValidator } from "../../protocol/client-core.js";
import type { AnyJsonSchema, SchemaValidator } from "../../json-schema/run.js";

interface Listed {
  readonly name: string;
  readonly outputSchema?: AnyJsonSchema;
}

interface KnownOutputs {
  readonly schemas: LruCache<AnyJsonSchema>;
  readonly outputs: ToolOutputValidator;
}

/**
 * Returns a validator for the client option `validateOutput`. The validator
 * rejects a tool result if its `structuredContent` does not match the output
 * schema that the server listed.
 *
 * Error results are not checked. Results of tools that were not listed or have
 * no output schema are not checked either. A part of a schema that cannot be
 * checked, such as an unsupported pattern, is ignored and reported to
 * `onError`. For each connection, an LRU cache limits the number of stored
 * schemas.
 *
 * @example
 * ```ts
 * const client = createClient(info, handlers, { validateOutput: outputValidator() });
 * ```
 */
export function outputValidator(): OutputValidator {
  const known = new WeakMap<object, KnownOutputs>();
  return (connection, method, params, result) => {
    const { schemas, outputs } = known.get(connection) ?? {
      schemas: toolCache(),
      outputs: new ToolOutputValidator((problem) => connection.report(problem)),
    };
    known.set(connection, { schemas, outputs });
    if (method === "tools/list") {
      const { tools } = result as { readonly tools: readonly Listed[] };
      for (const { name, outputSchema: schema } of tools) {
        if (schema === undefined) schemas.delete(name);
        else schemas.set(name, schema, jsonSize(schema));
      }
    }
    if (method !== "tools/call") return;
    const name = String(params?.name);
    outputs.assertValid(`The tool ${name}`, schemas.get(name), result);
  };
}

/** Validator for tool results. Compiles each output schema once. */
export class ToolOutputValidator {
  readonly #compiled = new WeakMap<object, SchemaValidator>();
  readonly #tell: (problem: Error) => void;

  /**
   * @param tell Callback that receives an error for each part of a schema that
   *   cannot be checked.
   */
  constructor(tell: (problem: Error) => void) {
    this.#tell = tell;
  }

  /**
   * Validates the structured content of a tool result. The content is required
   * if the tool has an output schema (MCP, server/tools#Output Schema).
   *
   * @throws ConnectionError if the structured content is missing or does not
   *   match the schema.
   */
  assertValid(
    tool: string,
    schema: AnyJsonSchema | undefined,
    result: object,
  ): void {
    const { structuredContent, isError, task } = result as {
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
      /**
       * Task of the tool call, if the call runs as a task. The structured
       * content may then be missing, because it is sent when the task has
       * finished.
       */
      readonly task?: unknown;
    };
    if (typeof schema !== "object" || isError) return;
    if (structuredContent === undefined && task !== undefined) return;
    const [issue] =
      structuredContent === undefined
        ? [{ path: [], message: "structuredContent is missing" }]
        : this.#validator(tool, schema)(structuredContent);
    if (!issue) return;
    const problem = [issue.path.join("."), issue.message].join(" ").trim();
    const text = `${tool} returned a result that does not match its output schema: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  #validator(tool: string, schema: object): SchemaValidator {
    const known = this.#compiled.get(schema);
    if (known) return known;
    let validator: SchemaValidator;
    try {
      validator = compileUntrustedSchema(schema, (problem) => {
        const text = `${tool}, output schema: ${problem}`;
        this.#tell(new ConnectionError("invalid", text));
      });
    } catch (error) {
      const { message } = asError(error);
      validator = () => [{ path: [], message }];
    }
    this.#compiled.set(schema, validator);
    return validator;
  }
}
