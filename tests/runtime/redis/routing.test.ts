/**
 * Tests of messages that are routed to the process that serves a session or
 * client.
 */
import * as assert from "uvu/assert";
import { setTimeout } from "node:timers/promises";
import {
  CALL,
  Events,
  LEGACY_SSE,
  listenTo,
  OPENING,
  openSession,
  post,
  SESSIONS,
  SINGLE,
  single,
  until,
} from "../../harness/http/site.js";
import { defer } from "../../harness/run/deferred.js";
import { withRedis } from "../../harness/redis/cluster.js";
import { routeToOwner } from "../../../runtime/redis/routing.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";

const test = withRedis("redis: routing");

const CHANGED = "notifications/tools/list_changed";

test("a notification of any process reaches the GET stream of a client once", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, () => ({}));
  const session = await openSession(a!);
  const events = new Events(await listenTo(b!, session));
  for (const site of [a!, b!]) site.server.notify(CHANGED);
  const heard = [await events.next(), await events.next()];
  assert.equal(
    heard.map((event) => event?.data.method),
    [CHANGED, CHANGED],
  );
  await post(a!, { id: 9, method: "ping" }, session);
  await setTimeout(100);
  await b!.close();
  assert.equal(await events.rest(), []);
});

test("a list change while no client listens is sent once when the client opens a GET stream", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, () => ({}));
  const early = await openSession(a!);
  a!.server.notify(CHANGED);
  a!.server.notify(CHANGED);
  await setTimeout(100);
  const late = await openSession(a!);
  const events = new Events(await listenTo(b!, early));
  assert.is((await events.next())?.data.method, CHANGED);
  const none = new Events(await listenTo(b!, late));
  // The client resumes an event stream, which the first process opened, at the
  // second process.
  const last = events.lastId;
  a!.server.notify("notifications/message", { level: "info", data: 1 });
  const more = [await events.next(), await none.next()];
  assert.equal(
    more.map((event) => event?.data.method),
    Array(2).fill("notifications/message"),
  );
  const again = new Events(await listenTo(a!, early, last));
  assert.is((await again.next())?.data.method, "notifications/message");
  b!.server.notify(CHANGED);
  assert.is((await again.next())?.data.method, CHANGED);
  await Promise.all([a!.close(), b!.close()]);
  assert.equal(await again.rest(), []);
  assert.equal(await none.rest().then((all) => all.length), 1);
});

test("a notification outside of a call reaches the process of the GET stream", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, () => ({
    "tools/call": (_params: never, ctx: Call) => {
      ctx.session?.notify("notifications/message", {
        level: "info",
        data: "hi",
      });
      return {};
    },
  }));
  const session = await openSession(a!);
  await post(a!, CALL, session);
  await setTimeout(50);
  const events = new Events(await listenTo(b!, session));
  assert.equal((await events.next())?.data.params, {
    level: "info",
    data: "hi",
  });
  await post(a!, { ...CALL, id: 2 }, session);
  assert.equal((await events.next())?.data.params, {
    level: "info",
    data: "hi",
  });
});

test("a cancellation reaches the process that runs the call", async (world) => {
  const gone = defer<void>();
  const [a, b] = await world.sites(2, SESSIONS, () => ({
    "tools/call": until(() => gone.resolve()),
  }));
  const session = await openSession(a!);
  const events = new Events(await post(a!, CALL, session));
  await events.next();
  const method = "notifications/cancelled";
  await post(b!, { method, params: { requestId: 1 } }, session);
  await gone.promise;
  assert.equal(await events.rest(), []);
});

test("the log level and subscriptions of a session apply in all processes", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, () => ({
    "tools/call": (_params: never, ctx: Call) => {
      ctx.log("debug", "small");
      ctx.log("error", "big");
      return {};
    },
    "resources/subscribe": () => ({}),
    "resources/unsubscribe": () => ({}),
  }));
  const session = await openSession(a!);
  await post(a!, CALL, session);
  const set = { id: 2, method: "logging/setLevel", params: { level: "error" } };
  assert.is((await post(b!, set, session)).status, 200);
  const logs = await new Events(
    await post(a!, { ...CALL, id: 3 }, session),
  ).rest();
  assert.is(logs.length, 2);
  const uri = "file:///x";
  const events = new Events(await listenTo(b!, session));
  const updated = "notifications/resources/updated";
  await post(
    a!,
    { id: 4, method: "resources/subscribe", params: { uri } },
    session,
  );
  await post(b!, { id: 5, method: "ping" }, session);
  a!.server.notify(updated, { uri });
  assert.equal((await events.next())?.data.params, { uri });
  await post(
    b!,
    { id: 6, method: "resources/unsubscribe", params: { uri } },
    session,
  );
  a!.server.notify(updated, { uri });
  a!.server.notify(CHANGED);
  assert.is((await events.next())?.data.method, CHANGED);
});

test("a stateless subscription receives notifications of changes in another process", async (world) => {
  const [a, b] = await world.sites(2, SINGLE, () => ({
    "tools/list": () => ({ tools: [] }),
  }));
  const [message, headers] = single("subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const events = new Events(await post(a!, message, headers));
  await events.next();
  b!.server.notify(CHANGED);
  assert.is((await events.next())?.data.method, CHANGED);
});

test("a message of a legacy SSE client reaches the process that has the client's stream", async (world) => {
  const auth = { verify: (token: string) => ({ subject: token }) };
  const handlers = (process: number) => ({
    "tools/call": (_params: never, ctx: Call) => ({ process, who: ctx.auth }),
  });
  const [a, b] = await world.sites(2, LEGACY_SSE, handlers, { auth });
  const of = (name: string) => ({ authorization: `Bearer ${name}` });
  // One process knows the other only after the other has answered a request, so
  // the test sends a request to both.
  for (const site of [a!, b!]) await openSession(site, of("ann"));
  await setTimeout(300);
  const stream = await a!.request("/sse", {
    headers: { accept: "text/event-stream", ...of("ann") },
  });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  const read = async (): Promise<string> =>
    new TextDecoder().decode((await reader.read()).value);
  const [, at = ""] = /data: (\S+)/.exec(await read()) ?? [];
  const send = (name: string, message: object) =>
    b!.request(at, {
      method: "POST",
      headers: { "content-type": "application/json", ...of(name) },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  await send("bob", { ...OPENING, id: "from bob" });
  assert.is((await send("ann", OPENING)).status, 202);
  assert.match(await read(), '"id":0,"result":{"protocolVersion"');
  await send("ann", CALL);
  assert.match(await read(), '"result":{"process":0,"who":{"subject":"ann"}}');
  await reader.cancel();
});

/** Ids that no process of a cluster has given to a request. */
for (const id of ["abc.1", "0123456789AB.1", "0123456789ab.x", 5])
  test(`a response with the id ${id} stays in the process that received the response`, async () => {
    const response = { id, result: {} };
    const own = routeToOwner(
      response,
      "ba9876543210",
      () => false,
      () => assert.unreachable(),
    );
    assert.equal(own, response);
  });

test.run();
