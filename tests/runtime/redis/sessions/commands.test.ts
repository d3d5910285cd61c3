/** Tests of the number of Redis commands that requests in a session cause. */
import * as assert from "uvu/assert";
import {
  CALL,
  listenTo,
  logging,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../../harness/http/site.js";
import {
  countCommands,
  recordCommands,
} from "../../../harness/redis/commands.js";
import { withRedis, type World } from "../../../harness/redis/cluster.js";
import type { Site } from "../../../harness/http/site.js";
import { waitUntil } from "../../../harness/run/time-limit.js";

const test = withRedis("redis: commands");

const PROCESSES = 8;

/**
 * Starts processes whose lease is so long that they send no heartbeats during
 * the test.
 */
const start = async (world: World, count: number): Promise<Site[]> => {
  const { lease } = world;
  world.lease = 600_000;
  const handlers = { "tools/call": logging(1) };
  const sites = await world.sites(count, SESSIONS, () => handlers);
  world.lease = lease;
  return sites;
};

/** Runs `work`, and returns how often Redis ran each command. */
const measure = async (world: World, work: () => Promise<unknown>) => {
  const client = await world.client();
  await world.settle();
  await client.configResetStat();
  await work();
  await world.settle();
  const { ping, ...commands } = await countCommands(client);
  assert.ok(ping);
  return commands;
};

const ping = (site: Site, session: { [name: string]: string }, id: number) =>
  post(site, { id, method: "ping" }, session);

const end = async (site: Site, session: { [name: string]: string }) => {
  const remove = { method: "DELETE", headers: { ...session } };
  assert.is((await site.request("/mcp", remove)).status, 204);
};

test("the number of Redis commands per request does not depend on the number of open sessions", async (world) => {
  const costs: unknown[] = [];
  for (const [processes, sessions] of [
    [1, 1],
    [PROCESSES, 200],
  ] as const) {
    const sites = await start(world, processes);
    const [site] = sites as [Site];
    const session = await openSession(site);
    for (let n = 1; n < sessions; n += 1)
      await openSession(sites[n % processes]!);
    await ping(site, session, 1);
    costs.push(await measure(world, () => ping(site, session, 2)));
  }
  const { evalsha, hmget, pexpire } = costs[0] as Record<string, number>;
  assert.equal([evalsha, hmget, pexpire], [1, 1, 1]);
  const [few, many] = costs as [object, object];
  assert.equal(Object.keys(few).sort(), Object.keys(many).sort());
  assert.equal({ ...few }, { ...many });
});

test("ending a session costs a constant number of Redis commands", async (world) => {
  const sites = await start(world, PROCESSES);
  const [a, b] = sites as [Site, Site];
  const plain = await Promise.all(
    Array.from({ length: 40 }, () => openSession(a)),
  );
  const one = await measure(world, async () => {
    for (const session of plain) await end(a, session);
  });
  assert.is(one.publish, undefined);
  assert.is(one.evalsha, 2 * plain.length);
  const streams = await openSession(a);
  await ping(b, streams, 1);
  for (let id = 2; id < 40; id += 1)
    await (await post(a, { ...CALL, id }, streams)).text();
  const two = await measure(world, () => end(a, streams));
  assert.equal([two.publish, two.del, two.hkeys, two.evalsha], [1, 2, 2, 2]);
  assert.is((await ping(b, streams, 2)).status, 404);
});

test("an idle session ends without a Redis command", async (world) => {
  const client = await world.client();
  const recorder = recordCommands(client);
  const cluster = { prefix: "idle", lease: 600_000 };
  const shared = await world.connect(cluster, recorder);
  const options = { shared, sessionIdle: 200 };
  const site = await PLATFORMS["node"]!(SESSIONS, {}, options);
  const session = await openSession(site);
  recorder.commands.length = 0;
  const key = `idle:{${session["mcp-session-id"]}}`;
  await waitUntil("the session has expired", async () => {
    return (await client.exists(key)) === 0;
  });
  await world.settle();
  assert.equal(recorder.commands, []);
  assert.is((await ping(site, session, 1)).status, 404);
});

test("one Redis command extends the lifetime of all busy sessions", async (world) => {
  const recorder = recordCommands(await world.client());
  const shared = await world.connect({ prefix: "busy", lease: 500 }, recorder);
  const options = { shared, sessionIdle: 2_000 };
  const site = await PLATFORMS["node"]!(SESSIONS, {}, options);
  const sessions: { "mcp-session-id": string }[] = [];
  for (let n = 0; n < 20; n += 1) {
    const session = await openSession(site);
    await listenTo(site, session);
    sessions.push(session);
  }
  await world.settle();
  recorder.commands.length = 0;
  await waitUntil("two commands are sent", () => recorder.commands.length >= 2);
  assert.equal(
    recorder.commands.slice(0, 2).map(([, , keys]) => keys),
    ["20", "20"],
  );
  for (const session of sessions)
    assert.is((await ping(site, session, 1)).status, 200);
});

test.run();
