/** Tools that may have questions before there is a task. */
import { chain } from "../../json-rpc/promises.js";
import { WITHOUT_TASKS } from "../../json-rpc/requests.js";
import { entryOf, type ModuleEntries } from "../../features/entries.js";
import { toolCaller, toolHandlers } from "../../features/tools.js";
import type { Call } from "../../protocol/connection/call.js";
import type {
  Tool,
  ToolCaller,
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../../features/tools.js";

/** What a tool's `before` gave, which its handler finds in its `ctx`. */
interface Prepared {
  readonly before?: unknown;
}

/**
 * `toolHandlers` where tools say whether they run as tasks, and what is to be known
 * before they do.
 *
 * @throws TypeError when a server is made of them that lacks those of `tasks()`.
 */
export function polledToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
): ToolFeature {
  return toolHandlers(definitions, settings, (parts, handlers) => {
    for (const [name, { shown }] of parts.flatMap((one) => [...one])) {
      const { taskSupport = "forbidden" } = shown.execution ?? {};
      if (handlers && !handlers["tasks/get"] && taskSupport !== "forbidden") {
        throw new TypeError(`${name}: ${WITHOUT_TASKS}`);
      }
    }
    return preparing(parts);
  });
}

/** Calls of tools, each after what its tool does before. */
function preparing(parts: readonly ModuleEntries<Tool>[]): ToolCaller {
  const run = toolCaller(parts);
  return (params, call) => {
    const tool = entryOf(parts, params.name);
    // Of a task, that was before there was one.
    if (!tool || "before" in call) return run(params, call);
    return chain(prepared(tool, params, call), (own) =>
      run(params, Object.assign(call, own)),
    );
  };
}

/** What the `before` of a tool gives for its arguments, if they are valid. */
export function prepared(
  { shown, input }: Tool,
  params: { readonly arguments?: unknown },
  call: Call,
): Prepared | Promise<Prepared> {
  const { before } = shown as {
    readonly before?: (args: unknown, ctx: Call) => unknown;
  };
  if (!before) return {};
  return chain(input.check(params.arguments ?? {}), (outcome) =>
    outcome.ok
      ? chain(before(outcome.value, call), (value): Prepared => ({
          before: value,
        }))
      : {},
  );
}
