/**
 * Unit tests of the parts of an HTTP session: event store, streams and pending
 * responses.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import { HttpSession } from "../../../../runtime/http/server/sessions/session.js";
import { QuotaShares } from "../../../../runtime/limits/quota-share.js";
import { PendingResponse } from "../../../../runtime/http/server/sessions/pending-response.js";
import { SessionStreams } from "../../../../runtime/http/server/sessions/session-streams.js";
import { EventStream } from "../../../../runtime/http/server/sessions/stream.js";
import { nextTurn, withStoppedClock } from "../../../harness/time/clock.js";
import type {
  EventStore,
  EventStoreOptions,
  StoredEvent,
} from "../../../../runtime/http/server/sessions/event-store.js";
import type { HttpReply, HttpStream } from "../../../../runtime/http/types.js";
import type { StreamSettings } from "../../../../runtime/http/server/sessions/stream.js";

const test = suite("http server: parts of sessions");

/** Creates an event store, with functions that add and read events. */
function createStore(options: EventStoreOptions) {
  const store = memoryEventStore(options);
  const counts = new Map<string, number>();
  return {
    store,
    /**
     * Appends one event to each named stream. A name has the form `CLIENT
     * SESSION/STREAM`.
     */
    add(...streams: readonly string[]): void {
      for (const stream of streams) {
        const number = (counts.get(stream) ?? 0) + 1;
        counts.set(stream, number);
        const [holder, name = ""] = stream.split(" ");
        void store.append(name, { number, data: "x" }, holder);
      }
    },
    /**
     * Returns the numbers of the events after the event `number`, or "lost" if
     * the store has dropped some of them.
     */
    read(name: string, number = 0): unknown {
      const events = store.after(name, number) as StoredEvent[] | undefined;
      return events?.map((event) => event.number) ?? "lost";
    },
  };
}

for (const limits of [{ maxEvents: 6 }, { maxLength: 6 }])
  test(`a full event store drops events of the client with the most events (limit: ${JSON.stringify(limits)})`, () => {
    const { add, read } = createStore(limits);
    add("ann s/1", "bob t/1", "bob t/1", "bob t/1", "ann s/1", "bob t/1");
    assert.equal(read("t/1"), [1, 2, 3, 4]);
    add("ann s/1");
    assert.equal([read("s/1"), read("t/1")], [[1, 2, 3], "lost"]);
    assert.equal([read("t/1", 1), read("t/1", 2)], ["lost", [3, 4]]);
  });

test("a full event store drops an event of the client's session with the most events", () => {
  const { add, read } = createStore({ maxEvents: 6 });
  add("ann s/1", "ann s/2", "ann s/1", "ann t/1", "ann t/1", "ann s/2");
  // The store drops an event of `s/1`, because the last event of `s/1` is older
  // than the last event of `s/2`.
  add("ann t/1");
  assert.equal(
    [read("s/1"), read("s/1", 1), read("s/2"), read("t/1")],
    ["lost", [2], [1, 2], [1, 2, 3]],
  );
  add("ann s/1", "ann t/1");
  assert.equal([read("t/1"), read("t/1", 2)], ["lost", [3, 4]]);
  assert.equal(
    [read("s/1", 1), read("s/2"), read("s/2", 1)],
    [[2, 3], "lost", [2]],
  );
});

test("a full event store drops the two oldest events of a stream with three events", () => {
  const { add, read } = createStore({ maxEvents: 3 });
  add("ann s/1", "ann s/1", "ann s/1", "eve t/1");
  assert.equal([read("s/1", 1), read("s/1", 2)], ["lost", [3]]);
  assert.equal(read("t/1"), [1]);
});

test("events of a dropped stream no longer count towards the limit of the event store", () => {
  const { store, add, read } = createStore({ maxEvents: 4 });
  add("ann s/1", "ann s/1", "ann s/2");
  void store.drop("s/1");
  void store.drop("unknown");
  add("eve t/1", "eve t/1", "eve t/1");
  assert.equal([read("s/1"), read("s/2")], ["lost", [1]]);
  assert.equal(read("t/1"), [1, 2, 3]);
});

