import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lineReader, LineWriter } from "../../../runtime/transport/lines.js";
import { measureHeap } from "../../harness/hostile/heap.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("transport: lines");

function reading(limit?: number) {
  const got: unknown[] = [];
  const reader = lineReader(
    {
      receive: (message) => got.push(message),
      unreadable: ({ message }, text) => {
        got.push(message, ...(text === undefined ? [] : [{ text }]));
      },
      failed: () => {},
      ended: () => {},
      closed: () => {},
    },
    limit,
  );
  return { got, reader };
}

const TEXT = '{"a":1}\n{"b":"x\\ny"}\r\n\n  \r\n[3]\n';

requirement("f66b43c66e30 b57d31a93517");
test("a line reader returns the same messages wherever the text is split into chunks", () => {
  for (let size = 1; size <= TEXT.length; size++) {
    const { got, reader } = reading();
    for (let start = 0; start < TEXT.length; start += size) {
      reader(TEXT.slice(start, start + size));
    }
    assert.equal(got, [{ a: 1 }, { b: "x\ny" }, [3]]);
  }
});

test("a line reader reports a line of invalid JSON and reads the next line", () => {
  const { got, reader } = reading();
  reader('{"a":\n\u0000\n{"b":2}\n');
  assert.equal(got, [
    "A line was not JSON",
    { text: '{"a":' },
    "A line was not JSON",
    { text: "\u0000" },
    { b: 2 },
  ]);
});

test("a line reader skips a line above the size limit without storing the line", () => {
  const { got, reader } = reading(10);
  reader('"12345678"\n"123456789"\n');
  const before = measureHeap();
  for (let count = 0; count < 20; count++)
    reader(Buffer.alloc(1_000_000, "x").toString());
  assert.ok(measureHeap() - before < 5_000_000);
  reader("\n1\n");
  assert.equal(got, [
    "12345678",
    "A message was longer than 10 characters",
    "A message was longer than 10 characters",
    1,
  ]);
});

/**
 * Creates a line writer. Its stream accepts `room` characters before it signals
 * back-pressure.
 */
function writing(room = Infinity) {
  const written: string[] = [];
  const pressure: boolean[] = [];
  const drains = new Set<() => void>();
  const stream = {
    write: () => true,
    on: (_event: string, listener: (value: never) => void) => {
      drains.add(listener as () => void);
    },
    off: (_event: string, listener: (value: never) => void) => {
      drains.delete(listener as () => void);
    },
    end: () => {},
  };
  const writer = new LineWriter(
    stream,
    (text, done) => {
      written.push(text);
      done?.();
      return text.length <= room;
    },
    (high) => pressure.push(high),
  );
  const drain = (): void => {
    for (const drained of drains) drained();
  };
  return { written, pressure, writer, drains, drain };
}

const PING = { jsonrpc: "2.0", method: "ping" } as const;
const LINE = '{"jsonrpc":"2.0","method":"ping"}\n';

requirement("6808f9e3d4f7 72cf632f0277");
test("a line writer combines messages that are sent synchronously into one write", async () => {
  const { written, writer } = writing();
  writer.send(PING);
  writer.send(PING);
  assert.equal(written, []);
  await Promise.resolve();
  writer.send(PING);
  await Promise.resolve();
  assert.equal(written, [LINE + LINE, LINE]);
});

test("one write of a line writer contains at most four messages", async () => {
  const { written, writer } = writing();
  const sendNine = (): void => {
    for (let count = 0; count < 9; count++) writer.send(PING);
  };
  writer.during(sendNine);
  sendNine();
  await Promise.resolve();
  const nine = [LINE.repeat(4), LINE.repeat(4), LINE];
  assert.equal(written, [...nine, ...nine]);
});

test("a line writer waits for a slow reader and reports back-pressure", async () => {
  const { written, pressure, writer, drain } = writing(10);
  writer.send(PING);
  await Promise.resolve();
  writer.send(PING);
  await Promise.resolve();
  assert.equal([written.length, pressure], [1, []]);
  const params = { text: "x".repeat(2 * 1024 * 1024) };
  writer.send({ ...PING, params });
  await Promise.resolve();
  writer.send(PING);
  await Promise.resolve();
  assert.equal([written.length, pressure], [1, [true]]);
  drain();
  assert.is(written.length, 2);
  assert.equal(pressure, [true]);
  drain();
  assert.equal(pressure, [true, false]);
});

test("a line writer that finishes writes all remaining messages and stops listening to its stream", async () => {
  const { written, writer, drains } = writing(10);
  writer.send(PING);
  await Promise.resolve();
  writer.send(PING);
  await writer.finish();
  assert.equal(written, [LINE, LINE]);
  assert.is(drains.size, 0);
});

test.run();
