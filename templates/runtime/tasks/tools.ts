/** Tools that may run as tasks. */
import { WITHOUT_TASKS } from "../connection/requests.js";
import { extending } from "../features/extension.js";
import { toolCaller, toolHandlers } from "../features/tools.js";
import type { Part } from "../features/entries.js";
import type { Extend } from "../features/extension.js";
import type {
  Tool,
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../features/tools.js";

/** Whether calls of a tool run as tasks: never, if the client asks, or always. */
export type TaskSupport = NonNullable<ToolSpec["taskSupport"]>;

/** `toolHandlers` where tools say whether they run as tasks. */
export function taskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
): ToolFeature {
  return toolHandlers(definitions, settings, (parts) =>
    extending(toolCaller(parts), needing(parts)),
  );
}

/** Throws if a tool needs handlers of `tasks()` that are missing. */
function needing(parts: readonly Part<Tool>[]): Extend {
  return (_endpoint, handlers) => {
    for (const [name, { shown }] of parts.flatMap((one) => [...one])) {
      const { taskSupport = "forbidden" } = shown.execution ?? {};
      if (handlers["tasks/get"] || taskSupport === "forbidden") continue;
      throw new TypeError(`${name}: ${WITHOUT_TASKS}`);
    }
    return handlers;
  };
}
