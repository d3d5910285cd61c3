import { connect } from "./connect.js";
import type { RedisOptions } from "./connect.js";
import type { RedisClient } from "./store/clients.js";
import type { SharedState } from "../http/server/shared-state.js";

/**
 * Returns the state that the processes of a server without sessions share in
 * Redis or Valkey, for `listen(server, { shared: redis(client) })`. The client
 * comes from the package `redis`, `ioredis` or `@valkey/valkey-glide`. The
 * program connects and closes the client itself.
 *
 * @throws TypeError if the client comes from none of these packages.
 */
export function statelessRedis(
  client: RedisClient,
  options: RedisOptions = {},
): SharedState {
  return connect(client, options);
}
