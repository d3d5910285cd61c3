/** Tests of the limits on the requests and messages of one connection. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { lineReader } from "../../../runtime/transport/lines.js";
import type { ClientLimits } from "../../../runtime/protocol/handlers/method-limits.js";
import {
  CLIENT,
  connect,
  LOGGING,
  openServer,
  SERVER,
  Wire,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("connection limits");

/** Returns the error code of each response, or 0 for a result. */
function codes(sent: readonly unknown[]): number[] {
  return (sent as { error?: { code: number } }[]).map(
    ({ error }) => error?.code ?? 0,
  );
}

const { now } = performance;
test.after.each(() => void (performance.now = now));

requirement("7b1cf0ff2839");
test("a server refuses requests above the maximum number of requests in flight", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { wire } = openServer(
    { "tools/list": () => gate.then(() => ({ tools: [] })) },
    { limits: { inFlight: 2 } },
  );
  for (const id of [1, 2, 3]) wire.give({ id, method: "tools/list" });
  assert.equal(wire.sent.splice(0), [
    { id: 3, error: { code: 429, message: "Too many requests" } },
  ]);
  release();
  assert.equal(codes(await wire.take(2)), [0, 0]);
  wire.give({ id: 4, method: "tools/list" });
  assert.equal(codes(await wire.take()), [0]);
});

test("above the limit of messages per minute, a server refuses requests and drops notifications", () => {
  let heard = 0;
  const { wire } = openServer(
    {
      "tools/list": () => ({ tools: [] }),
      "notifications/cancelled": () => (heard += 1),
    },
    { limits: { perMinute: 4 } },
  );
  const cancelled = {
    method: "notifications/cancelled",
    params: { requestId: 0 },
  };
  wire.give(cancelled);
  wire.give({ id: 1, method: "tools/list" });
  wire.give({ id: 2, method: "tools/list" });
  wire.give(cancelled);
  assert.equal(codes(wire.sent), [0, 429]);
  assert.is(heard, 1);
});

/**
 * Sends `count` requests from a server to a client. Returns how many requests
 * the client answers with a result.
 */
async function answered(
  method: string,
  count: number,
  limits?: ClientLimits,
): Promise<number> {
  const info = { name: "test", version: "1" };
  const client = new ClientCore(
    CLIENT,
    info,
    { [method]: () => ({}) },
    { limits, onError: () => {} },
  );
  const wire = new Wire();
  const open = client.connect(wire);
  await wire.take();
  const result = { protocolVersion: "2000-01-01", capabilities: {} };
  wire.give({ id: 1, result });
  await open;
  wire.sent.length = 0;
  const at = now.call(performance);
  performance.now = () => at;
  for (let id = 0; id < count; id += 1) wire.give({ id, method });
  return codes(wire.sent).filter((code) => code === 0).length;
}

requirement("1a82967faa46 3370b2210168");
test("a client limits the number of server requests per method and minute", async () => {
  assert.is(await answered("sampling/createMessage", 700), 600);
  assert.is(await answered("elicitation/create", 700), 600);
  assert.is(await answered("roots/list", 7_000), 6_000);
  const limits = { methods: { "roots/list": 2 } };
  assert.is(await answered("roots/list", 5, limits), 2);
  assert.is(await answered("sampling/createMessage", 700, limits), 600);
});

test("a connection sends up to 1,000 log messages in a burst, and then 200 per second", () => {
  let time = 0;
  performance.now = () => time;
  const { wire, connection } = openServer({}, LOGGING);
  const sent = (): number => {
    for (let count = 0; count < 1_100; count += 1)
      connection.notify("notifications/message", { level: "error", data: 1 });
    return wire.sent.splice(0).length;
  };
  assert.is(sent(), 1_000);
  time = 1_000;
  assert.is(sent(), 200);
});

test("the quota of messages per minute refills evenly over the minute", () => {
  let time = 0;
  performance.now = () => time;
  const { wire } = openServer({}, { limits: { perMinute: 4 } });
  const answered = (): number => {
    for (const id of [1, 2, 3, 4, 5]) wire.give({ id, method: "ping" });
    return codes(wire.sent.splice(0)).filter((code) => code === 0).length;
  };
  assert.is(answered(), 2); // The handshake already counted as two messages.
  time = 14_000;
  assert.is(answered(), 0);
  time = 15_001;
  assert.is(answered(), 1);
  time = 200_000;
  assert.is(answered(), 4);
});

test("the transport's message limit takes precedence over the option `limits.message`", () => {
  const { connection, errors } = connect(
    SERVER,
    {},
    { limits: { message: 10 } },
  );
  lineReader(connection)(`"${"a".repeat(8)}"\n`);
  assert.not(errors.join().includes("longer"));
  errors.length = 0;
  lineReader(connection)(`"${"a".repeat(9)}"\n`);
  assert.equal(errors, ["A message was longer than 10 characters"]);
  lineReader(connection, 3)('"abc"\n');
  assert.equal(errors.slice(2), []);
  assert.is(errors.at(-1), "A message was longer than 3 characters");
});

test.run();
