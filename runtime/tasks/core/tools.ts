/** Tools that may run as tasks. */
import { WITHOUT_TASKS } from "../../json-rpc/requests.js";
import { toolCaller, toolHandlers } from "../../features/tools.js";
import type {
  ToolFeature,
  ToolSpec,
  ToolsSettings,
} from "../../features/tools.js";

/** Whether calls of a tool run as tasks: never, if the client asks, or always. */
export type TaskSupport = NonNullable<ToolSpec["taskSupport"]>;

/**
 * `toolHandlers` where tools say whether they run as tasks.
 *
 * @throws TypeError when a server is made of them that lacks those of `tasks()`.
 */
export function taskToolHandlers(
  definitions: { readonly [name: string]: ToolSpec },
  settings?: ToolsSettings,
): ToolFeature {
  return toolHandlers(definitions, settings, (parts, handlers = TASKS) => {
    for (const [name, { shown }] of parts.flatMap((one) => [...one])) {
      const { taskSupport = "forbidden" } = shown.execution ?? {};
      if (!("tasks/get" in handlers) && taskSupport !== "forbidden") {
        throw new TypeError(`${name}: ${WITHOUT_TASKS}`);
      }
    }
    return toolCaller(parts);
  });
}

/** In place of handlers that are not known yet. */
const TASKS = { "tasks/get": undefined };
