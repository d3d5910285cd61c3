/**
 * Runs tools. Validates their arguments and results, and converts their errors.
 */
import { BAD_PARAMS } from "../json-rpc/constants.js";
import { asError, isForPeer, McpError } from "../json-rpc/messages/errors.js";
import { chain } from "../json-rpc/promises.js";
import { isObject } from "../validation/guards.js";
import { redactMessage } from "../json-rpc/redact.js";
import { sanitizeContent } from "./outputs.js";
import type { Call } from "../protocol/connection/call.js";
import type {
  Outcome,
  PreparedSchema,
} from "../json-schema/standard-schema.js";

/** Tool whose schemas are prepared for validation. */
export interface Tool {
  readonly shown: {
    readonly name: string;
    readonly execution?: {
      readonly taskSupport?: "forbidden" | "optional" | "required" | undefined;
    };
    readonly [key: string]: unknown;
  };
  readonly input: PreparedSchema;
  readonly output: PreparedSchema | false;
  readonly handler: (args: unknown, ctx: unknown) => unknown;
}

/**
 * Validates the arguments of a tool call, runs the handler and validates the
 * output. Runs synchronously unless one of these steps returns a promise.
 */
export function callTool(
  tool: Tool,
  args: unknown,
  ctx: Call,
): object | Promise<object> {
  return chain(tool.input.check(args), (outcome) =>
    runValidated(tool, outcome, ctx),
  );
}

function runValidated(
  tool: Tool,
  checked: Outcome,
  ctx: Call,
): object | Promise<object> {
  if (!checked.ok) {
    const text = `Invalid arguments for ${tool.shown.name}: ${formatIssues(checked.issues)}`;
    if (ctx.endpoint.protocol.toolErrorsAreResults)
      return createToolFailure(text);
    throw new McpError(BAD_PARAMS, text);
  }
  try {
    const result = chain(tool.handler(checked.value, ctx), (outcome) =>
      createResult(tool, outcome),
    );
    return result instanceof Promise
      ? result.catch((error: unknown) => convertError(tool, error, ctx))
      : result;
  } catch (error) {
    return convertError(tool, error, ctx);
  }
}

/**
 * Converts an error that a tool threw to an error result. If the peer must
 * receive a JSON-RPC error, or the call was cancelled, the error is thrown
 * again without being reported.
 */
function convertError({ shown }: Tool, error: unknown, ctx: Call): ToolAnswer {
  if (isForPeer(error, ctx.connection) || !ctx.isActive) throw error;
  ctx.connection.report(asError(error));
  const text = redactMessage(asError(error).message);
  return createToolFailure(`${shown.name} failed: ${text}`);
}

/**
 * Converts the return value of a tool handler to a result. Validates the result
 * against the output schema of the tool.
 */
function createResult(tool: Tool, value: unknown): object | Promise<object> {
  // A result with a `resultType`, such as `input_required`, has no content to
  // validate.
  if (isObject(value) && value.resultType !== undefined) return value;
  const result = toToolResult(value);
  result.content = sanitizeContent(result.content, tool.shown.name);
  if (!tool.output || result.isError === true) return result;
  const accept = (checked: Outcome): object => {
    if (checked.ok) return result;
    throw new Error(
      `output does not match outputSchema: ${formatIssues(checked.issues)}`,
    );
  };
  return chain(tool.output.check(result.structuredContent), accept);
}

interface ToolAnswer {
  content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/**
 * Creates a result from a text, from content blocks or from a result. If a
 * result has structured content but no content blocks, a text block with the
 * structured content as JSON is added.
 */
function toToolResult(value: unknown): ToolAnswer {
  if (typeof value === "string") return { content: [createTextBlock(value)] };
  if (Array.isArray(value)) return { content: value };
  if (!isObject(value)) {
    throw new TypeError("A tool must return text, content blocks or a result");
  }
  const { structuredContent } = value;
  let content: unknown[] = Array.isArray(value.content) ? value.content : [];
  if (structuredContent !== undefined && content.length === 0) {
    content = [createTextBlock(JSON.stringify(structuredContent))];
  }
  return { ...value, content };
}

function createToolFailure(message: string): ToolAnswer {
  return { content: [createTextBlock(message)], isError: true };
}

function createTextBlock(value: string): object {
  return { type: "text", text: value };
}

function formatIssues(
  issues: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
  }[],
): string {
  return issues
    .map(({ path, message }) => `${path.join(".")} ${message}`.trim())
    .join("; ");
}
