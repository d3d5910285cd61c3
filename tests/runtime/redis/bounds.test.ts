/**
 * Tests of the limits on the data that the Redis store keeps for each client.
 */
import * as assert from "uvu/assert";
import {
  AUTH,
  callTool,
  KB,
  openAs,
  startNoisy,
  startTasks,
} from "../../harness/redis/limited-servers.js";
import {
  Events,
  gist,
  listenTo,
  openSession,
} from "../../harness/http/site.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: limits of memory");

/** Returns the bytes that Redis uses for the streams and queues of sessions. */
const kept = async (world: World, prefix: string): Promise<number> => {
  const client = await world.client();
  const keys = await client.keys(`${prefix}:{*-*}:*`);
  const sizes = keys.map((key) => client.memoryUsage(key));
  return (await Promise.all(sizes)).reduce<number>((a, b) => a + (b ?? 0), 0);
};

/** Returns the number of bytes that the store has counted for all messages. */
const counted = async (world: World, prefix: string) =>
  Number(await (await world.client()).hGet(`${prefix}:{q1:m}`, ""));

test("the events of one client fill at most half of the memory for streams", async (world) => {
  const [a, b] = [
    await startNoisy(world, "half", 400_000),
    await startNoisy(world, "half", 400_000),
  ];
  const ann = await openAs(a, "ann");
  const first = await callTool(a, ann, "stream 3");
  for (let n = 0; n < 10; n += 1) {
    const eve = await openAs(n % 2 ? a : b, "eve");
    for (let more = 0; more < 5; more += 1) await callTool(a, eve, "stream 20");
  }
  await world.settle();
  const bytes = await kept(world, "half");
  assert.ok(bytes < 260_000, `${bytes} bytes`);
  const rest = await new Events(await listenTo(b, ann, first)).rest();
  assert.equal(rest.map(gist), [KB, KB, {}]);
});

test("when the memory for streams is full, the client with the most events loses its events first", async (world) => {
  const site = await startNoisy(world, "all", 100_000);
  const session = await openAs(site, "c0");
  const first = await callTool(site, session, "stream 3");
  for (let n = 1; n < 10; n += 1)
    await callTool(site, await openAs(site, `c${n}`), "stream 20");
  await world.settle();
  const bytes = await counted(world, "all");
  assert.ok(bytes > 50_000 && bytes <= 100_000, `${bytes} bytes`);
  const other = await startNoisy(world, "all", 100_000);
  const rest = await new Events(await listenTo(other, session, first)).rest();
  assert.equal(rest.map(gist), [KB, KB, {}]);
});

test("the queue of messages for a client without a GET stream has at most 1 Mi bytes", async (world) => {
  const site = await startNoisy(world, "queue");
  const eve = await openAs(site, "eve");
  for (let n = 0; n < 3; n += 1) await callTool(site, eve, "queue 900");
  await world.settle();
  const client = await world.client();
  const key = `queue:{${eve["mcp-session-id"]}}:w`;
  const waiting = await client.lRange(key, 0, -1);
  const bytes = waiting.reduce((sum, { length }) => sum + length, 0);
  assert.ok(bytes > 900_000 && bytes < 1_048_576, `${bytes} bytes`);
});

test("after a session has ended, the bytes of the session do not count towards the byte limit", async (world) => {
  const [a, b] = [
    await startNoisy(world, "zero"),
    await startNoisy(world, "zero"),
  ];
  const eve = await openAs(a, "eve");
  await callTool(a, eve, "queue 5");
  await world.settle();
  assert.ok((await counted(world, "zero")) > 5_000);
  const listening = new Events(await listenTo(b, eve));
  for (let n = 0; n < 5; n += 1) await listening.next();
  await world.settle();
  const queue = await counted(world, "zero");
  // The session keeps at most 100 streams. The oldest streams are deleted.
  for (let n = 0; n < 105; n += 1) await callTool(a, eve, "stream 1");
  await world.settle();
  const client = await world.client();
  const id = eve["mcp-session-id"];
  assert.is((await client.keys(`zero:{${id}}:*.*`)).length, 101);
  assert.ok((await counted(world, "zero")) - queue < 101 * 1_500);
  await a.request("/mcp", { method: "DELETE", headers: { ...eve } });
  await world.settle();
  assert.is(await counted(world, "zero"), 0);
  assert.equal(await client.keys(`zero:{${id}}*`), []);
  assert.equal([...a.errors, ...b.errors], []);
});

test("the bytes of an expired session do not count towards the byte limit", async (world) => {
  const site = await startNoisy(world, "old", undefined, {
    ...AUTH,
    sessionIdle: 300,
  });
  await callTool(site, await openAs(site, "eve"), "stream 1");
  const client = await world.client();
  await waitUntil(
    "the session and its counted bytes have expired",
    async () => {
      const keys = await client.keys("old:{*-*}*");
      return keys.length + (await client.exists("old:{q1:m}")) === 0;
    },
  );
  const ann = await openAs(site, "ann");
  await callTool(site, ann, "stream 1");
  await world.settle();
  assert.equal(await client.hKeys("old:{q1:m}"), [
    "",
    `old:{${ann["mcp-session-id"]}}`,
  ]);
});

test("the tasks of one owner may use at most half of the bytes that `maxBytes` still permits", async (world) => {
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

test("all sessions of one address share the limit of tasks, also across processes", async (world) => {
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

test.run();
