/** Tests of the limits on what the store keeps for clients. */
import * as assert from "uvu/assert";
import { setTimeout } from "node:timers/promises";
import { redis } from "../../../runtime/redis/redis.js";
import { redisTasks } from "../../../runtime/redis/tasks.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { taskToolHandlers } from "../../../runtime/tasks/tools.js";
import {
  CALL,
  Events,
  gist,
  listenTo,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../harness/http/site.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import { TASK_SERVER } from "../../harness/tasks/receiver.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Site } from "../../harness/http/site.js";

const test = withRedis("redis: limits of memory");

const AUTH = {
  auth: { verify: (token: string) => ({ subject: token }) },
};

const openAs = (site: Site, token: string) =>
  openSession(site, { authorization: `Bearer ${token}` });

const KB = "x".repeat(1_000);

/**
 * Starts a server process whose tool sends messages of 1 KB, on the stream of
 * the call or to the client's GET stream.
 */
const start = async (world: World, prefix: string, maxBytes?: number) => {
  const shared = redis(await world.client(), { prefix, maxBytes });
  const handlers = {
    "tools/call": ({ name }: { name: string }, ctx: Call) => {
      const [where, count] = name.split(" ");
      const data = { level: "info", data: KB } as const;
      for (let n = 0; n < Number(count); n += 1) {
        if (where === "stream") ctx.log("info", KB);
        else ctx.session?.notify("notifications/message", data);
      }
      return {};
    },
  } as unknown as Handlers;
  return PLATFORMS["node"]!(SESSIONS, handlers, { shared, ...AUTH });
};

let ids = 10;
/** Calls the tool, and returns the id of the first event. */
const call = async (
  site: Site,
  session: { [name: string]: string },
  name: string,
): Promise<string | undefined> => {
  const message = { ...CALL, id: ++ids, params: { name } };
  const response = await post(site, message, session);
  if (!name.startsWith("stream")) return void (await response.text());
  const events = new Events(response);
  const id = (await events.next())?.id;
  await events.rest();
  return id;
};

/** Returns the bytes that Redis uses for the streams and queues of sessions. */
const kept = async (world: World, prefix: string): Promise<number> => {
  const client = await world.client();
  const keys = await client.keys(`${prefix}:{*-*}:*`);
  const sizes = keys.map((key) => client.memoryUsage(key));
  return (await Promise.all(sizes)).reduce<number>((a, b) => a + (b ?? 0), 0);
};

/** Returns the bytes of all messages according to the ledger in Redis. */
const counted = async (world: World, prefix: string) =>
  Number(await (await world.client()).hGet(`${prefix}:{q:m}`, ""));

test("one client fills at most half of the memory for streams, and other clients keep theirs", async (world) => {
  const [a, b] = [
    await start(world, "half", 400_000),
    await start(world, "half", 400_000),
  ];
  const ann = await openAs(a, "ann");
  const first = await call(a, ann, "stream 3");
  for (let n = 0; n < 10; n += 1) {
    const eve = await openAs(n % 2 ? a : b, "eve");
    for (let more = 0; more < 5; more += 1) await call(a, eve, "stream 20");
  }
  await setTimeout(100);
  const bytes = await kept(world, "half");
  assert.ok(bytes < 260_000, `${bytes} bytes`);
  const rest = await new Events(await listenTo(b, ann, first)).rest();
  assert.equal(rest.map(gist), [KB, KB, {}]);
});

test("all clients together fill at most the memory for streams, the largest client loses its oldest events first", async (world) => {
  const site = await start(world, "all", 100_000);
  const session = await openAs(site, "c0");
  const first = await call(site, session, "stream 3");
  for (let n = 1; n < 10; n += 1)
    await call(site, await openAs(site, `c${n}`), "stream 20");
  await setTimeout(100);
  const bytes = await counted(world, "all");
  assert.ok(bytes > 50_000 && bytes <= 100_000, `${bytes} bytes`);
  const other = await start(world, "all", 100_000);
  const rest = await new Events(await listenTo(other, session, first)).rest();
  assert.equal(rest.map(gist), [KB, KB, {}]);
});

test("the messages that wait for a client that does not listen take at most 1 Mi bytes", async (world) => {
  const site = await start(world, "queue");
  const eve = await openAs(site, "eve");
  for (let n = 0; n < 3; n += 1) await call(site, eve, "queue 900");
  await setTimeout(200);
  const client = await world.client();
  const key = `queue:{${eve["mcp-session-id"]}}:w`;
  const waiting = await client.lRange(key, 0, -1);
  const bytes = waiting.reduce((sum, { length }) => sum + length, 0);
  assert.ok(bytes > 900_000 && bytes < 1_048_576, `${bytes} bytes`);
});

test("the counted bytes return to zero with the streams, the queue and the session", async (world) => {
  const [a, b] = [await start(world, "zero"), await start(world, "zero")];
  const eve = await openAs(a, "eve");
  await call(a, eve, "queue 5");
  await setTimeout(50);
  assert.ok((await counted(world, "zero")) > 5_000);
  const listening = new Events(await listenTo(b, eve));
  for (let n = 0; n < 5; n += 1) await listening.next();
  await setTimeout(50);
  const queue = await counted(world, "zero");
  // The session keeps at most 100 streams. The oldest streams are deleted.
  for (let n = 0; n < 105; n += 1) await call(a, eve, "stream 1");
  await setTimeout(50);
  const client = await world.client();
  const id = eve["mcp-session-id"];
  assert.is((await client.keys(`zero:{${id}}:*.*`)).length, 101);
  assert.ok((await counted(world, "zero")) - queue < 101 * 1_500);
  await a.request("/mcp", { method: "DELETE", headers: { ...eve } });
  await setTimeout(50);
  assert.is(await counted(world, "zero"), 0);
  assert.equal(await client.keys(`zero:{${id}}*`), []);
  assert.equal([...a.errors, ...b.errors], []);
});

test("bytes of expired sessions are no longer counted", async (world) => {
  const shared = redis(await world.client(), { prefix: "old" });
  const handlers = {
    "tools/call": (_: never, ctx: Call) => (ctx.log("info", KB), {}),
  };
  const site = await PLATFORMS["node"]!(SESSIONS, handlers as never, {
    shared,
    sessionIdle: 300,
    ...AUTH,
  });
  await call(site, await openAs(site, "eve"), "stream");
  await setTimeout(500);
  const ann = await openAs(site, "ann");
  await call(site, ann, "stream");
  await setTimeout(50);
  const client = await world.client();
  assert.equal(await client.hKeys("old:{q:m}"), [
    "",
    `old:{${ann["mcp-session-id"]}}`,
  ]);
});

/** Starts a server process with tasks whose result has 1 KB. */
const startTasks = async (
  world: World,
  prefix: string,
  limits: { perOwner?: number; maxBytes?: number },
  options: object = AUTH,
) => {
  const shared = redis(await world.client(), { prefix });
  const handler = () => ({ content: [{ type: "text", text: KB }] });
  const tool = { inputSchema: { type: "object" }, taskSupport: "optional" };
  const handlers = {
    ...taskToolHandlers({ t: { ...tool, handler } } as never),
    ...tasks({ store: redisTasks(shared, limits), pollInterval: 20 }),
  } as Handlers;
  const protocol = { ...TASK_SERVER, http: SESSIONS.http };
  const site = await PLATFORMS["node"]!(protocol, handlers, {
    shared,
    ...options,
  });
  const ask = async (
    session: { [name: string]: string },
    method: string,
    params: object,
  ) => {
    const response = await post(site, { id: ++ids, method, params }, session);
    const isStream = response.headers.get("content-type")?.includes("stream");
    const answer = isStream
      ? (await new Events(response).rest()).at(-1)?.data
      : await response.json();
    return answer as {
      result?: { task: { taskId: string } };
      error?: { message: string };
    };
  };
  const params = { name: "t", arguments: {}, task: {} };
  return {
    site,
    ask,
    start: (session: { [name: string]: string }) =>
      ask(session, "tools/call", params),
  };
};

test("tasks of one owner take at most half of the free bytes, and other owners still get tasks", async (world) => {
  const { site, ask, start } = await startTasks(world, "bytes", {
    maxBytes: 10_000,
  });
  const [eve, ann] = [await openAs(site, "eve"), await openAs(site, "ann")];
  let refused: string | undefined;
  let count = 0;
  for (; refused === undefined && count < 100; count += 1) {
    const { result, error } = await start(eve);
    refused = error?.message;
    const taskId = result?.task.taskId;
    if (taskId) await ask(eve, "tasks/result", { taskId });
  }
  assert.is(refused, "Too many requests");
  assert.ok(count > 3 && count < 20, `${count} tasks`);
  assert.is((await start(ann)).error, undefined);
});

test("the limit of tasks applies to all sessions of one address together", async (world) => {
  const limits = { perOwner: 3 };
  const [a, b] = [
    await startTasks(world, "address", limits, {}),
    await startTasks(world, "address", limits, {}),
  ];
  const messages: (string | undefined)[] = [];
  for (const { site, start } of [a, b, a, b])
    messages.push((await start(await openSession(site))).error?.message);
  const refused = "Too many requests";
  assert.equal(messages, [undefined, undefined, undefined, refused]);
});

for (const text of ['{"f":"2"}', "not JSON"])
  test(`a task record of another version is ignored and not changed: ${text}`, async (world) => {
    const { site, ask, start } = await startTasks(world, "forms", {});
    const eve = await openAs(site, "eve");
    const { taskId = "" } = (await start(eve)).result?.task ?? {};
    await ask(eve, "tasks/result", { taskId });
    const client = await world.client();
    await client.set(`forms:{t:${taskId}}`, text);
    const { error } = await ask(eve, "tasks/get", { taskId });
    assert.is(error?.message, "The task does not exist or has expired");
    const { result } = await ask(eve, "tasks/list", {});
    assert.equal(result, { tasks: [] });
    assert.is((await ask(eve, "tasks/cancel", { taskId })).result, undefined);
    assert.is(await client.get(`forms:{t:${taskId}}`), text);
    assert.equal(site.errors, []);
  });

test.run();
