/**
 * Tasks for clients and servers that support several revisions, some with core
 * tasks (part of MCP itself) and some with the tasks extension.
 */
import { markExtension, type Extend } from "../protocol/handlers/extension.js";
import { CoreTaskHandle } from "./core/client/handle.js";
import { tasks } from "./core/tasks.js";
import { ExtensionTaskHandle } from "./extension/handle.js";
import { extensionTasks } from "./extension/tasks.js";
import { withHandles } from "./handle.js";
import { memoryTasks } from "./store.js";
import type { ClientCore } from "../protocol/client-core.js";
import type { Endpoint } from "../protocol/endpoint.js";
import type { ExtensionTaskHandlers } from "./extension/tasks.js";
import type { TasksSettings } from "./settings.js";

/**
 * Returns true if the revision of a client or server supports the tasks
 * extension.
 */
function usesExtension(endpoint: Endpoint): boolean {
  return endpoint.facts("tasks/update") !== undefined;
}

/**
 * Returns task handlers for every revision. Core tasks and the tasks extension
 * use the same store.
 */
export function bothTasks(settings: TasksSettings = {}): ExtensionTaskHandlers {
  const shared = { ...settings, store: settings.store ?? memoryTasks() };
  const core = tasks(shared);
  const extension = extensionTasks(shared);
  const extendOf = (handlers: object): Extend | undefined =>
    (Object.values(handlers) as { "mcp:extend"?: Extend }[])[0]?.["mcp:extend"];
  const [extendCore, extendExtension] = [extendOf(core), extendOf(extension)];
  const all: object = { ...extension, ...core };
  for (const handler of Object.values(all)) {
    markExtension(handler, (endpoint, handlers, capabilities) => {
      const extend = usesExtension(endpoint) ? extendExtension : extendCore;
      return extend?.(endpoint, handlers, capabilities) ?? handlers;
    });
  }
  return all as ExtensionTaskHandlers;
}

/**
 * Adds a method `task(id)` to a client. It returns the handle of a core task or
 * of an extension task, depending on the negotiated revision.
 */
export function withBothTasks<C extends ClientCore>(client: C): C {
  const send = client.request.bind(client) as never;
  return withHandles(client, (options) =>
    usesExtension(client.connection.endpoint)
      ? new ExtensionTaskHandle(options)
      : new CoreTaskHandle({ ...options, send }),
  );
}
