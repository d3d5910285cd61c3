/** Tests of sessions whose requests are served by several server processes. */
import * as assert from "uvu/assert";
import {
  CALL,
  Events,
  gate,
  gist,
  listenTo,
  logging,
  openSession,
  POLLING,
  post,
  PLATFORMS,
  SESSIONS,
  SINGLE,
  single,
} from "../../../harness/http/site.js";
import { setTimeout } from "node:timers/promises";
import { redis } from "../../../../runtime/redis/redis.js";
import type { Protocol } from "../../../../runtime/protocol/protocol.js";
import { withRedis } from "../../../harness/redis/cluster.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";

const test = withRedis("redis: sessions");

/**
 * Creates handlers with a tool that returns the number of the server process.
 */
const createHandlers = (process: number) => ({
  "tools/call": () => ({ process }),
});

test("a request whose response is not stored costs one round trip to Redis", async (world) => {
  const client = await world.client();
  let trips = 0;
  const counted = {
    sendCommand(command: readonly string[]): Promise<unknown> {
      // Heartbeat commands are not counted as round trips to Redis, because
      // they do not belong to a request.
      if (!command.some((part) => part.includes('"t":"beat"'))) trips += 1;
      return client.sendCommand([...command]);
    },
    duplicate: () => client.duplicate(),
  };
  const handlers = {
    "tools/call": logging(1),
    "tools/list": () => ({ tools: [] }),
  };
  const make = async (protocol: Protocol, prefix: string) =>
    PLATFORMS["node"]!(protocol, handlers, {
      shared: await world.connect({ prefix }, counted),
    });
  const site = await make(POLLING, "trips");
  const alone = await make(SINGLE, "alone");
  const session = await openSession(site);
  const cost = async (message: object): Promise<number> => {
    await (await post(site, message, session)).text();
    await world.settle();
    const before = trips;
    await (await post(site, { ...message, id: 99 }, session)).text();
    await world.settle();
    return trips - before;
  };
  assert.is(await cost({ id: 1, method: "ping" }), 1);
  assert.is(await cost({ id: 2, method: "tools/list" }), 1);
  assert.is(await cost(CALL), 2);
  const before = trips;
  await post(alone, ...single("tools/list"));
  assert.is(trips, before);
});

test("resuming a stream waits for events that are not stored yet", async (world) => {
  const client = await world.client();
  const slow = {
    async sendCommand(command: readonly string[]): Promise<unknown> {
      // Delay only the Redis command that appends events. It is recognized by
      // its second key, the key of the session's event streams.
      if (command[4]?.endsWith("}:s")) await setTimeout(300);
      return client.sendCommand([...command]);
    },
    duplicate: () => client.duplicate(),
  };
  const { promise, open } = gate();
  const handlers = { "tools/call": logging(2, promise) };
  const [a, b] = await Promise.all(
    [slow, client].map((connection) =>
      PLATFORMS["node"]!(SESSIONS, handlers, {
        shared: redis(connection, { prefix: "slow" }),
      }),
    ),
  );
  const session = await openSession(a!);
  const stop = new AbortController();
  const first = new Events(await post(a!, CALL, session, stop.signal));
  const logged = await first.next();
  stop.abort();
  const rest = new Events(await listenTo(b!, session, logged?.id));
  open();
  const all = await rest.rest();
  assert.equal(all.map(gist), [2, "last", { done: true }]);
});

test("a session change that the store refused is stored with the session's next request", async (world) => {
  const client = await world.client();
  let isRefusing = true;
  const refusing = {
    async sendCommand(command: readonly string[]): Promise<unknown> {
      if (isRefusing && command.includes("debug"))
        throw new Error("OOM command not allowed");
      return client.sendCommand([...command]);
    },
    duplicate: () => client.duplicate(),
  };
  const shared = await world.connect({ prefix: "unsaved" }, refusing);
  const site = await PLATFORMS["node"]!(SESSIONS, {}, { shared });
  const session = await openSession(site);
  const key = `unsaved:{${session["mcp-session-id"]}}`;
  const params = { level: "debug" };
  const setLevel = { id: 1, method: "logging/setLevel", params };
  assert.is((await post(site, setLevel, session)).status, 503);
  assert.is(await client.hGet(key, "l"), null);
  isRefusing = false;
  await post(site, { id: 2, method: "ping" }, session);
  assert.is(await client.hGet(key, "l"), "debug");
});

const answer = async (response: Response) =>
  ((await response.json()) as { result: unknown }).result;

test("a session can be continued in any process", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, createHandlers);
  const session = await openSession(a!);
  assert.equal(await answer(await post(a!, CALL, session)), { process: 0 });
  assert.equal(await answer(await post(b!, CALL, session)), { process: 1 });
  assert.equal(await answer(await post(a!, CALL, session)), { process: 0 });
});

test("fetchHandler shares sessions between processes", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, createHandlers, {}, "web");
  const session = await openSession(a!);
  assert.equal(await answer(await post(b!, CALL, session)), { process: 1 });
  assert.equal(await answer(await post(a!, CALL, session)), { process: 0 });
});

test("requests in a session that one process has ended get 404 in all processes", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, createHandlers);
  const session = await openSession(a!);
  await post(b!, CALL, session);
  const ended = await b!.request("/mcp", {
    method: "DELETE",
    headers: session,
  });
  assert.is(ended.status, 204);
  for (const site of [a!, b!])
    assert.is((await post(site, CALL, session)).status, 404);
});

test("a client's response to a server request reaches the process that sent the request", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, (process) => ({
    "tools/call": async (_params: never, ctx: Call) => ({
      process,
      answer: await ctx.sample({ messages: [], maxTokens: 1 }),
    }),
  }));
  const session = await openSession(a!);
  const events = new Events(await post(a!, CALL, session));
  const question = await events.next();
  assert.is(question?.data.method, "sampling/createMessage");
  const told = { id: question?.data.id as string, result: { model: "m" } };
  assert.is((await post(b!, told, session)).status, 202);
  const [last] = await events.rest();
  assert.equal(last?.data.result, { process: 0, answer: { model: "m" } });
});

for (const protocol of [SESSIONS, POLLING])
  test(`another process can resume the stream of a running call, ${protocol === POLLING ? "with" : "without"} polling`, async (world) => {
    const { promise, open } = gate();
    const [a, b] = await world.sites(2, protocol, () => ({
      "tools/call": logging(3, promise),
    }));
    const session = await openSession(a!);
    const stop = new AbortController();
    const first = new Events(await post(a!, CALL, session, stop.signal));
    const logged = await first.next();
    stop.abort();
    const rest = new Events(await listenTo(b!, session, logged?.id));
    assert.is(gist((await rest.next())!), 2);
    assert.is(gist((await rest.next())!), 3);
    open();
    const left = await rest.rest();
    assert.equal(left.map(gist), ["last", { done: true }]);
    assert.equal([...a!.errors, ...b!.errors], []);
  });

test.run();
