/** Checks results of tools against their output schemas of `tools/list`. */
import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { recentTools, type Recent } from "../../limits/lru-cache.js";
import { sizeOf } from "../../limits/json-size.js";
import { compilePeerSchema } from "../../json-schema/untrusted-schema.js";
import type { OutputValidator } from "../../protocol/client-core.js";
import type { AnyJsonSchema, SchemaValidator } from "../../json-schema/run.js";

interface Listed {
  readonly name: string;
  readonly outputSchema?: AnyJsonSchema;
}

interface KnownOutputs {
  readonly schemas: Recent<AnyJsonSchema>;
  readonly outputs: Outputs;
}

/**
 * For the option `validateOutput`. What is an error, or comes from a tool
 * that was not listed or has no output schema, is passed on as it is. What of a
 * schema is not checked, `onError` is told. Of a server that lists ever new tools
 * those that it listed last are known.
 */
export function outputValidator(): OutputValidator {
  const known = new WeakMap<object, KnownOutputs>();
  return (connection, method, params, result) => {
    const { schemas, outputs } = known.get(connection) ?? {
      schemas: recentTools(),
      outputs: new Outputs((problem) => connection.report(problem)),
    };
    known.set(connection, { schemas, outputs });
    if (method === "tools/list") {
      const { tools } = result as { readonly tools: readonly Listed[] };
      for (const { name, outputSchema: schema } of tools) {
        if (schema === undefined) schemas.delete(name);
        else schemas.set(name, schema, sizeOf(schema));
      }
    }
    if (method !== "tools/call") return;
    const name = String(params?.name);
    outputs.hold(`The tool ${name}`, schemas.get(name), result);
  };
}

/** The output schemas of a server's tools, each compiled once. */
export class Outputs {
  readonly #compiled = new WeakMap<object, SchemaValidator>();
  readonly #tell: (problem: Error) => void;

  /** `tell` is told what of a schema is not checked. */
  constructor(tell: (problem: Error) => void) {
    this.#tell = tell;
  }

  /**
   * @throws ConnectionError when the structured content of a result, which has to
   *   be there (server/tools#Output Schema), is not what `tool` says.
   */
  hold(tool: string, schema: AnyJsonSchema | undefined, result: object): void {
    const { structuredContent, isError, task } = result as {
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
      /** The result is to come, where the call runs as a task. */
      readonly task?: unknown;
    };
    if (typeof schema !== "object" || isError) return;
    if (structuredContent === undefined && task !== undefined) return;
    const [issue] =
      structuredContent === undefined
        ? [{ path: [], message: "there is no structuredContent" }]
        : this.#validator(tool, schema)(structuredContent);
    if (!issue) return;
    const problem = [issue.path.join("."), issue.message].join(" ").trim();
    const text = `${tool} does not keep to its output schema: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  #validator(tool: string, schema: object): SchemaValidator {
    const known = this.#compiled.get(schema);
    if (known) return known;
    let made: SchemaValidator;
    try {
      made = compilePeerSchema(schema, (problem) => {
        const text = `${tool}, output schema: ${problem}`;
        this.#tell(new ConnectionError("invalid", text));
      });
    } catch (error) {
      const { message } = asError(error);
      made = () => [{ path: [], message }];
    }
    this.#compiled.set(schema, made);
    return made;
  }
}