test("`EventStore.after()` returns undefined if the event after the given number is missing", () => {
  const store = memoryEventStore();
  void store.append("s/1", { number: 4, data: "x" });
  assert.is(store.after("s/1", 2), undefined);
  assert.equal(store.after("s/1", 3), [{ number: 4, data: "x" }]);
  assert.equal(store.after("s/1", 4), []);
});

/** Creates a client connection that records the output of a stream in `log`. */
function createReader() {
  const log: string[] = [];
  const reader = {
    write: (text: string) => log.push(text),
    waiting: 0,
    drained: () => Promise.resolve(),
    end: () => log.push("end"),
    destroy: () => log.push("destroy"),
  };
  return { log, reader: reader as unknown as HttpStream };
}

/**
 * Creates the settings of streams. `attached` contains the connections of
 * clients that read a stream.
 */
function createSettings(store?: EventStore, polling = false) {
  const attached = new Set<unknown>();
  const reported: string[] = [];
  const settings = {
    prefix: "s",
    holder: "ann",
    store,
    polling,
    retry: 500,
    maxWaiting: 1_000,
    attached,
    report: (problem: Error) => reported.push(problem.message),
  } as unknown as StreamSettings;
  return { settings, attached, reported };
}

test("a stream is registered for keep-alive messages only while a client reads the stream", () => {
  const { settings, attached } = createSettings(memoryEventStore());
  const stream = new EventStream("1", settings, []);
  for (const leave of [
    () => stream.cut(),
    () => stream.detach(),
    () => stream.end(),
  ]) {
    const { reader } = createReader();
    stream.attach(reader);
    assert.equal([stream.attached, [...attached]], [true, [reader]]);
    stream.detach(createReader().reader);
    assert.ok(stream.attached);
    leave();
    assert.equal([stream.attached, [...attached]], [false, []]);
  }
});

test("`EventStream.release()` asks the client to reconnect only if the client can resume the stream", () => {
  for (const [store, polling, expected] of [
    [undefined, true, []],
    [memoryEventStore(), false, []],
    [memoryEventStore(), true, ["retry: 500\n\n", "end"]],
  ] as const) {
    const { settings } = createSettings(store, polling);
    const stream = new EventStream("1", settings, []);
    const { reader, log } = createReader();
    stream.attach(reader);
    log.length = 0;
    stream.release();
    assert.equal(log, [...expected]);
    assert.is(stream.attached, expected.length === 0);
  }
});

test("a resumed stream sends each missed event exactly once", async () => {
  const { settings, reported } = createSettings(memoryEventStore());
  const stream = new EventStream("1", settings, []);
  for (const data of ["a", "b", "c"]) stream.send(data);
  const old = createReader();
  stream.attach(old.reader);
  const { reader, log } = createReader();
  assert.ok(await stream.resume(1, () => reader));
  assert.equal(old.log, ["destroy"]);
  stream.send("d");
  const texts = log.map((text) => /data: (\w)/.exec(text)?.[1]);
  assert.equal(texts, ["b", "c", "d"]);
  assert.not(await stream.resume(5, () => reader));
  assert.ok(stream.attached);
  const last = createReader();
  assert.ok(await stream.resume(4, () => last.reader));
  stream.send("e");
  assert.match(last.log.join(""), /data: e/);
  assert.equal(reported, []);
});

test("the listener of a session is a stream whose missed events are still being read", async () => {
  const streams = createStreams(memoryEventStore());
  const stream = streams.begin([]);
  streams.addListener(stream);
  stream.send("a");
  assert.is(streams.listener, undefined);
  const { reader, log } = createReader();
  const resumed = stream.resume(0, () => reader);
  streams.listener?.send("b");
  assert.ok(await resumed);
  const texts = log.map((text) => /data: (\w)/.exec(text)?.[1]);
  assert.equal(texts, ["a", "b"]);
});

test("a stream without an event store cannot be resumed", async () => {
  const { settings } = createSettings();
  const stream = new EventStream("1", settings, []);
  stream.send("a");
  let opened = 0;
  const open = (): HttpStream => {
    opened += 1;
    return createReader().reader;
  };
  assert.not(await stream.resume(0, open));
  assert.is(opened, 0);
});

