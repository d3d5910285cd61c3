/** Tests of failures of the Redis store. */
import * as assert from "uvu/assert";
import { redis } from "../../../runtime/redis/redis.js";
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
  SINGLE,
  single,
} from "../../harness/http/site.js";
import { countEvents, recordCommands } from "../../harness/redis/commands.js";
import { startRedis } from "../../harness/redis/redis-server.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: failures");

const HANDLERS = {
  "tools/call": () => ({ done: true }),
  "tools/list": () => ({ tools: [] }),
};

/**
 * Timeout of the Redis store in milliseconds: at least 300, and more on a busy
 * machine.
 */
const getTimeout = (world: World): number => world.scale(300);

/** Starts a server process whose Redis store has a short timeout. */
const startSite = async (
  world: World,
  prefix: string,
  protocol: Protocol = SESSIONS,
) => {
  const shared = redis(await world.client(), {
    prefix,
    timeout: getTimeout(world),
    lease: world.lease,
  });
  return PLATFORMS["node"]!(protocol, HANDLERS, { shared });
};

/** Repeats a request until its response has the given status. */
const waitForStatus = async (status: number, send: () => Promise<Response>) => {
  let response!: Response;
  await waitUntil(`a response has status ${status}`, async () => {
    response = await send();
    return response.status === status;
  });
  return response;
};

test("while the store is slow, requests get 503", async (world) => {
  const site = await startSite(world, "slow");
  const session = await openSession(site);
  world.server.child.kill("SIGSTOP");
  const refused = await post(site, CALL, session);
  assert.is(refused.status, 503);
  assert.is(refused.headers.get("retry-after"), "1");
  assert.match(await refused.text(), "The session store does not respond");
  assert.is((await post(site, CALL, session)).status, 503);
  world.server.child.kill("SIGCONT");
  await waitForStatus(200, () => post(site, CALL, session));
  assert.equal(site.errors, [
    `The Redis store failed: The Redis store did not respond within ${getTimeout(world)} ms`,
  ]);
});

test("without the store, the liveness check succeeds and the readiness check fails", async (world) => {
  const site = await startSite(world, "ready");
  const ask = (path: string) => site.request(path, {});
  await waitForStatus(200, () => ask("/readyz"));
  const { port } = world.server;
  await world.server.stop();
  await waitForStatus(503, () => ask("/readyz"));
  assert.is((await ask("/healthz")).status, 200);
  world.server = await startRedis([], port);
  await waitForStatus(200, () => ask("/readyz"));
});

test("requests in a session get 503 while the store is down", async (world) => {
  const site = await startSite(world, "gone");
  const alone = await startSite(world, "alone", SINGLE);
  const session = await openSession(site);
  const { port } = world.server;
  await world.server.stop();
  assert.is((await post(site, CALL, session)).status, 503);
  assert.is((await post(site, CALL, session)).status, 503);
  // Stateless requests still work while the Redis store is down.
  assert.is((await post(alone, ...single("tools/list"))).status, 200);
  const opening = await waitForStatus(503, () =>
    post(site, { ...CALL, id: 3 }, session),
  );
  await opening.body?.cancel();
  assert.is(site.errors.length, 1);
  world.server = await startRedis([], port);
  await waitForStatus(404, () => post(site, CALL, session));
  await waitForStatus(200, async () =>
    post(site, CALL, await openSession(site)),
  );
  assert.is(site.errors.length, 1);
});

test("while the memory of Redis is full, no new session can be opened", async (world) => {
  const site = await startSite(world, "full");
  const session = await openSession(site);
  const client = await world.client();
  await client.configSet("maxmemory", "1");
  const opening = {
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2000-01-01",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    },
  };
  const refused = await post(site, opening);
  assert.is(refused.status, 503);
  assert.match(await refused.text(), "The session store refused a command");
  assert.is(refused.headers.get("mcp-session-id"), null);
  await client.configSet("maxmemory", "0");
  await waitForStatus(200, () => post(site, CALL, session));
  assert.is(site.errors.length, 1);
});

test("requests get 503 while the store is read-only during a failover", async (world) => {
  const site = await startSite(world, "readonly");
  const session = await openSession(site);
  const client = await world.client();
  await client.sendCommand(["REPLICAOF", "127.0.0.1", "1"]);
  assert.is((await post(site, CALL, session)).status, 503);
  await client.sendCommand(["REPLICAOF", "NO", "ONE"]);
  await waitForStatus(200, () => post(site, CALL, session));
  assert.is(site.errors.length, 1);
});

