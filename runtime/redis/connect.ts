import { wireOf } from "./store/clients.js";
import { RedisState } from "./redis-state.js";
import { SharedStore } from "./store/store.js";
import type { RedisClient } from "./store/clients.js";
import type { CreateSessions } from "./redis-state.js";

/** Options of `redis()`, which connects a server to a Redis or Valkey store. */
export interface RedisOptions {
  /**
   * Prefix of all keys and channels in the store. Different servers that use
   * the same store need different prefixes.
   *
   * @default "mcp"
   */
  readonly prefix?: string | undefined;
  /**
   * Maximum time to wait for an answer of the store, in milliseconds.
   *
   * @default 1_000
   */
  readonly timeout?: number | undefined;
  /**
   * Time after which a process without a heartbeat is treated as ended, in
   * milliseconds. Each process sends five heartbeats in this time.
   *
   * @default 5_000
   */
  readonly lease?: number | undefined;
  /**
   * Redis client for subscriptions. Needed only if `client` cannot be
   * duplicated.
   *
   * @default A duplicate of `client`.
   */
  readonly subscriber?: RedisClient | undefined;
}

/**
 * Returns the state that several processes share through a Redis client.
 * Sessions are shared only if `createSessions` is given.
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
