/**
 * Tests of messages that are routed to the process that serves a session or
 * client.
 */
import * as assert from "uvu/assert";
import {
  CALL,
  Events,
  gate,
  LEGACY_SSE,
  listenTo,
  OPENING,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
  SINGLE,
  single,
  until,
} from "../../harness/http/site.js";
import { defer } from "../../harness/run/deferred.js";
import { withRedis, type World } from "../../harness/redis/cluster.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import { prefixIds, routeToOwner } from "../../../runtime/redis/routing.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";

const test = withRedis("redis: routing");

const CHANGED = "notifications/tools/list_changed";

const waitForChanges = ({ nodes }: World, count: number) =>
  waitUntil(`each process has received ${count} changes`, () =>
    nodes.every(({ seen }) => seen === count),
  );

test("a notification of any process reaches the GET stream of a client exactly once", async (world) => {
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
  await waitForChanges(world, 2);
  await b!.close();
  assert.equal(await events.rest(), []);
});

test("several list changes are sent as one notification when a client opens a GET stream", async (world) => {
  const [a, b] = await world.sites(2, SESSIONS, () => ({}));
  const early = await openSession(a!);
  a!.server.notify(CHANGED);
  a!.server.notify(CHANGED);
  await waitForChanges(world, 2);
  const late = await openSession(a!);
  const events = new Events(await listenTo(b!, early));
  assert.is((await events.next())?.data.method, CHANGED);
  const none = new Events(await listenTo(b!, late));
  // Id of the last event. The client later resumes its stream after this event,
  // at the first process.
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

test("a notification that belongs to no request reaches the process with the client's GET stream", async (world) => {
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
  await world.settle();
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

test("a stateless subscription is acknowledged only after its process has subscribed to cluster messages", async (world) => {
  const client = await world.client();
  const subscriber = client.duplicate();
  const connected = gate();
  // Delay the subscription of the process until the test opens the gate
  // `connected`.
  const connect = (): Promise<unknown> =>
    connected.promise.then(() => subscriber.connect());
  const delayed = new Proxy(subscriber, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name === "connect") return connect;
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const prefix = "acknowledged";
  const handlers = { "tools/list": () => ({ tools: [] }) };
  const serve = async (more: object) => {
    const shared = await world.connect({ prefix, ...more }, client);
    return PLATFORMS["node"]!(SINGLE, handlers, { shared });
  };
  const [a, b] = [await serve({ subscriber: delayed }), await serve({})];
  const [message, headers] = single("subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const events = post(a, message, headers).then((got) => new Events(got));
  let isConnected = false;
  const first = events.then(async (all) => {
    await all.next();
    return isConnected;
  });
  await post(a, ...single("tools/list"));
  isConnected = true;
  connected.open();
  assert.ok(await first);
  b.server.notify(CHANGED);
  assert.is((await (await events).next())?.data.method, CHANGED);
});

test("a message of a legacy SSE client reaches the process with the client's stream", async (world) => {
  const auth = { verify: (token: string) => ({ subject: token }) };
  const handlers = (process: number) => ({
    "tools/call": (_params: never, ctx: Call) => ({ process, who: ctx.auth }),
  });
  const [a, b] = await world.sites(2, LEGACY_SSE, handlers, { auth });
  const of = (name: string) => ({ authorization: `Bearer ${name}` });
  // Process A knows process B only after B has answered a request. Therefore,
  // send a request to both processes.
  for (const site of [a!, b!]) await openSession(site, of("ann"));
  const { nodes } = world;
  await waitUntil("each process knows the other", () =>
    nodes.every((node) => nodes.every(({ name }) => node.isHeardFrom(name))),
  );
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

const PARAMS = { uri: "a", _meta: { trace: 1 } };
for (const [title, message, expected] of [
  ["a response", { id: 1, result: {} }, { id: 1, result: {} }],
  [
    "a request",
    { id: 1, method: "m", params: PARAMS },
    { id: "me.1", method: "m", params: PARAMS },
  ],
  [
    "a request with a progress token",
    {
      id: 1,
      method: "m",
      params: { ...PARAMS, _meta: { trace: 1, progressToken: 1 } },
    },
    {
      id: "me.1",
      method: "m",
      params: { ...PARAMS, _meta: { trace: 1, progressToken: "me.1" } },
    },
  ],
  [
    "a cancellation",
    {
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "r" },
    },
    {
      method: "notifications/cancelled",
      params: { requestId: "me.1", reason: "r" },
    },
  ],
  [
    "another notification",
    { method: "m", params: { requestId: 1 } },
    { method: "m", params: { requestId: 1 } },
  ],
] as const)
  test(`prefixIds() adds the prefix only to ids of this process's requests: ${title}`, async () => {
    assert.equal(prefixIds(message as never, "me."), expected as never);
  });

/** Ids that no process of a cluster has given to a request. */
for (const id of ["abc.1", "0123456789AB.1", "0123456789ab.x", 5])
  test(`a response with the unknown id ${id} is handled by the process that received the response`, async () => {
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