test("a stream stores an event only after the event store has stored the previous event", async () => {
  const done: (() => void)[] = [];
  const store = {
    ...memoryEventStore(),
    append: () => new Promise<void>((resolve) => void done.push(resolve)),
  };
  const stream = new EventStream("1", createSettings(store).settings, []);
  for (const text of ["a", "b"]) stream.send(text);
  for (const started of [1, 2, 3, 4]) {
    assert.is(done.length, started);
    done.at(-1)?.();
    await nextTurn();
    stream.send("c");
    await nextTurn();
  }
});

test("a stream calls the method `end` of the event store only once", () => {
  let ended = 0;
  const store = { ...memoryEventStore(), end: () => (ended += 1) };
  const { settings } = createSettings(store as unknown as EventStore);
  const stream = new EventStream("1", settings, []);
  stream.end();
  stream.forget();
  assert.is(ended, 1);
});

test("forgetting a stream ends the stream and removes its events from the store", async () => {
  const store = memoryEventStore();
  const { settings } = createSettings(store);
  const stream = new EventStream("1", settings, []);
  const { reader, log } = createReader();
  stream.attach(reader);
  stream.send("a");
  stream.forget();
  await nextTurn();
  assert.is(log.at(-1), "end");
  assert.is(store.after("s/1", 0), undefined);
});

/** Creates the streams of a session. */
const createStreams = (store?: EventStore) =>
  new SessionStreams(createSettings(store).settings, "p.");

test("when a client opens a second GET stream, the first GET stream ends", () => {
  const streams = createStreams(memoryEventStore());
  const [one, two] = [streams.begin([]), streams.begin([])];
  assert.equal([one.id, two.id], ["p.1", "p.2"]);
  const readers = [createReader(), createReader()];
  one.attach(readers[0]!.reader);
  streams.preferListener(one);
  assert.is(streams.listener, one);
  two.attach(readers[1]!.reader);
  streams.preferListener(two);
  assert.is(streams.listener, two);
  assert.equal([one.attached, readers[0]?.log.at(-1)], [false, "end"]);
  streams.preferListener(two);
  assert.is(streams.listener, two);
  two.detach();
  assert.is(streams.listener, undefined);
  one.attach(createReader().reader);
  assert.is(streams.listener, one);
  streams.delete(one);
  assert.is(streams.listener, undefined);
  assert.equal(
    [streams.isListener(one), streams.isListener(two)],
    [false, true],
  );
  assert.equal([streams.get("p.1"), streams.get("p.2")], [undefined, two]);
});

test("`SessionStreams.attached` is true while a client reads at least one stream of the session", () => {
  const streams = createStreams(memoryEventStore());
  const [one, two] = [streams.begin([1]), streams.begin([2])];
  assert.not(streams.attached);
  two.attach(createReader().reader);
  assert.ok(streams.attached);
  two.detach();
  assert.not(streams.attached);
  one.attach(createReader().reader);
  assert.ok(streams.attached);
  streams.close();
  assert.equal([streams.attached, streams.get("p.1")], [false, undefined]);
});

test("a session keeps at most 100 streams", () => {
  const streams = createStreams(memoryEventStore());
  const first = Array.from({ length: 100 }, (_, n) => streams.begin([n]));
  const [open, read, ended, next] = first;
  read?.attach(createReader().reader);
  for (const stream of first.slice(2)) stream.end();
  streams.begin([100]);
  assert.is(streams.get(ended?.id ?? ""), undefined);
  for (const stream of [open, read, next])
    assert.is(streams.get(stream?.id ?? ""), stream);
  const later = Array.from({ length: 3 }, (_, n) => streams.begin([200 + n]));
  assert.is(streams.get(next?.id ?? ""), undefined);
  assert.ok(later.every((stream) => streams.get(stream.id) === stream));
});

