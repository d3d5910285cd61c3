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
   * Redis client for subscriptions. Needed only if `client` is a Valkey GLIDE
   * client that already has a message callback or subscriptions.
   *
   * @default a duplicate of `client`; for Valkey GLIDE, `client` itself
   */
  readonly subscriber?: RedisClient | undefined;
  /**
   * Maximum number of bytes of all messages that the store keeps for clients:
   * events of streams that clients can resume, and messages for clients that do
   * not listen. One client may use half of the limit. In a Redis cluster, the
   * limit applies to each session instead.
   *
   * @default 33_554_432
   */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the state that several processes share through a Redis client.
 * Sessions are shared only if `createSessions` is given.
 */
export function connect(
  client: RedisClient,
  options: RedisOptions,
  createSessions?: CreateSessions,
): RedisState {
  const { prefix = "mcp", timeout = 1_000, lease = 5_000 } = options;
  const { subscriber, maxBytes = 33_554_432 } = options;
  const wire = wireOf(client, subscriber);
  const store = new SharedStore(wire, prefix, timeout, maxBytes);
  return new RedisState(store, lease, createSessions);
}
