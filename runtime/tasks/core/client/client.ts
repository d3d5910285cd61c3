import { Handle } from "./handle.js";
import type { ClientCore } from "../../../protocol/client-core.js";

/** `client` with `task(id)`, which makes the handle of a tool's call again. */
export function withTasks<C extends ClientCore>(client: C): C {
  return Object.defineProperty(client, "task", {
    value: (taskId: string) =>
      new Handle({
        method: "tools/call",
        taskId,
        connection: () => client.connection,
        send: client.request.bind(client) as never,
      }),
  });
}
