/** Tests of servers whose event store is slow, fails, or has lost events. */
import * as assert from "uvu/assert";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import {
  CALL,
  Events,
  gate,
  gist,
  listenTo,
  logging,
  opened,
  onPlatforms,
  post,
  type Serve,
  SESSIONS,
} from "../../../harness/http/site.js";
import type {
  EventStore,
  StoredEvent,
} from "../../../../runtime/http/server/sessions/event-store.js";

/**
 * Creates an event store in memory. The functions that `other` returns replace
 * functions of the store.
 */
const createStore = (
  other: (inner: EventStore) => Partial<EventStore>,
): EventStore => {
  const inner = memoryEventStore();
  return {
    append: (stream, event) => inner.append(stream, event),
    after: (stream, number) => inner.after(stream, number),
    drop: (stream) => inner.drop(stream),
    ...other(inner),
  };
};

const test = onPlatforms("http event stores");

/**
 * Starts a server and a tool call. The client drops the response stream of the
 * call after the first event.
 */
const startCall = async (
  serve: Serve,
  events: EventStore,
  finish?: Promise<void>,
) => {
  const handlers = { "tools/call": logging(3, finish) };
  const made = await opened(serve, SESSIONS, handlers, { events });
  const { site, session } = made;
  const stop = new AbortController();
  const first = new Events(await post(site, CALL, session, stop.signal));
  assert.is((await first.next())?.id, "1-1");
  stop.abort();
  return made;
};

test("the method `append` of an event store need not return a promise", async (serve) => {
  const kept: StoredEvent[] = [];
  const events = createStore(() => ({
    append: (_stream, event) => kept.push(event) as never,
  }));
  const handlers = { "tools/call": logging(1) };
  const { site, session } = await opened(serve, SESSIONS, handlers, { events });
  const all = await new Events(await post(site, CALL, session)).rest();
  assert.equal([all.at(-1)?.data.id, kept.length], [1, 3]);
  assert.equal(site.errors, []);
});

test("the server waits for pending writes to the event store before it reads missed events", async (serve) => {
  const { promise: disk, open: stored } = gate();
  const calls: string[] = [];
  const events = createStore((inner) => ({
    append: async (stream, event) => {
      calls.push(`append ${event.number}`);
      await disk;
      await inner.append(stream, event);
      calls.push(`stored ${event.number}`);
    },
    after: (stream, number) => {
      calls.push("after");
      return inner.after(stream, number);
    },
  }));
  const { site, session } = await startCall(serve, events);
  const again = listenTo(site, session, "1-1");
  // The server processes requests in order, so its response to this ping shows
  // that the GET request has arrived.
  await post(site, { id: 2, method: "ping" }, session);
  stored();
  const rest = await new Events(await again).rest();
  assert.equal(rest.map(gist), [2, 3, "last", { done: true }]);
  const all = [1, 2, 3, 4, 5].map((n) => [`append ${n}`, `stored ${n}`]);
  assert.equal(calls, [...all.flat(), "after"]);
});

test("new events arrive after the replayed events of a resumed stream", async (serve) => {
  const asked = gate();
  const answer = gate();
  const more = gate();
  const events = createStore((inner) => ({
    after: async (stream, number) => {
      const found = await inner.after(stream, number);
      asked.open();
      await answer.promise;
      return found;
    },
  }));
  const { site, session } = await startCall(serve, events, more.promise);
  const again = listenTo(site, session, "1-1");
  await asked.promise;
  more.open();
  await post(site, { id: 2, method: "ping" }, session);
  answer.open();
  const rest = await new Events(await again).rest();
  assert.equal(rest.map(gist), [2, 3, "last", { done: true }]);
});

for (const [name, holes, want] of [
  ["gets 400 when the first event to replay is lost", [2], 400],
  ["is cut when a later event is lost", [3], [2]],
  ["is cut when the last event is lost", [5], [2, 3, "last"]],
] as const)
  test(`a resumed stream ${name}`, async (serve) => {
    const events = createStore((inner) => ({
      after: async (stream, number) => {
        const found = (await inner.after(stream, number)) as StoredEvent[];
        return found.filter(({ number }) => !holes.includes(number as never));
      },
    }));
    const { site, session } = await startCall(serve, events);
    const again = await listenTo(site, session, "1-1");
    if (want === 400) return assert.is(again.status, 400);
    const rest = new Events(again);
    const got: unknown[] = [];
    const read = async (): Promise<void> => {
      for (let event = await rest.next(); event; event = await rest.next())
        got.push(gist(event));
    };
    assert.is(await read().catch(() => "cut"), "cut");
    // The last of the expected events may be missing, because events in transit
    // may be lost when the server cuts the stream.
    assert.equal(got, want.slice(0, got.length));
  });

test("if closing an event iterator of the event store fails, the server reports the error", async (serve) => {
  const events = createStore((inner) => ({
    async *after(stream, number) {
      try {
        yield* (await inner.after(stream, number)) ?? [];
      } finally {
        await Promise.reject(new Error("The cursor was not closed"));
      }
    },
  }));
  const { promise, open } = gate();
  const { site, session } = await startCall(serve, events, promise);
  const rest = new Events(await listenTo(site, session, "1-1"));
  await rest.next();
  await rest.next();
  await post(site, { id: 2, method: "ping" }, session);
  assert.equal(site.errors, ["The cursor was not closed"]);
  open();
  await rest.rest();
});

test.run();
