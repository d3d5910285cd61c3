import { CoreTaskHandle } from "./handle.js";
import type { ClientCore } from "../../../protocol/client-core.js";

/** Adds `task(id)` to a client. It returns the handle of a tool call again. */
export function withTasks<C extends ClientCore>(client: C): C {
  return Object.defineProperty(client, "task", {
    value: (taskId: string) =>
      new CoreTaskHandle({
        method: "tools/call",
        taskId,
        connection: () => client.connection,
        send: client.request.bind(client) as never,
      }),
  });
}
