/** Tools that may run as core tasks. */
import { WITHOUT_TASKS } from "../../json-rpc/requests.js";
import { toolCaller, toolHandlers } from "../../features/tools.js";
import type {
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../../features/tools.js";

/** Whether calls of a tool run as tasks: never, on request, or always. */
export type TaskSupport = NonNullable<ToolSpec["taskSupport"]>;

/**
 * Returns tool handlers whose tools have `taskSupport`.
 *
 * @throws TypeError when a server is created from them without `tasks()`.
 */
export function taskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
): ToolFeature {
  return toolHandlers(
    definitions,
    settings,
    (parts, handlers = ANY_HANDLERS) => {
      for (const [name, { shown }] of parts.flatMap((part) => [...part])) {
        const { taskSupport = "forbidden" } = shown.execution ?? {};
        if (!("tasks/get" in handlers) && taskSupport !== "forbidden") {
          throw new TypeError(`${name}: ${WITHOUT_TASKS}`);
        }
      }
      return toolCaller(parts);
    },
  );
}

/** Placeholder for the handlers of a server that does not exist yet. */
const ANY_HANDLERS = { "tasks/get": undefined };
