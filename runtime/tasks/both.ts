/** Tasks of programs that speak revisions with them, and the extension too. */
import { extending, type Extend } from "../protocol/handlers/extension.js";
import { Handle } from "./core/client/handle.js";
import { memoryTasks } from "./store.js";
import { tasks, type TasksSettings } from "./core/tasks.js";
import { PolledHandle } from "./extension/handle.js";
import { polledTasks } from "./extension/tasks.js";
import type { ClientCore } from "../protocol/client-core.js";
import type { Endpoint } from "../protocol/endpoint.js";
import type { PolledTaskHandlers } from "./extension/tasks.js";

/** Whether tasks are polled at the revision of an endpoint. */
function polls(endpoint: Endpoint): boolean {
  return endpoint.facts("tasks/update") !== undefined;
}

/** Handlers of tasks: each revision has its own, and all have one store. */
export function allTasks(settings: TasksSettings = {}): PolledTaskHandlers {
  const own = { ...settings, store: settings.store ?? memoryTasks() };
  const older = tasks(own);
  const newer = polledTasks(own);
  const mark = (handlers: object): Extend | undefined =>
    (Object.values(handlers) as { "mcp:extend"?: Extend }[])[0]?.["mcp:extend"];
  const [before, now] = [mark(older), mark(newer)];
  const all: { [method: string]: object | undefined } = { ...newer, ...older };
  for (const handler of Object.values(all)) {
    if (!handler) continue;
    extending(handler, (endpoint, handlers, capabilities) => {
      const extend = polls(endpoint) ? now : before;
      return extend?.(endpoint, handlers, capabilities) ?? handlers;
    });
  }
  return all as unknown as PolledTaskHandlers;
}

/** `client` with `task(id)`, for the revision that its server speaks. */
export function withAllTasks<C extends ClientCore>(client: C): C {
  return Object.defineProperty(client, "task", {
    value: (taskId: string) => {
      const { endpoint } = client.connection;
      const of = {
        method: "tools/call",
        taskId,
        connection: () => client.connection,
      };
      return polls(endpoint)
        ? new PolledHandle(of)
        : new Handle({ ...of, send: client.request.bind(client) as never });
    },
  });
}
