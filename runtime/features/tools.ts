import { BAD_PARAMS } from "../json-rpc/constants.js";
import { Changes, withControls } from "../protocol/handlers/changes.js";
import { asError, McpError } from "../json-rpc/messages/errors.js";
import { callTool, type Tool } from "./call-tool.js";
import { isPlainSchema } from "./plain-schema.js";
import { SchemaError } from "../json-schema/run.js";
import { prepareSchema } from "../json-schema/standard-schema.js";
import {
  createEntries,
  createFeature,
  createHandler,
  createListHandler,
  useEntry,
} from "./entries.js";
import type { Call } from "../protocol/connection/call.js";
import type {
  Controls,
  EntriesSettings,
  ListHandler,
  CreateHandler,
  ModuleEntries,
} from "./entries.js";
import type { FormatAssertion } from "../json-schema/formats.js";
import type { PreparedSchema } from "../json-schema/standard-schema.js";

/**
 * Definition of a tool: the fields that clients see, and the handler that runs
 * the tool.
 */
export interface ToolSpec {
  /**
   * Schema of the tool's arguments: a JSON Schema or a Standard Schema. The
   * arguments must be an object.
   *
   * @default no arguments are accepted
   */
  readonly inputSchema?: unknown;
  /**
   * Schema of `structuredContent` in the tool's results. If a result does not
   * match the schema, the client receives an error result (`isError`) instead.
   */
  readonly outputSchema?: unknown;
  /**
   * Whether a call of this tool may, must, or must not run as a task. Only
   * protocol revisions with tasks use this option.
   */
  readonly taskSupport?: "forbidden" | "optional" | "required" | undefined;
  /**
   * Whether absent arguments receive the `default` of their JSON Schema.
   *
   * @default the option `applyDefaults` of `tools`
   */
  readonly applyDefaults?: boolean | undefined;
  /**
   * Runs the tool with validated arguments. Returns a string, an array of
   * content blocks, or a complete result. If the handler throws an error, the
   * client receives a result with `isError`. A thrown `McpError` is sent as a
   * JSON-RPC error instead.
   */
  readonly handler: (args: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

/** Options of `tools`. */
export interface ToolsSettings extends EntriesSettings {
  /**
   * Enforces the JSON Schema keyword `format` if set to `assertFormats()`.
   *
   * @default `format` is an annotation that is not checked, as JSON Schema
   *   specifies
   */
  readonly formats?: FormatAssertion | undefined;
  /**
   * Whether absent arguments receive the `default` of their JSON Schema. A tool
   * can override the option.
   *
   * @default true
   */
  readonly applyDefaults?: boolean | undefined;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/**
 * Handlers of `tools/list` and `tools/call`, with functions that add and remove
 * tools.
 */
export type ToolFeature = {
  "tools/list": ListHandler;
  "tools/call": ToolCaller;
} & Controls<ToolSpec>;

/** Handler of `tools/call`. */
export type ToolCaller = (
  params: CallParams,
  ctx: Call,
) => object | Promise<object>;

/**
 * Returns the handlers for a set of tools. The function `callOf` creates the
 * handler of `tools/call`.
 *
 * @throws TypeError if the name or the handler of a tool is invalid, or if its
 *   input schema does not describe an object.
 * @throws SchemaError if a schema is invalid or not supported.
 */
export function toolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings: ToolsSettings = {},
  callOf: CreateHandler<Tool, ToolCaller> = createToolCaller,
): ToolFeature {
  const changes = new Changes(
    "notifications/tools/list_changed",
    "tools.listChanged",
  );
  const { entries, controls } = createEntries(
    changes,
    definitions,
    prepareTool,
    settings,
  );
  const list = (parts: readonly ModuleEntries<Tool>[]): ListHandler =>
    createListHandler(parts, "tools", settings.pageSize);
  return withControls(
    createFeature({
      "tools/list": createHandler(entries, list, changes),
      "tools/call": createHandler(entries, callOf),
    }),
    controls,
  );
}

/**
 * Returns a `tools/call` handler. `parts` holds the sets of tools that the
 * server combines. The handler searches all sets for the tool in the request.
 */
export function createToolCaller(
  parts: readonly ModuleEntries<Tool>[],
): ToolCaller {
  return ({ name, arguments: given }, ctx) =>
    useEntry(
      parts,
      name,
      ctx,
      (tool) => callTool(tool, given ?? {}, ctx),
      () => new McpError(BAD_PARAMS, `Unknown tool: ${name}`),
    );
}

function prepareTool(
  name: string,
  spec: ToolSpec,
  settings: ToolsSettings,
): Tool {
  // Pattern of the tool names that all revisions of MCP accept.
  if (!/^[\w.-]{1,128}$/.test(name)) {
    throw new TypeError(
      `Invalid tool name ${name}: use 1 to 128 letters, digits, "_", "-" or "."`,
    );
  }
  const {
    handler,
    inputSchema,
    outputSchema,
    taskSupport,
    applyDefaults = settings.applyDefaults ?? true,
    ...rest
  } = Object(spec) as ToolSpec;
  const { formats } = settings;
  if (typeof handler !== "function") {
    throw new TypeError(`The tool ${name} needs a handler`);
  }
  const input = prepareToolSchema(
    name,
    // A tool without an input schema takes no arguments.
    inputSchema ?? { type: "object", additionalProperties: false },
    "input",
    formats,
    applyDefaults,
  );
  const output =
    outputSchema !== undefined &&
    prepareToolSchema(name, outputSchema, "output", formats);
  if (input.json.type !== "object") {
    throw new TypeError(`The input schema of ${name} must be an object schema`);
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

/**
 * Prepares a schema of a tool. A simple JSON Schema, which cannot contain an
 * error, is compiled only at the first call of the tool. In this way, a server
 * with many tools starts quickly. All other schemas are compiled immediately.
 *
 * @throws SchemaError if the schema is invalid or not supported.
 */
function prepareToolSchema(
  name: string,
  ...settings: Parameters<typeof prepareSchema>
): PreparedSchema {
  const [schema, use, formats] = settings;
  try {
    if (formats || !isPlainSchema(schema)) return prepareSchema(...settings);
  } catch (cause) {
    const text = `The ${use} schema of ${name} is invalid: ${asError(cause).message}`;
    throw new SchemaError(text, { cause });
  }
  let prepared: PreparedSchema | undefined;
  return {
    json: schema,
    check: (value) => (prepared ??= prepareSchema(...settings)).check(value),
  };
}
