/**
 * Adapters for the Redis clients of several packages. A client is recognized by
 * its methods.
 */

/** Single-node or cluster client of the package `redis` (node-redis). */
export interface NodeRedisLike {
  sendCommand(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** Single-node or cluster client of the package `ioredis`. */
export interface IoRedisLike {
  call(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** Single-node or cluster client of the package `@valkey/valkey-glide`. */
export interface GlideLike {
  customCommand(...args: never[]): Promise<unknown>;
}

/** Redis client that is already connected, or connects itself when needed. */
export type RedisClient = NodeRedisLike | IoRedisLike | GlideLike;

/** Operations of a Redis client that the store needs. */
export interface Wire {
  /** Sends a command to Redis. In a cluster, `key` selects the node. */
  send(key: string, command: readonly string[]): Promise<unknown>;
  /**
   * Subscribes to channels. Resolves to a function that unsubscribes from them.
   */
  subscribe(
    channels: readonly string[],
    onMessage: (text: string) => void,
  ): Promise<() => void>;
}

/**
 * Returns the operations that the store needs, for a Redis client of any
 * supported package.
 *
 * @throws TypeError if the client comes from none of the supported packages.
 */
export function wireOf(client: RedisClient, subscriber?: RedisClient): Wire {
  if ("customCommand" in client) return glide(client, subscriber);
  // Check `call` before `sendCommand`: ioredis also has a `sendCommand`, but
  // with other parameters.
  if ("call" in client) return ioRedis(client, subscriber);
  if ("sendCommand" in client) return nodeRedis(client, subscriber);
  throw new TypeError(
    "redis() needs a client of redis, ioredis or @valkey/valkey-glide",
  );
}

/** Maximum time to wait for a subscription, in milliseconds. */
const SUBSCRIBE_TIMEOUT = 5_000;

/**
 * Redis client that is used only for subscriptions, because a subscribed client
 * cannot send other commands.
 */
interface Subscriber {
  readonly isOpen?: boolean;
  on(event: string, listener: (...args: never[]) => void): unknown;
  connect(): Promise<unknown>;
  subscribe(...args: unknown[]): Promise<unknown>;
  destroy?(): unknown;
  disconnect(): unknown;
}

function nodeRedis(client: NodeRedisLike, subscriber?: RedisClient): Wire {
  const cluster = "slots" in client;
  const { sendCommand } = client as unknown as {
    sendCommand(...args: unknown[]): Promise<unknown>;
  };
  return {
    send: (key, command) =>
      cluster
        ? sendCommand.call(client, key, false, command)
        : sendCommand.call(client, command),
    async subscribe(channels, onMessage) {
      const own = (subscriber ?? client.duplicate()) as Subscriber;
      // Without a listener, the `error` event would end the process. The
      // listener does nothing, because commands report the same error.
      own.on("error", () => {});
      if (!own.isOpen) await own.connect();
      await own.subscribe([...channels], (text: string) => onMessage(text));
      return () => void (own.destroy?.() ?? own.disconnect());
    },
  };
}

function ioRedis(client: IoRedisLike, subscriber?: RedisClient): Wire {
  const { call } = client as unknown as {
    call(...args: readonly string[]): Promise<unknown>;
  };
  return {
    send: (_key, command) => call.apply(client, [...command]),
    async subscribe(channels, onMessage) {
      const own = (subscriber ??
        (client as IoRedisLike).duplicate()) as Subscriber;
      own.on("error", () => {});
      own.on("message", (_channel: string, text: string) => onMessage(text));
      await own.subscribe(...channels);
      return () => void own.disconnect();
    },
  };
}

/**
 * Members of a Valkey GLIDE client that are used for subscriptions. Messages of
 * this client are read in a loop. Unlike the other clients, this client can
 * send commands while it is subscribed.
 */
interface GlideSubscriber {
  subscribe(channels: Iterable<string>, timeout: number): Promise<void>;
  unsubscribe(channels: Iterable<string>, timeout: number): Promise<void>;
  getPubSubMessage(): Promise<{ readonly message: unknown }>;
}

function glide(client: GlideLike, subscriber?: RedisClient): Wire {
  const { customCommand } = client as unknown as {
    customCommand(command: readonly string[]): Promise<unknown>;
  };
  return {
    send: (_key, command) => customCommand.call(client, [...command]),
    async subscribe(channels, onMessage) {
      const own = (subscriber ?? client) as unknown as GlideSubscriber;
      let over = false;
      await own.subscribe(channels, SUBSCRIBE_TIMEOUT);
      const read = async (): Promise<void> => {
        while (!over) onMessage(String((await own.getPubSubMessage()).message));
      };
      // Ignore the rejection: the promise rejects when the program closes the
      // client, which is not an error.
      read().catch(() => {});
      return () => {
        over = true;
        own.unsubscribe(channels, 0).catch(() => {});
      };
    },
  };
}
