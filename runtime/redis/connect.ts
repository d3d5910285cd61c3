import { wireOf } from "./store/clients.js";
import { RedisState } from "./redis-state.js";
import { SharedStore } from "./store/store.js";
import type { RedisClient } from "./store/clients.js";
import type { CreateSessions } from "./redis-state.js";

/** Options for `redis`. */
export interface RedisOptions {
  /**
   * Prefix of all keys and channels. Separate servers need separate prefixes.
   *
   * @default "mcp"
   */
  readonly prefix?: string | undefined;
  /**
   * Time limit for the store, in milliseconds.
   *
   * @default 1_000
   */
  readonly timeout?: number | undefined;
  /**
   * Time until a process without a heartbeat counts as ended, in milliseconds.
   * A process sends five heartbeats in this time.
   *
   * @default 5_000
   */
  readonly lease?: number | undefined;
  /**
   * Client for subscriptions, if `client` cannot be duplicated.
   *
   * @default A duplicate of `client`.
   */
  readonly subscriber?: RedisClient | undefined;
}

/**
 * Returns the shared state behind a client; sessions are shared where they can
 * be created.
 */
export function connect(
  client: RedisClient,
  { prefix = "mcp", timeout = 1_000, lease = 5_000, subscriber }: RedisOptions,
  createSessions?: CreateSessions,
): RedisState {
  const wire = wireOf(client, subscriber);
  const store = new SharedStore(wire, prefix, timeout);
  return new RedisState(store, lease, createSessions);
}
