/**
 * Tests of a client whose values make the store refuse commands. Other clients
 * must not be affected.
 */
import * as assert from "uvu/assert";
import { redisTasks } from "../../../runtime/redis/tasks.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { taskToolHandlers } from "../../../runtime/tasks/tools.js";
import {
  CALL,
  Events,
  gate,
  gist,
  listenTo,
  logging,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../harness/http/site.js";
import { recordCommands } from "../../harness/redis/commands.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import { TASK_SERVER } from "../../harness/tasks/receiver.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Site } from "../../harness/http/site.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: hostile clients");

const AUTH = {
  auth: { verify: (token: string) => ({ subject: token }) },
};
const PING = { id: 5, method: "ping" };

/** Starts a server process whose commands to Redis are recorded. */
const start = async (
  world: World,
  prefix: string,
  handlers: Handlers = { "tools/call": logging(1) },
) => {
  const recorder = recordCommands(await world.client());
  const lease = world.scale(500);
  const shared = await world.connect({ prefix, lease }, recorder);
  const site = await PLATFORMS["node"]!(SESSIONS, handlers, {
    shared,
    ...AUTH,
  });
  return { site, recorder };
};

const openAs = (site: Site, token: string) =>
  openSession(site, { authorization: `Bearer ${token}` });

for (const name of ["secret", "changes", "p:x", "x".repeat(5_000)])
  test(`a malformed session id gets 404 without a Redis command: ${name.slice(0, 9)}`, async (world) => {
    const { site, recorder } = await start(world, "forms");
    const ann = await openAs(site, "ann");
    recorder.commands.length = 0;
    const bad = { ...ann, authorization: "Bearer eve", "mcp-session-id": name };
    const remove = { method: "DELETE", headers: bad };
    const answers = [
      await post(site, PING, bad),
      await listenTo(site, bad),
      await site.request("/mcp", remove),
    ];
    assert.equal(
      answers.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.equal(recorder.commands, []);
    assert.is((await post(site, PING, ann)).status, 200);
    assert.equal(site.errors, []);
  });

for (const number of ["9".repeat(25), "9007199254740991", "1000", "x"])
  test(`resuming a stream after the unknown event number ${number} gets 400`, async (world) => {
    const { site } = await start(world, "events");
    const { site: other } = await start(world, "events");
    const eve = await openAs(site, "eve");
    const ann = await openAs(site, "ann");
    const events = new Events(await listenTo(site, eve));
    site.server.notify("notifications/tools/list_changed");
    const id = (await events.next())?.id?.split("-")[0];
    for (const at of [site, other]) {
      assert.is((await listenTo(at, eve, `${id}-${number}`)).status, 400);
      assert.is((await post(at, PING, ann)).status, 200);
    }
    const again = new Events(await listenTo(other, eve, `${id}-1`));
    other.server.notify("notifications/tools/list_changed");
    assert.is((await again.next())?.id, `${id}-2`);
    assert.equal([...site.errors, ...other.errors], []);
  });

for (const ttl of [0, 0.5, -1, 1e300])
  test(`a task with a ttl of ${ttl} does not disturb the tasks of other clients`, async (world) => {
    const shared = await world.connect({ prefix: `ttl${ttl}` });
    const protocol = { ...TASK_SERVER, http: SESSIONS.http };
    const tools = {
      t: { inputSchema: { type: "object" }, taskSupport: "optional" },
    };
    const handler = () => ({ content: [] });
    const handlers = {
      ...taskToolHandlers({ t: { ...tools.t, handler } } as never),
      ...tasks({ store: redisTasks(shared), maxTtl: Infinity }),
    } as Handlers;
    const site = await PLATFORMS["node"]!(protocol, handlers, {
      shared,
      ...AUTH,
    });
    const [eve, ann] = [await openAs(site, "eve"), await openAs(site, "ann")];
    const params = { name: "t", arguments: {}, task: { ttl } };
    const made = await post(site, { id: 1, method: "tools/call", params }, eve);
    const { error } = (await made.json()) as { error?: unknown };
    assert.is(error, undefined);
    assert.is((await post(site, PING, ann)).status, 200);
    assert.equal(site.errors, []);
  });

test("a write that Redis refuses is reported once and not repeated", async (world) => {
  const { site, recorder } = await start(world, "refused");
  const [eve, ann] = [await openAs(site, "eve"), await openAs(site, "ann")];
  const admin = await world.client();
  await admin.set(`refused:{${eve["mcp-session-id"]}}:s`, "not a hash");
  for (let id = 1; id < 4; id += 1) {
    await (await post(site, { ...CALL, id }, eve)).text();
    assert.is((await post(site, PING, ann)).status, 200);
  }
  await world.settle();
  recorder.commands.length = 0;
  await world.waitForBeats(2);
  await world.settle();
  assert.equal(recorder.commands, []);
  assert.is(site.errors.length, 1);
  assert.match(
    site.errors[0] ?? "",
    "The Redis store refused a command: WRONGTYPE",
  );
});

test("if resuming a stream fails, the process reads no events of the stream at later heartbeats", async (world) => {
  const { site, recorder } = await start(world, "leak");
  const session = await openAs(site, "eve");
  recorder.lost = new Error("Socket closed");
  for (let n = 1; n < 20; n += 1) {
    const last = `00000000000${n % 10}.${n}-1`;
    assert.is((await listenTo(site, session, last)).status, 503);
  }
  await world.waitForBeats(1);
  recorder.lost = undefined;
  await waitUntil(
    "the server reaches the store again",
    async () => (await post(site, PING, session)).status === 200,
  );
  recorder.commands.length = 0;
  await world.waitForBeats(2);
  await world.settle();
  // A process that may have missed messages reads the events of each stream
  // that it forwards. This process must not forward any stream, so it must read
  // only the keys `changes` and `secret` of the server.
  const others = recorder.commands.filter(
    ([, , , key]) => key !== "leak:{changes}" && key !== "leak:{secret}",
  );
  assert.equal(others, []);
});

test("a failed attempt to resume a stream does not affect the stream's current reader", async (world) => {
  const { promise, open } = gate();
  const handlers = { "tools/call": logging(1, promise) };
  const { site: a } = await start(world, "goes", handlers);
  const { site: b, recorder } = await start(world, "goes", handlers);
  const session = await openAs(a, "eve");
  const stop = new AbortController();
  const first = new Events(await post(a, CALL, session, stop.signal));
  const last = (await first.next())?.id;
  stop.abort();
  const rest = new Events(await listenTo(b, session, last));
  recorder.lost = new Error("Socket closed");
  assert.is((await listenTo(b, session, last)).status, 503);
  recorder.lost = undefined;
  open();
  assert.equal((await rest.rest()).map(gist), ["last", { done: true }]);
});

test("a refused request to resume a stream costs at most six Redis commands", async (world) => {
  const { site: other } = await start(world, "cost");
  const { site, recorder } = await start(world, "cost");
  const session = await openAs(site, "eve");
  const events = new Events(await post(other, CALL, session));
  const id = (await events.next())?.id?.split("-")[0];
  await events.rest();
  const cost = async (headers: object, last: string) => {
    recorder.commands.length = 0;
    const { status } = await listenTo(site, { ...session, ...headers }, last);
    return [status, recorder.commands.length <= 6];
  };
  const [process] = (id ?? "").split(".");
  assert.equal(await cost({}, `${id}-99`), [400, true]);
  assert.equal(await cost({}, `${process}.99-1`), [400, true]);
  assert.equal(await cost({}, `no event`), [400, true]);
  assert.equal(await cost({ accept: "text/html" }, `${id}-1`), [406, true]);
  assert.equal(recorder.commands, []);
});

test.run();
