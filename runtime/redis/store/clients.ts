/** Adapters for Redis clients, which are recognized by their methods. */

/** Client or cluster client of `redis` (node-redis). */
export interface NodeRedisLike {
  sendCommand(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** Client or cluster client of `ioredis`. */
export interface IoRedisLike {
  call(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** Client or cluster client of `@valkey/valkey-glide`. */
export interface GlideLike {
  customCommand(...args: never[]): Promise<unknown>;
}

/** Client that is connected, or connects itself. */
export type RedisClient = NodeRedisLike | IoRedisLike | GlideLike;

/** Operations that the store needs of a client. */
export interface Wire {
  /** Sends a command; `key` selects the node of a cluster. */
  send(key: string, command: readonly string[]): Promise<unknown>;
  /** Subscribes to channels; resolves to a function that unsubscribes. */
  hear(
    channels: readonly string[],
    heard: (text: string) => void,
  ): Promise<() => void>;
}

/** @throws TypeError when the client is not supported. */
export function wireOf(client: RedisClient, subscriber?: RedisClient): Wire {
  if ("customCommand" in client) return glide(client, subscriber);
  // ioredis has a `sendCommand` too, with other parameters.
  if ("call" in client) return ioRedis(client, subscriber);
  if ("sendCommand" in client) return nodeRedis(client, subscriber);
  throw new TypeError(
    "redis() takes a client of redis, ioredis or @valkey/valkey-glide",
  );
}

/** Time limit for a subscription, in milliseconds. */
const SUBSCRIBE_TIMEOUT = 5_000;

/**
 * Returns the connection for subscriptions, since a subscribed client cannot
 * send commands.
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
    async hear(channels, heard) {
      const own = (subscriber ?? client.duplicate()) as Subscriber;
      // Without a listener, an error would end the process; commands report the
      // error too.
      own.on("error", () => {});
      if (!own.isOpen) await own.connect();
      await own.subscribe([...channels], (text: string) => heard(text));
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
    async hear(channels, heard) {
      const own = (subscriber ??
        (client as IoRedisLike).duplicate()) as Subscriber;
      own.on("error", () => {});
      own.on("message", (_channel: string, text: string) => heard(text));
      await own.subscribe(...channels);
      return () => void own.disconnect();
    },
  };
}

/**
 * Reads messages in a loop; unlike the others, this client can also send
 * commands.
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
    async hear(channels, heard) {
      const own = (subscriber ?? client) as unknown as GlideSubscriber;
      let over = false;
      await own.subscribe(channels, SUBSCRIBE_TIMEOUT);
      const read = async (): Promise<void> => {
        while (!over) heard(String((await own.getPubSubMessage()).message));
      };
      // Rejects when the program closes the client.
      read().catch(() => {});
      return () => {
        over = true;
        own.unsubscribe(channels, 0).catch(() => {});
      };
    },
  };
}
