import { shareJson, sharedJson } from "../../json-rpc/shared-json.js";
import { FanOut } from "../../limits/fan-out.js";
import { LOG } from "../../protocol/connection/logging.js";
import type { ServerCore } from "../../protocol/server-core.js";

/**
 * Methods of notifications about changes. A client needs only one of several
 * equal notifications.
 */
const REPEATABLE = /^notifications\/(\w+\/list_changed|resources\/updated)$/;

/**
 * Makes a server send each notification for all clients to one client per turn
 * of the event loop. Log messages are redacted once for all clients.
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
