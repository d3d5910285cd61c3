/** Tests of the limits on messages and characters that a server may send. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TrafficLimitError } from "../../../runtime/host/consent/usage-meter.js";
import type {
  Receiver,
  Transport,
} from "../../../runtime/transport/transport.js";
import { startMetered } from "../../harness/host/usage-meter.js";

const test = suite("host: traffic limits");

const clock = performance.now;
let now = 0;
test.before.each(() => {
  now = 0;
  performance.now = () => now;
});
test.after.each(() => void (performance.now = clock));

test("a transport closes when its messages exceed the limit of characters per minute", async () => {
  const { inner, seen } = await startMetered({ characters: 20 });
  // The JSON of each message has ten characters.
  const give = (): void => inner.receive("12345678");
  give();
  give();
  now = 30_000;
  give();
  assert.equal(seen.splice(0), ["12345678", "12345678", "12345678"]);
  now += 29_000;
  give();
  assert.ok(seen[0] instanceof TrafficLimitError);
  assert.equal(seen.splice(1), ["close"]);
  // After the limit is exceeded, the receiver gets nothing more, not even the
  // event that the connection has closed.
  give();
  inner.closed();
  assert.is(seen.length, 1);
});

test("messages that are not JSON count towards the limit of messages", async () => {
  const { inner, seen } = await startMetered({ messages: 2 });
  for (let count = 0; count < 3; count += 1)
    inner.unreadable(new Error("no"), "text");
  assert.equal(
    seen.slice(0, 2).map((call) => (call as [string])[0]),
    ["unreadable", "unreadable"],
  );
  assert.ok(seen[2] instanceof TrafficLimitError);
});

test("a transport with message limits passes calls to its inner transport and reports that transport's events", async () => {
  const credentials = (): string => "user";
  const more = { address: "x:y", name: "server", credentials };
  const { outer, inner, seen } = await startMetered({}, more);
  const error = new Error("no");
  inner.failed(1, error);
  inner.unreadable(error, "text");
  inner.ended();
  inner.closed(error);
  inner.closed();
  const received = [
    ["failed", 1, error],
    ["unreadable", error, "text"],
  ];
  assert.equal(seen.splice(0), [...received, ["ended"], error, "closed"]);
  const message = { jsonrpc: "2.0", method: "m" } as const;
  outer.send(message, 3);
  outer.release?.(4);
  outer.unanswered?.(5);
  await outer.close();
  const sent = [
    ["send", message, 3],
    ["release", 4],
    ["unanswered", 5],
  ];
  assert.equal(seen, [...sent, "close"]);
  assert.is(inner.maxMessage, 77);
  assert.is(outer.address, "x:y");
  assert.is(outer.name, "server");
  assert.is(await outer.credentials?.(), "user");
  assert.is(outer.again, undefined);
});

test("the limits of a transport also apply after a restart of the transport", async () => {
  let made!: Receiver;
  const start = (receiver: Receiver): void => void (made = receiver);
  const again = () => ({ start, close: () => {} }) as unknown as Transport;
  const { outer } = await startMetered({ messages: 1 }, { again });
  const heard: unknown[] = [];
  const hear = (message: unknown): void => void heard.push(message);
  const receiver = { receive: hear, closed: hear } as unknown as Receiver;
  await outer.again?.().start(receiver);
  made.receive(1);
  made.receive(2);
  assert.is(heard[0], 1);
  assert.ok(heard[1] instanceof TrafficLimitError);
});

test("a transport that exceeds its limit and fails to close reports the error of `close`", async () => {
  const error = new Error("no");
  const close = () => Promise.reject(error);
  const { inner, seen } = await startMetered({ messages: 0 }, { close });
  inner.receive(1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(seen[0] instanceof TrafficLimitError);
  assert.equal(seen[1], ["failed", undefined, error]);
});

test("a message that is nested too deeply to be measured causes a `TrafficLimitError`", async () => {
  const { inner, seen } = await startMetered({});
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  inner.receive({ result: deep });
  assert.ok(seen[0] instanceof TrafficLimitError);
});

test.run();
