/**
 * Tests of event streams that another process writes and that a client reads
 * through this process.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RemoteStreams } from "../../../../runtime/redis/sessions/remote-streams.js";
import { nextTurn } from "../../../harness/time/clock.js";
import type { EventStream } from "../../../../runtime/http/server/sessions/stream.js";
import type { StoredEvent } from "../../../../runtime/http/server/sessions/event-store.js";

const test = suite("redis: streams of other processes");

/** Returns a stream that records what is sent to the client. */
function recorder(): { readonly stream: EventStream; readonly log: string[] } {
  const log: string[] = [];
  const stream = {
    send: (data: string) => log.push(data),
    end: () => log.push("end"),
    cut: () => log.push("cut"),
  };
  return { stream: stream as unknown as EventStream, log };
}

/**
 * Creates remote streams, which other processes write. The remote streams read
 * missed events from `stored`.
 */
function createRemote(stored: readonly StoredEvent[] | Error = []) {
  const reads: string[] = [];
  const remote = new RemoteStreams(async function* (name, after) {
    reads.push(`${name} ${after}`);
    if (stored instanceof Error) throw stored;
    yield* stored.filter(({ number }) => number > after);
  });
  const { stream, log } = recorder();
  const open = (session = "s", count = 0): void => {
    remote.expect(session, "1");
    remote.open(session, "1", { writer: "b", stream, count });
  };
  return { remote, reads, log, stream, open };
}

const event = (number: number): StoredEvent => ({ number, data: `${number}` });
const received = (...numbers: readonly number[]) =>
  numbers.map((number) => [number, `${number}`] as const);

test("events of a stream that another process writes are sent to the client in order", () => {
  const { remote, log, reads, open } = createRemote();
  open("s", 2);
  remote.receive("s", "1", received(1, 2, 3), false);
  remote.receive("s", "1", received(3, 4), false);
  remote.receive("other", "1", received(5), false);
  remote.receive("s", "2", received(5), false);
  assert.equal(log, ["3", "4"]);
  assert.equal(reads, []);
});

test("when a remote stream ends, the stream to the client ends too", () => {
  const { remote, log, open } = createRemote();
  open();
  remote.receive("s", "1", received(1), true);
  assert.equal(log, ["1", "end"]);
  assert.is(remote.of("s", "1"), undefined);
  assert.equal(remote.all, []);
});

for (const [ended, expected] of [
  [false, ["1", "2", "3"]],
  [true, ["1", "2", "3", "end"]],
] as const)
  test(`missed events of a remote stream are read from the store${ended ? " before the stream to the client ends" : ""}`, async () => {
    const { remote, log, reads, open } = createRemote([
      event(1),
      event(2),
      event(3),
    ]);
    open();
    remote.receive("s", "1", received(1), false);
    remote.receive("s", "1", received(3), ended);
    await nextTurn();
    assert.equal(log, [...expected]);
    assert.equal(reads, ["s/1 1"]);
    remote.receive("s", "1", received(3, 4), false);
    assert.equal(log.includes("4"), !ended);
  });

test("a remote stream sends no event if an earlier event is missing in the store", async () => {
  const { remote, log, open } = createRemote([event(1), event(3)]);
  open();
  remote.receive("s", "1", received(3), false);
  await nextTurn();
  assert.equal(log, ["1"]);
});

test("the stream to the client closes if the store cannot provide the missed events", async () => {
  const { remote, log, open } = createRemote(new Error("The store failed"));
  open();
  remote.receive("s", "1", received(2), false);
  await nextTurn();
  assert.equal(log, ["cut"]);
});

test("events that arrive before the stream to the client is open are sent when it opens", () => {
  const { remote, log, stream } = createRemote();
  remote.expect("s", "1");
  remote.receive("s", "1", received(1, 2), false);
  remote.receive("s", "1", received(3), true);
  assert.equal(log, []);
  remote.open("s", "1", { writer: "b", stream, count: 1 });
  assert.equal(log, ["2", "3", "end"]);
});

test("after `expect()`, calling the returned function restores the previous remote stream", () => {
  const { remote, log, open } = createRemote();
  remote.expect("s", "1")();
  assert.is(remote.of("s", "1"), undefined);
  open();
  const undo = remote.expect("s", "1");
  undo();
  remote.receive("s", "1", received(1), false);
  assert.equal(log, ["1"]);
  const other = recorder();
  const undoOther = remote.expect("s", "1");
  remote.open("s", "1", { writer: "b", stream: other.stream, count: 1 });
  undoOther();
  remote.receive("s", "1", received(2), false);
  assert.equal([log, other.log], [["1"], ["2"]]);
});

test("close() returns the closed remote stream, which gets no more events", () => {
  const { remote, log, stream, open } = createRemote();
  open();
  assert.is(remote.close("s", "1"), stream);
  assert.is(remote.close("s", "1"), undefined);
  remote.open("s", "1", { writer: "b", stream, count: 0 });
  remote.receive("s", "1", received(1), true);
  assert.equal(log, []);
});

test("closeAll() closes only the streams of one session", () => {
  const { remote, open } = createRemote();
  open("s");
  open("t");
  remote.closeAll("s");
  assert.equal(
    remote.all.map(({ session }) => session),
    ["t"],
  );
});

test.run();
