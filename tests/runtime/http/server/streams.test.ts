import * as assert from "uvu/assert";
import { recordDelays, findOverflowing } from "../../../harness/time/timers.js";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import {
  CALL,
  called,
  type Event,
  Events,
  gate,
  gist,
  listenTo,
  logging,
  opened,
  openSession,
  onPlatforms,
  POLLING,
  post,
  SESSIONS,
} from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { requirement } from "../../../harness/run/requirement.js";

const CHANGED = "notifications/tools/list_changed";

const test = onPlatforms("http streams");

requirement(`
  547ce68270f3 39dd1cb011b0 543d4b3dd5c9 e6a74f1d2474 6b4dbff692e0
  af596c4a2187 dbe2464a9153 607e3a18eda8 f2f158002e0c c5f395419804
  5c4079a0d60d
`);
test("if the server sends messages before the result of a request, the response becomes an event stream", async (serve) => {
  const { headers, events } = await called(serve, logging(2));
  assert.is(headers.get("content-type"), "text/event-stream");
  assert.is(headers.get("x-accel-buffering"), "no");
  assert.match(headers.get("cache-control") ?? "", "no-cache");
  assert.equal(events.map(gist), [1, 2, "last", { done: true }]);
  assert.is(new Set(events.map(({ id }) => id)).size, 4);
});

requirement("4231d8e56e87 7d8f14ebdb06 f33425369abf 7defb8b7acaa");
test("if a session has several streams, each message is sent on exactly one of them", async (serve) => {
  const { promise, open } = gate();
  const { site, session } = await opened(serve, SESSIONS, {
    "tools/call": logging(1, promise),
  });
  const first = new Events(await listenTo(site, session));
  const second = new Events(await listenTo(site, session));
  const call = new Events(await post(site, CALL, session));
  site.server.notify(CHANGED);
  assert.is((await second.next())?.data.method, CHANGED);
  await second.cancel();
  open();
  assert.equal((await call.rest()).map(gist), [1, "last", { done: true }]);
  await site.close();
  assert.equal(await first.rest(), []);
});

requirement("5e05fcc24e91 b1a72324592c");
test("the server keeps notifications that belong to no request until the client opens a GET stream", async (serve) => {
  const { site, session } = await opened(serve, SESSIONS, {});
  site.server.notify(CHANGED);
  const events = new Events(await listenTo(site, session));
  assert.is((await events.next())?.data.method, CHANGED);
});

test("unsent messages of ended sessions do not count towards the limit of unsent messages", async (serve) => {
  const site = await serve(SESSIONS, {});
  const log = (data: string): void =>
    site.server.notify("notifications/message", { level: "info", data });
  const long = "x".repeat(2 ** 20);
  for (let n = 0; n < 17; n += 1) {
    const headers = await openSession(site);
    log(long);
    await site.request("/mcp", { method: "DELETE", headers });
  }
  const session = await openSession(site);
  log(long);
  const events = new Events(await listenTo(site, session));
  log("second");
  assert.equal((await events.next())?.data.params, {
    level: "info",
    data: long,
  });
});

requirement("d622566f06dd");
test("a resumed stream receives each event exactly once", async (serve) => {
  for (let cut = 1; cut <= 3; cut += 1) {
    const { promise, open } = gate();
    const { site, session } = await opened(serve, SESSIONS, {
      "tools/call": logging(3, promise),
    });
    const stop = new AbortController();
    const before = new Events(await post(site, CALL, session, stop.signal));
    const seen: unknown[] = [];
    let id: string | undefined;
    for (let n = 0; n < cut; n += 1) {
      const event = (await before.next()) as Event;
      seen.push(gist(event));
      ({ id } = event);
    }
    stop.abort();
    open();
    const after = new Events(await listenTo(site, session, id));
    seen.push(...(await after.rest()).map(gist));
    assert.equal(seen, [1, 2, 3, "last", { done: true }]);
    await site.close();
  }
});

test("a client can resume only the latest hundred streams of its session", async (serve) => {
  const handlers = { "tools/call": logging(1) };
  const { site, session } = await opened(serve, SESSIONS, handlers);
  const ids: (string | undefined)[] = [];
  for (let n = 0; n <= 100; n += 1) {
    const [event] = await new Events(await post(site, CALL, session)).rest();
    ids.push(event?.id);
  }
  const statuses = [ids[0], ids[1], ids[100]].map(async (id) => {
    const { status, body } = await listenTo(site, session, id);
    await body?.cancel();
    return status;
  });
  assert.equal(await Promise.all(statuses), [400, 200, 200]);
});

