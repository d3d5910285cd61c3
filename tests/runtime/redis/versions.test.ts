/**
 * Tests of records and messages that another version of the server wrote. Two
 * versions share the Redis store during a rolling deployment.
 */
import * as assert from "uvu/assert";
import {
  CALL,
  closeSites,
  Events,
  listenTo,
  logging,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../harness/http/site.js";
import { openAs, startTasks } from "../../harness/redis/limited-servers.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: other versions");

const PING = { id: 5, method: "ping" };
const CHANGED = "notifications/tools/list_changed";

const startSite = async (world: World, prefix: string) => {
  const shared = await world.connect({ prefix, lease: 500 });
  const rate = { burst: 100, perSecond: 1 };
  const handlers = { "tools/call": logging(1) };
  return PLATFORMS["node"]!(SESSIONS, handlers, { shared, rate });
};

test("a request for a session record of another format gets 404", async (world) => {
  const site = await startSite(world, "versions");
  const session = await openSession(site);
  const client = await world.client();
  const key = `versions:{${session["mcp-session-id"]}}`;
  await closeSites();
  const next = await startSite(world, "versions");
  await client.hSet(key, "f", "2");
  const before = await client.hGetAll(key);
  assert.is((await post(next, PING, session)).status, 404);
  assert.is((await listenTo(next, session)).status, 404);
  assert.equal(await client.hGetAll(key), before);
  await client.hSet(key, { f: "1", v: "1999-01-01" });
  assert.is((await post(next, PING, session)).status, 404);
  assert.is(await client.exists(key), 1);
  await client.hSet(key, { v: "2000-01-01" });
  assert.is((await post(next, PING, session)).status, 200);
});

for (const text of ['{"f":"2"}', "not JSON"])
  test(`a task record of another format version is ignored: ${text}`, async (world) => {
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

test("the Redis keys of quotas and rate limits contain the version of the storage format", async (world) => {
  const client = await world.client();
  const others = ["q", "q2"].map((name) => `keys:{${name}:m}`);
  const rates = ["r", "r2"].map((name) => `keys:{${name}:127.0.0.1}`);
  for (const key of [...others, ...rates]) await client.set(key, "other");
  const site = await startSite(world, "keys");
  const session = await openSession(site);
  await (await post(site, CALL, session)).text();
  const own = /^keys:\{(q1:m|r1:[^}]+)\}/;
  await waitUntil("the server has written all its keys", async () => {
    const keys = await client.keys("keys:{[qr]*");
    const left = keys.filter((key) => own.test(key));
    return left.some((key) => key.includes("{q")) && left.length > 5;
  });
  const keys = (await client.keys("keys:{[qr]*")).filter(
    (one) => !own.test(one),
  );
  assert.equal(keys.sort(), [...others, ...rates].sort());
  for (const key of keys) assert.is(await client.get(key), "other");
  assert.equal(site.errors, []);
});

test("a cluster message of another format version is ignored", async (world) => {
  const site = await startSite(world, "told");
  const client = await world.client();
  const session = await openSession(site);
  const s = session["mcp-session-id"];
  const listening = new Events(await listenTo(site, session));
  const send = (message: object) =>
    client.publish("told:all", JSON.stringify(message));
  const change = (f: string | undefined, m: string) =>
    JSON.stringify({ f, t: "change", m, p: "other" });
  for (const f of [undefined, "0", "2", 1]) {
    await send({ f, t: "end", s });
    await send({ f, t: "change", n: 1, c: change("1", "old/message") });
  }
  await send({ f: "1", t: "change", n: 2, c: change("2", "old/change") });
  await send({ f: "1", t: "change", n: 3, c: change("1", CHANGED) });
  const { data } = (await listening.next()) ?? {};
  assert.is(data?.method, CHANGED);
  assert.is((await post(site, PING, session)).status, 200);
  assert.equal(site.errors, []);
});

test("a stored notification of another format version is not sent to clients", async (world) => {
  const client = await world.client();
  const texts = [
    { f: "2", t: "change", m: "old/change", p: "other" },
    ["old/change", null, "other"],
    { f: "1", t: "change", m: CHANGED, p: "other" },
  ].map((stored) => JSON.stringify(stored));
  await client.set("stored:{changes}:n", "3");
  const site = await startSite(world, "stored");
  const session = await openSession(site);
  for (const [at, text] of texts.entries())
    await client.xAdd("stored:{changes}", `0-${at + 1}`, { d: text });
  const other = await startSite(world, "stored");
  await client.hSet(`stored:{${session["mcp-session-id"]}}`, "s", "0");
  const listening = new Events(await listenTo(other, session));
  assert.is((await listening.next())?.data.method, CHANGED);
  assert.equal([...site.errors, ...other.errors], []);
});

test.run();
