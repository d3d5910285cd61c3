/** The clients of Redis that a program may have, taken by what they can do. */

/** `redis`, known as node-redis: a client, or one of a cluster. */
export interface NodeRedisLike {
  sendCommand(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** `ioredis`: a client, or one of a cluster. */
export interface IoRedisLike {
  call(...args: never[]): Promise<unknown>;
  duplicate(): object;
}

/** `@valkey/valkey-glide`: a client, or one of a cluster. */
export interface GlideLike {
  customCommand(...args: never[]): Promise<unknown>;
}

/** A client that is connected, or connects by itself. */
export type RedisClient = NodeRedisLike | IoRedisLike | GlideLike;

/** What is used of a client. */
export interface Wire {
  /** Sends a command; `key` says which node of a cluster it is for. */
  send(key: string, command: readonly string[]): Promise<unknown>;
  /** Hears channels, until what it resolves to is called. */
  hear(
    channels: readonly string[],
    heard: (text: string) => void,
  ): Promise<() => void>;
}

/** @throws TypeError when it is none of the clients that are known. */
export function wireOf(client: RedisClient, subscriber?: RedisClient): Wire {
  if ("customCommand" in client) return glide(client, subscriber);
  // ioredis has a `sendCommand` too, which takes something else.
  if ("call" in client) return ioRedis(client, subscriber);
  if ("sendCommand" in client) return nodeRedis(client, subscriber);
  throw new TypeError(
    "redis() takes a client of redis, ioredis or @valkey/valkey-glide",
  );
}

/** How long a subscription may take, in milliseconds. */
const SUBSCRIBE_TIMEOUT = 5_000;

/** The connection that hears: a client that does sends nothing else. */
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
      // Without a listener, an error would end the process; commands tell of it.
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

/** Messages come one after the other; other than the rest, a client also sends. */
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
      // It rejects when the program closes the client.
      read().catch(() => {});
      return () => {
        over = true;
        own.unsubscribe(channels, 0).catch(() => {});
      };
    },
  };
}
