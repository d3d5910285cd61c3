/** Tools that may run as tasks. */
import { withControls } from "../features/changes.js";
import { extending } from "../features/extension.js";
import { chain } from "../features/guard.js";
import { toolHandlers } from "../features/tools.js";
import type { Call } from "../connection/call.js";
import type { Extend } from "../features/extension.js";
import type { ToolSpec, ToolsSettings } from "../features/tools.js";

/** Whether calls of a tool run as tasks: never, if the client asks, or always. */
export type TaskSupport = "forbidden" | "optional" | "required";

/** A tool that may run as a task. */
export interface TaskToolSpec extends ToolSpec {
  readonly taskSupport?: TaskSupport | undefined;
}

/**
 * What the sender of a request is told of a tool; undefined when there is no
 * such tool to it.
 */
export type SupportOf = (
  tool: string,
  ctx: Call,
) => TaskSupport | undefined | Promise<TaskSupport | undefined>;

const lookups = /*@__PURE__*/ new WeakMap<object, SupportOf>();

/** What the tools of a handler of `tools/call` support, where that is known. */
export function supportsOf(handler: object): SupportOf | undefined {
  return lookups.get(handler);
}

/** `toolHandlers` where tools say whether they run as tasks. */
export function taskToolHandlers(
  definitions: { readonly [name: string]: TaskToolSpec },
  settings: ToolsSettings = {},
): ReturnType<typeof toolHandlers> {
  const supports = new Map<string, TaskSupport>();
  const noted = (name: string, spec: TaskToolSpec): ToolSpec => {
    const { taskSupport, ...rest } = spec;
    supports.set(name, taskSupport ?? "forbidden");
    return taskSupport ? { ...rest, execution: { taskSupport } } : rest;
  };
  const specs = Object.entries(definitions).map(
    ([name, spec]) => [name, noted(name, spec)] as const,
  );
  const handlers = toolHandlers(Object.fromEntries(specs), settings);
  const call = handlers["tools/call"];
  lookups.set(call, (tool, ctx) =>
    chain(settings.access?.(tool, ctx) ?? true, (allowed) =>
      allowed ? supports.get(tool) : undefined,
    ),
  );
  extending(call, needing(supports));
  const { set, remove } = handlers;
  return withControls(
    { ...handlers },
    {
      set: (name: string, spec: TaskToolSpec) => set(name, noted(name, spec)),
      remove: (name: string) => {
        supports.delete(name);
        return remove(name);
      },
    },
  );
}

/** Holds tools against the other handlers. */
function needing(supports: ReadonlyMap<string, TaskSupport>): Extend {
  return (_endpoint, handlers) => {
    for (const [tool, support] of supports) {
      if (handlers["tasks/get"] || support === "forbidden") continue;
      throw new TypeError(
        `The tool ${tool} has taskSupport, but this server runs no tasks: ` +
          "add ...tasks() to its handlers",
      );
    }
    return handlers;
  };
}
