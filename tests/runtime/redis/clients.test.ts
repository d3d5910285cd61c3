/**
 * Tests of several client libraries for Redis, with a single Redis server and
 * with a Redis cluster.
 */
import * as assert from "uvu/assert";
import { GlideClient, GlideClusterClient } from "@valkey/valkey-glide";
import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { redis } from "../../../runtime/redis/redis.js";
import {
  CALL,
  closeSites,
  Events,
  gist,
  listenTo,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../harness/http/site.js";
import { temporaryFolder } from "../../harness/program/folders.js";
import {
  redisSuite,
  startRedis,
  type RedisServer,
} from "../../harness/redis/redis-server.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import type { RedisOptions } from "../../../runtime/redis/connect.js";
import type { RedisClient } from "../../../runtime/redis/store/clients.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";

const test = redisSuite("redis: client libraries");

interface Made {
  readonly client: RedisClient;
  readonly options?: RedisOptions;
  close(): unknown;
}

const CLIENTS: Record<string, (port: number) => Promise<Made>> = {
  "node-redis": async (port) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  "node-redis with RESP 3": async (port) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 3 });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  ioredis: (port) => {
    const client = new Redis(port, "127.0.0.1");
    return Promise.resolve({ client, close: () => client.disconnect() });
  },
  "valkey-glide": async (port) => {
    const addresses = [{ host: "127.0.0.1", port }];
    const client = await GlideClient.createClient({ addresses });
    return { client, close: () => client.close() };
  },
  "valkey-glide with a subscriber": async (port) => {
    const addresses = [{ host: "127.0.0.1", port }];
    const client = await GlideClient.createClient({ addresses });
    const subscriber = await GlideClient.createClient({ addresses });
    return {
      client,
      options: { subscriber },
      close: () => {
        client.close();
        subscriber.close();
      },
    };
  },
};

const CLUSTERS: typeof CLIENTS = {
  "node-redis with a cluster": async (port) => {
    const client = createCluster({
      rootNodes: [{ url: `redis://127.0.0.1:${port}` }],
    });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  "ioredis with a cluster": (port) => {
    const client = new Cluster([{ host: "127.0.0.1", port }]);
    client.on("error", () => {}); // The client looks for the nodes again when the server stops, and reports errors.
    return Promise.resolve({ client, close: () => client.disconnect() });
  },
  "valkey-glide with a cluster": async (port) => {
    const addresses = [{ host: "127.0.0.1", port }];
    const client = await GlideClusterClient.createClient({ addresses });
    return { client, close: () => client.close() };
  },
};

let alone: RedisServer;
let cluster: RedisServer;

test.before(async () => {
  [alone, cluster] = await Promise.all([
    startRedis(),
    // The Redis cluster has one node with all slots. Like every Redis cluster,
    // it rejects scripts whose keys belong to different slots.
    startRedis([
      "--cluster-enabled",
      "yes",
      "--cluster-announce-ip",
      "127.0.0.1",
      "--dir",
      temporaryFolder(),
    ]),
  ]);
  const admin = createClient({ url: cluster.url });
  await admin.connect();
  await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
  await waitUntil("the Redis cluster is ready", async () => {
    const info = String(await admin.sendCommand(["CLUSTER", "INFO"]));
    return info.includes("cluster_state:ok");
  });
  admin.destroy();
});

/** Redis clients that are closed after each test. */
const made: Made[] = [];

test.after.each(async () => {
  await closeSites();
  for (const { close } of made.splice(0)) close();
});

test.after(async () => {
  await Promise.all([alone.stop(), cluster.stop()]);
});

const createHandlers = (process: number) => ({
  "tools/call": async (_params: never, ctx: Call) => {
    ctx.log("info", "first");
    const answer = await ctx.sample({ messages: [], maxTokens: 1 });
    return { process, answer };
  },
});

const all = [
  ...Object.entries(CLIENTS).map((entry) => [...entry, false] as const),
  ...Object.entries(CLUSTERS).map((entry) => [...entry, true] as const),
];

for (const [name, make, isCluster] of all)
  test(`two processes that use the Redis client ${name} share a session`, async () => {
    const prefix = `clients ${name}`;
    const admin = createClient({ url: (isCluster ? cluster : alone).url });
    await admin.connect();
    await admin.scriptFlush();
    admin.destroy();
    const sites = await Promise.all(
      [0, 1].map(async (process) => {
        const { port } = isCluster ? cluster : alone;
        const mine = await make(port);
        made.push(mine);
        const shared = redis(mine.client, { prefix, ...mine.options });
        return PLATFORMS["node"]!(SESSIONS, createHandlers(process), {
          shared,
        });
      }),
    );
    const [a, b] = sites;
    const session = await openSession(a!);
    const stop = new AbortController();
    const events = new Events(await post(a!, CALL, session, stop.signal));
    const first = await events.next();
    assert.is(gist(first!), "first");
    stop.abort();
    const rest = new Events(await listenTo(b!, session, first?.id));
    const question = await rest.next();
    const id = question?.data.id as string;
    const told = await post(b!, { id, result: { model: name } }, session);
    assert.is(told.status, 202);
    const left = await rest.rest();
    const result = { process: 0, answer: { model: name } };
    assert.equal(
      [left.map(({ data }) => data), ...sites.map(({ errors }) => errors)],
      [[{ jsonrpc: "2.0", id: CALL.id, result }], [], []],
    );
    const headers = { ...session };
    await b!.request("/mcp", { method: "DELETE", headers });
    assert.is((await post(a!, CALL, session)).status, 404);
    assert.equal(
      sites.map(({ errors }) => errors),
      [[], []],
    );
  });

test("redis() throws if its argument is not a Redis client", () => {
  assert.throws(
    () => redis({} as RedisClient),
    /redis\(\) needs a client of redis, ioredis or @valkey\/valkey-glide/,
  );
});

test.run();
