import { wireOf } from "./store/clients.js";
import { RedisState } from "./redis-state.js";
import { SharedStore } from "./store/store.js";
import type { RedisClient } from "./store/clients.js";
import type { CreateSessions } from "./redis-state.js";

/** Settings of {@link redis}. */
export interface RedisOptions {
  /**
   * Begins all keys and channels; servers that have nothing in common need each
   * their own. Default: `mcp`.
   */
  readonly prefix?: string | undefined;
  /** How long the store may take, in milliseconds. Default: 1,000. */
  readonly timeout?: number | undefined;
  /**
   * How long a process without a sign of life is taken to run its calls, in
   * milliseconds; five times as often it gives one. Default: 5,000.
   */
  readonly lease?: number | undefined;
  /**
   * A client that only hears, where `client` cannot be duplicated. Default: a
   * duplicate of it.
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
