import { connect } from "./connect.js";
import { SharedSessions } from "./sessions/sessions.js";
import type { RedisOptions } from "./connect.js";
import type { RedisClient } from "./store/clients.js";
import type { Sessions } from "../http/server/sessions/sessions.js";
import type { SharedState } from "../http/server/shared-state.js";

/**
 * Returns the state that the processes of a server share in Redis or Valkey,
 * for `listen(server, { shared: redis(client) })`. The client is the program's
 * own, of `redis`, `ioredis` or `@valkey/valkey-glide`; the program connects
 * and closes it.
 *
 * @throws TypeError when the client is of none of these packages.
 */
export function redis(
  client: RedisClient,
  options: RedisOptions = {},
): SharedState {
  return connect(
    client,
    options,
    (node, events, here, idle, report) =>
      new SharedSessions(node, events, here as Sessions, idle, report),
  );
}