test("a session with 100 running requests drops a GET stream that its client no longer reads", () => {
  const streams = createStreams(memoryEventStore());
  const listener = streams.begin([]);
  streams.addListener(listener);
  const running = Array.from({ length: 100 }, (_, n) => streams.begin([n]));
  assert.is(streams.get(listener.id), undefined);
  assert.ok(running.every((stream) => streams.get(stream.id) === stream));
});

/** Creates an HTTP reply that records the response in `log`. */
function createReply() {
  const { log, reader } = createReader();
  const gone: (() => void)[] = [];
  const reply: HttpReply = {
    send: (status, _headers, body) => log.push(`${status} ${body}`),
    stream: () => (log.push("stream"), reader),
    onGone: (callback) => gone.push(callback),
  };
  const leave = (): void => gone.forEach((callback) => callback());
  return { log, reply, leave };
}

/** Creates the pending response to requests with the given ids. */
function createPending(...ids: readonly number[]) {
  const { log, reply, leave } = createReply();
  let streams = 0;
  const pending = new PendingResponse(ids, reply, () => {
    streams += 1;
    return new EventStream("1", createSettings().settings, ids);
  });
  return {
    pending,
    log,
    leave,
    get streams() {
      return streams;
    },
  };
}

const event = (data: string): string => `event: message\ndata: ${data}\n\n`;

test("a request that is answered within 500 ms gets a JSON response instead of a stream", () =>
  withStoppedClock((clock) => {
    const { pending, log } = createPending(1);
    pending.watch(500);
    assert.equal(clock.pending, [500]);
    assert.not(pending.finished);
    pending.answer("{}", 1, {});
    assert.equal(
      [pending.finished, clock.pending, log],
      [true, [], ["200 {}"]],
    );
  }));

test("a response that takes longer than 500 ms is sent as an event of a stream", () =>
  withStoppedClock(async (clock) => {
    for (const open of [
      (): void => {},
      ({ pending }: ReturnType<typeof createPending>) => pending.push("m"),
    ]) {
      const made = createPending(1);
      made.pending.watch(500);
      open(made);
      assert.is(clock.pending.length, made.streams === 0 ? 1 : 0);
      await clock.wait(500);
      made.pending.answer("{}", 1, {});
      assert.equal(made.log.at(0), "stream");
      assert.equal(made.log.slice(-2), [event("{}"), "end"]);
      assert.is(made.streams, 1);
    }
  }));

test("the stream of a batch ends after the last response of the batch", () => {
  const { pending, log } = createPending(1, 2, 3);
  pending.answer("a", 1, {});
  pending.answer("b", 1, {});
  assert.not(pending.finished);
  assert.equal(log, ["stream", event("a"), event("b")]);
  pending.answer("c", 1, {});
  assert.ok(pending.finished);
  assert.equal(log.slice(3), [event("c"), "end"]);
});

test("the HTTP response to a batch is JSON if all JSON-RPC responses are sent together", () => {
  const { pending, log } = createPending(1, 2);
  pending.answer("[]", 2, {});
  assert.equal(log, ["200 []"]);
});

test("`PendingResponse.drop()` ends the event stream without a JSON-RPC response", () =>
  withStoppedClock((clock) => {
    for (const push of [false, true]) {
      const { pending, log } = createPending(1);
      pending.watch(500);
      if (push) pending.push("m");
      pending.drop();
      assert.equal([pending.finished, clock.pending], [true, []]);
      assert.equal(
        log,
        push ? ["stream", event("m"), "end"] : ["stream", "end"],
      );
    }
  }));

test("when a session closes, the HTTP response to a request that the server has ignored ends without a response message", () => {
  const { log, reply } = createReply();
  const session = new HttpSession({
    id: "s",
    owner: undefined,
    streamAfter: Infinity,
    streams: createSettings().settings,
    backlogs: new QuotaShares(),
    onEnd: () => log.push("session ended"),
  });
  session.exchange({}, [1], reply, {});
  session.close();
  assert.equal(log, ["stream", "end", "session ended"]);
});

test("a client that has disconnected gets no response", () => {
  const { pending, log, leave } = createPending(1);
  pending.watch(Infinity);
  leave();
  pending.answer("{}", 1, {});
  assert.equal(log, []);
});

test.run();
