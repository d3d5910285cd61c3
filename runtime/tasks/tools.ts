/** Tools whose calls may run as tasks. */
import { WITHOUT_TASKS } from "../json-rpc/requests.js";
import { chain } from "../json-rpc/promises.js";
import { getVisibleEntries, type ModuleEntries } from "../features/entries.js";
import { createToolCaller, toolHandlers } from "../features/tools.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Tool } from "../features/call-tool.js";
import type {
  ToolCaller,
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../features/tools.js";

/**
 * Whether calls of a tool run as tasks: `forbidden` (never), `optional` (on
 * request) or `required` (always).
 */
export type TaskSupport = NonNullable<ToolSpec["taskSupport"]>;

export type TaskTools = readonly ModuleEntries<Tool>[];

/**
 * Returns tool handlers for tool definitions, which may have the member
 * `taskSupport`.
 *
 * @throws TypeError when a server without `tasks()` is created with a tool that
 *   supports tasks.
 */
export function taskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
  createCaller: (tools: TaskTools) => ToolCaller = createToolCaller,
): ToolFeature {
  return toolHandlers(definitions, settings, (tools, handlers) => {
    for (const [name, { shown }] of tools.flatMap((part) => [...part])) {
      const { taskSupport = "forbidden" } = shown.execution ?? {};
      const missing = handlers && !handlers["tasks/get"];
      if (missing && taskSupport !== "forbidden") {
        throw new TypeError(`${name}: ${WITHOUT_TASKS}`);
      }
    }
    return createCaller(tools);
  });
}

/**
 * Finds the tool that a request names, and calls `decide` with the tool. Calls
 * `decide` with undefined if the tool does not exist or the sender must not use
 * it.
 */
export function withTool(
  tools: TaskTools,
  { name }: Params,
  call: Call,
  decide: (tool: Tool | undefined, support: TaskSupport) => unknown,
): unknown {
  const found = getVisibleEntries(tools, call, (key) => key === String(name));
  return chain(found, ([entry]) => {
    const tool = entry?.[1];
    return decide(tool, tool?.shown.execution?.taskSupport ?? "forbidden");
  });
}
