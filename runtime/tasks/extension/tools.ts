/**
 * Tools that may run as tasks of the tasks extension. A tool may have a
 * `before` hook, which runs before the task is created.
 */
import { chain } from "../../json-rpc/promises.js";
import { findEntry } from "../../features/entries.js";
import { createToolCaller } from "../../features/tools.js";
import { taskToolHandlers, type TaskTools } from "../tools.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Tool } from "../../features/call-tool.js";
import type {
  ToolCaller,
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../../features/tools.js";

/**
 * Member that is added to the handler's `ctx`: the result of the tool's
 * `before` hook.
 */
interface BeforeContext {
  readonly before?: unknown;
}

/**
 * Returns tool handlers for tool definitions, which may have the members
 * `taskSupport` and `before`.
 *
 * @throws TypeError when a server without `tasks()` is created with a tool that
 *   supports tasks.
 */
export function extensionTaskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
): ToolFeature {
  return taskToolHandlers(definitions, settings, callAfterBefore);
}

/**
 * Returns a function that first runs the `before` hook of a tool and then calls
 * the tool.
 */
function callAfterBefore(tools: TaskTools): ToolCaller {
  const run = createToolCaller(tools);
  return (params, call) => {
    const tool = findEntry(tools, params.name);
    // When a call runs as a task, its `before` hook has already run before the
    // task was created.
    if (!tool || "before" in call) return run(params, call);
    return chain(runBefore(tool, params, call), (context) =>
      run(params, Object.assign(call, context)),
    );
  };
}

/**
 * Runs the `before` hook of a tool and returns its result. Skips the hook if
 * the arguments of the tool are invalid.
 */
export function runBefore(
  { shown, input }: Tool,
  params: { readonly arguments?: unknown },
  call: Call,
): BeforeContext | Promise<BeforeContext> {
  const { before } = shown as {
    readonly before?: (args: unknown, ctx: Call) => unknown;
  };
  if (!before) return {};
  return chain(input.check(params.arguments ?? {}), (outcome) =>
    outcome.ok
      ? chain(before(outcome.value, call), (value): BeforeContext => ({
          before: value,
        }))
      : {},
  );
}
