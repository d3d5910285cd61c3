import { shareJson, sharedJson } from "../../json-rpc/shared-json.js";
import { FanOut } from "../../limits/fan-out.js";
import { LOG } from "../../protocol/connection/logging.js";
import type { ServerCore } from "../../protocol/server-core.js";

/**
 * Pattern for the methods of notifications about changes. If several equal
 * notifications wait for a client, the client needs only one of them.
 */
const REPEATABLE = /^notifications\/(\w+\/list_changed|resources\/updated)$/;

/**
 * Replaces the function `broadcast` of a server. The new function sends a
 * notification to one client after the other, one in each turn of the event
 * loop. It redacts a log message only once for all clients.
 */
export function spreadBroadcasts(server: ServerCore): void {
  const fanOut = new FanOut();
  server.broadcast = (recipients, method, params) => {
    const { redact = (data) => data } = server.endpoint.options;
    const sent = params && shareJson({ ...params });
    if (sent && method === LOG) sent.data = redact(sent.data) ?? null;
    const text = (): string => sharedJson(sent) ?? "";
    fanOut.send({
      recipients,
      send: (connection) => server.deliver(connection, method, sent),
      key: REPEATABLE.test(method) ? method + text() : undefined,
      length: () => text().length,
    });
  };
}