requirement("580211b6bb8a");
test("a stream can be resumed only in its own session and with a valid event id", async (serve) => {
  const { site, session, events } = await called(serve, logging(2));
  const other = await openSession(site);
  const [id] = events.map((event) => event.id);
  assert.is((await listenTo(site, other, id)).status, 400);
  assert.is((await listenTo(site, {}, id)).status, 400);
  for (const bad of ["", "x", "1", "1-99", "99-1", "1--1", "__proto__-1"])
    assert.is((await listenTo(site, session, bad)).status, 400, bad);
  const again = new Events(await listenTo(site, session, id));
  assert.is((await again.rest()).length, 3);
});

requirement("f33425369abf 9d4fbeaa7f50 0e6de14d74fb 580211b6bb8a");
test("a resumed stream replays only the events of that stream", async (serve) => {
  const { site, session, events: first } = await called(serve, logging(1));
  const call = { ...CALL, id: 2 };
  const second = await new Events(await post(site, call, session)).rest();
  const again = new Events(await listenTo(site, session, second[0]?.id));
  assert.equal(await again.rest(), second.slice(1));
  const ids = [...first, ...second].map((event) => event.id);
  assert.is(new Set(ids).size, ids.length);
});

for (const limits of [{ maxEvents: 2 }, { maxLength: 200 }])
  test(`resuming a stream gets 400 if the next event was evicted because of ${Object.keys(limits)}`, async (serve) => {
    const options = { events: memoryEventStore(limits) };
    const { site, session, events } = await called(serve, logging(5), options);
    const again = await listenTo(site, session, events[0]?.id);
    assert.is(again.status, 400);
  });

test("events have no ids if the server has no event store", async (serve) => {
  const none = { events: false } as const;
  const { events } = await called(serve, logging(1), none, POLLING);
  const ids = events.map(({ id }) => id);
  assert.equal(ids, [undefined, undefined, undefined]);
});

test("if the event store fails, messages are delivered but the stream cannot be resumed", async (serve) => {
  const fail = () => Promise.reject(new Error("no disk"));
  const options = { events: { append: fail, after: fail, drop: fail } };
  const { site, session, events } = await called(serve, logging(1), options);
  assert.is(events.length, 3);
  assert.is((await listenTo(site, session, events[0]?.id)).status, 400);
  assert.ok(site.errors.includes("no disk"));
});

requirement("1b4da25d7f64 d27a0fbff317 45f0ff672b54");
test("when a handler calls `ctx.release()`, the client reconnects to receive the response", async (serve) => {
  const { promise, open } = gate();
  const call = async (_params: never, ctx: Call) => {
    ctx.release();
    await promise;
    return { done: true };
  };
  const handlers = { "tools/call": call };
  const { site, session } = await opened(serve, POLLING, handlers, {
    retry: 7,
  });
  const first = new Events(await post(site, CALL, session));
  assert.equal(await first.rest(), []);
  assert.match(first.raw, /^id: 1-0\nretry: 7\ndata: \n\n/);
  assert.is(first.retry, 7);
  const second = new Events(await listenTo(site, session, first.lastId));
  open();
  assert.equal((await second.rest()).map(gist), [{ done: true }]);
});

test("the server sends keep-alive comments on an idle stream", async (serve) => {
  const awake = setInterval(() => {}, 1_000); // Keep-alive timers do not keep the process alive.
  const options = { keepAlive: 5 };
  const { site, session } = await opened(serve, SESSIONS, {}, options);
  const events = new Events(await listenTo(site, session));
  while (!events.raw.includes(":\n\n")) assert.ok(await events.more());
  clearInterval(awake);
});

/** Options in which all time limits are disabled. */
const NONE = {
  bodyTimeout: Infinity,
  headersTimeout: Infinity,
  keepAlive: Infinity,
  sessionIdle: Infinity,
  streamAfter: Infinity,
};

test("an HTTP server whose time limits are Infinity starts no timer", async (serve) => {
  const delays = await recordDelays(async () => {
    const finish = gate();
    const handlers = { "tools/call": logging(1, finish.promise) };
    const { site, session } = await opened(serve, SESSIONS, handlers, NONE);
    const events = new Events(await post(site, CALL, session));
    assert.is((await events.next())?.data.method, "notifications/message");
    finish.open();
    assert.equal((await events.rest()).map(gist), ["last", { done: true }]);
    assert.not.match(events.raw, /^:/m);
  });
  assert.equal(findOverflowing(delays), []);
});

test.run();
