import { Changes, withControls } from "../protocol/handlers/changes.js";
import {
  asError,
  BAD_PARAMS,
  isForPeer,
  McpError,
} from "../json-rpc/messages/errors.js";
import { chain } from "../json-rpc/promises.js";
import { isObject } from "../validation/guards.js";
import { fitContent } from "./outputs.js";
import { redactMessage } from "../json-rpc/redact.js";
import { prepareSchema } from "../json-schema/standard-schema.js";
import {
  entriesOf,
  featureOf,
  handlerOf,
  listOf,
  useEntry,
} from "./entries.js";
import type { Call } from "../protocol/connection/call.js";
import type {
  Controls,
  EntriesSettings,
  ListHandler,
  Make,
  ModuleEntries,
} from "./entries.js";
import type { FormatAssertion } from "../json-schema/formats.js";
import type {
  Outcome,
  PreparedSchema,
} from "../json-schema/standard-schema.js";

/** One tool: what the client is shown of it, and what it does. */
export interface ToolSpec {
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  /** Whether calls run as tasks, where the revision has tasks. */
  readonly taskSupport?: "forbidden" | "optional" | "required" | undefined;
  readonly handler: (args: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

export interface ToolsSettings extends EntriesSettings {
  /**
   * Asserts `format` in JSON Schemas, with `assertFormats()`. Default: a format is
   * an annotation and nothing is asserted, as JSON Schema has it.
   */
  readonly formats?: FormatAssertion | undefined;
}

/** One tool, as it is called. */
export interface Tool {
  readonly shown: {
    readonly name: string;
    readonly execution?: Pick<ToolSpec, "taskSupport">;
    readonly [key: string]: unknown;
  };
  readonly input: PreparedSchema;
  readonly output: PreparedSchema | false;
  readonly handler: (args: unknown, ctx: unknown) => unknown;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/** Handlers of `tools/list` and `tools/call` for a set of tools. */
export type ToolFeature = {
  "tools/list": ListHandler;
  "tools/call": ToolCaller;
} & Controls<ToolSpec>;

/** A handler of calls. */
export type ToolCaller = (
  params: CallParams,
  ctx: Call,
) => object | Promise<object>;

/** The feature; `callOf` makes the handler of calls. */
export function toolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings: ToolsSettings = {},
  callOf: Make<Tool, ToolCaller> = toolCaller,
): ToolFeature {
  const changes = new Changes(
    "notifications/tools/list_changed",
    "tools.listChanged",
  );
  const { entries, controls } = entriesOf(
    changes,
    definitions,
    prepareTool,
    settings,
  );
  const list = (parts: readonly ModuleEntries<Tool>[]): ListHandler =>
    listOf(parts, "tools", settings.pageSize);
  return withControls(
    featureOf({
      "tools/list": handlerOf(entries, list, changes),
      "tools/call": handlerOf(entries, callOf),
    }),
    controls,
  );
}

/** Answers calls of the tools of all parts. */
export function toolCaller(parts: readonly ModuleEntries<Tool>[]): ToolCaller {
  return ({ name, arguments: given }, ctx) =>
    useEntry(
      parts,
      name,
      ctx,
      (tool) => run(tool, given ?? {}, ctx),
      () => new McpError(BAD_PARAMS, `Unknown tool: ${name}`),
    );
}

function prepareTool(
  name: string,
  spec: ToolSpec,
  { formats }: ToolsSettings,
): Tool {
  // Names that every revision accepts.
  if (!/^[\w.-]{1,128}$/.test(name)) {
    throw new TypeError(`Not a tool name: ${name}`);
  }
  const { handler, inputSchema, outputSchema, taskSupport, ...rest } = Object(
    spec,
  ) as ToolSpec;
  if (typeof handler !== "function") {
    throw new TypeError(`The tool ${name} needs a handler`);
  }
  const input = prepareSchema(
    // Without a schema, there are no arguments.
    inputSchema ?? { type: "object", additionalProperties: false },
    "input",
    formats,
  );
  const output =
    outputSchema !== undefined &&
    prepareSchema(outputSchema, "output", formats);
  if (input.json.type !== "object") {
    throw new TypeError(`The input of ${name} must be an object`);
  }
  return {
    shown: {
      name,
      ...rest,
      ...(taskSupport && { execution: { taskSupport } }),
      inputSchema: input.json,
      ...(output && { outputSchema: output.json }),
    },
    input,
    output,
    handler: handler as Tool["handler"],
  };
}

/** Checks, runs and checks again; waits only for what is a promise. */
function run(tool: Tool, args: unknown, ctx: Call): object | Promise<object> {
  return chain(tool.input.check(args), (outcome) =>
    runChecked(tool, outcome, ctx),
  );
}

function runChecked(
  tool: Tool,
  checked: Outcome,
  ctx: Call,
): object | Promise<object> {
  if (!checked.ok) {
    const text = `Invalid arguments for ${tool.shown.name}: ${describeTool(checked.issues)}`;
    const { protocol } = ctx.endpoint;
    if (protocol.toolErrorsAreResults) return toolFailure(text);
    throw new McpError(BAD_PARAMS, text);
  }
  try {
    const result = chain(tool.handler(checked.value, ctx), (outcome) =>
      finish(tool, outcome),
    );
    return result instanceof Promise
      ? result.catch((error: unknown) => failed(tool, error, ctx))
      : result;
  } catch (error) {
    return failed(tool, error, ctx);
  }
}

/**
 * The result of a tool that throws; nothing is reported for a cancelled call.
 */
function failed({ shown }: Tool, error: unknown, ctx: Call): ToolAnswer {
  if (isForPeer(error, ctx.connection) || !ctx.live) throw error;
  ctx.connection.report(asError(error));
  const text = redactMessage(asError(error).message);
  return toolFailure(`${shown.name} failed: ${text}`);
}

/** The result of what a tool returned, checked against its output schema. */
function finish(tool: Tool, value: unknown): object | Promise<object> {
  // A `resultType` such as `input_required` has no content to check.
  if (isObject(value) && value.resultType !== undefined) return value;
  const result = toToolResult(value);
  result.content = fitContent(result.content, tool.shown.name);
  if (!tool.output || result.isError === true) return result;
  const accept = (checked: Outcome): object => {
    if (checked.ok) return result;
    throw new Error(`bad output: ${describeTool(checked.issues)}`);
  };
  return chain(tool.output.check(result.structuredContent), accept);
}

interface ToolAnswer {
  content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** Text, content or a result as a new result; structured content as text too. */
function toToolResult(value: unknown): ToolAnswer {
  if (typeof value === "string") return { content: [textBlock(value)] };
  if (Array.isArray(value)) return { content: value };
  if (!isObject(value)) {
    throw new TypeError("No text, content or result");
  }
  const { structuredContent } = value;
  let content: unknown[] = Array.isArray(value.content) ? value.content : [];
  if (structuredContent !== undefined && content.length === 0) {
    content = [textBlock(JSON.stringify(structuredContent))];
  }
  return { ...value, content };
}

function toolFailure(message: string): ToolAnswer {
  return { content: [textBlock(message)], isError: true };
}

function textBlock(value: string): object {
  return { type: "text", text: value };
}

function describeTool(
  issues: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
  }[],
): string {
  return issues
    .map(({ path, message }) => `${path.join(".")} ${message}`.trim())
    .join("; ");
}
