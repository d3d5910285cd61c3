/** Tools that may run as tasks. */
import { extending } from "../features/extension.js";
import { toolHandlers } from "../features/tools.js";
import type { Call } from "../connection/call.js";
import type { Extend } from "../features/extension.js";
import type { ToolSpec, ToolsSettings } from "../features/tools.js";

/** Whether calls of a tool run as tasks: never, if the client asks, or always. */
export type TaskSupport = NonNullable<ToolSpec["taskSupport"]>;

/** What clients are shown of a tool. */
export interface ShownTool {
  readonly name: string;
  readonly execution?: { readonly taskSupport?: TaskSupport };
}

/** A handler of `tools/call` that says what its tools are. */
export interface ToolCaller {
  /** The tools that the sender may know, or the one of that name. */
  readonly shown: (
    ctx: Call,
    only?: string,
  ) => readonly ShownTool[] | Promise<readonly ShownTool[]>;
}

/** `toolHandlers` where tools say whether they run as tasks. */
export function taskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings: ToolsSettings = {},
): ReturnType<typeof toolHandlers> {
  const handlers = toolHandlers(definitions, settings);
  const { entries } = handlers["tools/call"];
  extending(handlers["tools/call"], needing(entries));
  return handlers;
}

/** Throws if a tool needs handlers of `tasks()` that are missing. */
function needing(
  entries: ReadonlyMap<string, { readonly shown: ShownTool }>,
): Extend {
  return (_endpoint, handlers) => {
    for (const [name, { shown }] of entries) {
      const { taskSupport = "forbidden" } = shown.execution ?? {};
      if (handlers["tasks/get"] || taskSupport === "forbidden") continue;
      const text = `The tool ${name} has taskSupport: add ...tasks() to the handlers`;
      throw new TypeError(text);
    }
    return handlers;
  };
}