const FAILOVER: [name: string, message: string][] = [
  ["Error", "READONLY You can't write against a read only replica."],
  ["Error", "LOADING Redis is loading the dataset in memory"],
  ["RequestError", "An error was signalled by the server: - MasterDown: Link"],
];

for (const [name, message] of FAILOVER)
  test(`events that Redis refuses during a failover are stored after the failover: ${message}`, async (world) => {
    const recorder = recordCommands(await world.client());
    const { promise, open } = gate();
    const handlers = { "tools/call": logging(1, promise) };
    const [a, b] = await Promise.all(
      [recorder, await world.client()].map((connection) => {
        const options = { prefix: message.slice(0, 9), lease: 500 };
        const shared = redis(connection, options);
        return PLATFORMS["node"]!(SESSIONS, handlers, { shared });
      }),
    );
    const session = await openSession(a!);
    const events = new Events(await post(a!, CALL, session));
    const first = await events.next();
    await world.settle();
    recorder.lost = Object.assign(new Error(message), { name });
    open();
    const rest = await events.rest();
    await waitUntil("the failure is reported", () => a!.errors.length > 0);
    recorder.lost = undefined;
    const read = async () =>
      new Events(await listenTo(b!, session, first?.id)).rest();
    assert.equal((await read()).map(gist), rest.map(gist));
    assert.is(a!.errors.length, 1);
  });

test("a running call ends with an error when its process loses the connection to the store", async (world) => {
  const client = await world.client();
  let isCut = false;
  const own = {
    sendCommand: (command: readonly string[]): Promise<unknown> =>
      isCut ? new Promise(() => {}) : client.sendCommand([...command]),
    duplicate: () => client.duplicate(),
  };
  const { promise, open } = gate();
  const handlers = { "tools/call": logging(1, promise) };
  const [a, b] = await Promise.all(
    [own, client].map((connection) => {
      const { lease } = world;
      const options = {
        prefix: "cut",
        lease,
        // Only the first process loses its connection to the store, so only
        // this process needs the short timeout.
        ...(connection === own && { timeout: getTimeout(world) }),
      };
      return PLATFORMS["node"]!(SESSIONS, handlers, {
        shared: redis(connection, options),
      });
    }),
  );
  const session = await openSession(a!);
  const stop = new AbortController();
  const first = new Events(await post(a!, CALL, session, stop.signal));
  const logged = await first.next();
  await waitUntil(
    "the event is stored",
    async () => (await countEvents(client, "cut", session)) >= 1,
  );
  isCut = true;
  stop.abort();
  const read = async () =>
    new Events(await listenTo(b!, session, logged?.id)).rest();
  const all = await read();
  assert.is(all.length, 1);
  assert.match(JSON.stringify(all[0]?.data), "the request is not run again");
  isCut = false;
  open();
  await waitForStatus(200, () => post(a!, { id: 8, method: "ping" }, session));
  assert.equal(await read(), all);
});

test("a server sends its scripts again when Redis has deleted all scripts", async (world) => {
  const site = await startSite(world, "flushed");
  const session = await openSession(site);
  await post(site, CALL, session);
  await (await world.client()).scriptFlush();
  assert.is((await post(site, CALL, session)).status, 200);
  assert.equal(site.errors, []);
});

test("each process refuses requests for a session of another user", async (world) => {
  const auth = { verify: (token: string) => ({ subject: token }) };
  const [a, b] = await world.sites(2, SESSIONS, () => HANDLERS, { auth });
  const of = (name: string) => ({ authorization: `Bearer ${name}` });
  const session = await openSession(a!, of("ann"));
  assert.is((await post(b!, CALL, { ...session, ...of("bob") })).status, 404);
  assert.is((await post(b!, CALL, session)).status, 200);
  assert.is((await post(b!, CALL, { ...session, ...of("bob") })).status, 404);
  assert.is((await post(a!, CALL, session)).status, 200);
});

test("two processes can answer requests of a third process's session at the same time", async (world) => {
  const [a, b, c] = await world.sites(3, SESSIONS, () => HANDLERS);
  const session = await openSession(a!);
  const calls = [b!, c!, b!, c!].map((site, id) =>
    post(site, { ...CALL, id }, session),
  );
  const all = await Promise.all(calls);
  assert.equal(
    all.map(({ status }) => status),
    [200, 200, 200, 200],
  );
});

test.run();
