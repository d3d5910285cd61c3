/**
 * Tests of requests that a connection sends: responses, progress and timeouts.
 */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import {
  LIST,
  listing,
  getRejectionMessage,
  openClient,
  openServer,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("json-rpc: sent requests");

requirement(`
  ac564fa6460f 384e9f2c6455 dcff6f4cc6a7 e55119d8e318 3abd65ce7567
  41499142c12e f691b7a7dbbf 20de49b0179a
`);
test("concurrent requests have different ids and receive their own result or error", async () => {
  const { wire, connection } = await openClient();
  const first = connection.request("tools/list");
  const second = connection.request("tools/list", { cursor: "c" });
  const [sent, other] = (await wire.take(2)) as { id: number }[];
  assert.equal(sent, { id: sent?.id, method: "tools/list" });
  const params = { cursor: "c" };
  assert.equal(other, { id: other?.id, method: "tools/list", params });
  assert.is.not(sent?.id, other?.id);
  const bad = { code: -32602, message: "bad", data: 1 };
  wire.give({ id: other?.id, error: bad });
  wire.give({ id: sent?.id, result: { tools: [], more: true } });
  assert.equal(await first, { tools: [], more: true });
  const error = (await second.catch((thrown: unknown) => thrown)) as McpError;
  assert.instance(error, McpError);
  const { code, message, data } = error;
  assert.equal([code, message, data], [-32602, "bad", 1]);
});

const INVALID = "The response to tools/list is not valid";

requirement(`
  c9fb769f6cbd e90d0a2d1880 e9f01fa9d9a4 bb731ecf48bb 7d11215b65ee
  129c11ac860a a7836886c8ee f319852e4f25
`);
for (const [title, answer, problem = INVALID] of [
  [
    "with a result and an error",
    { result: { tools: [] }, error: { code: 1, message: "m" } },
  ],
  ["with a number as result", { result: 5 }],
  ["with a string as error", { error: "no" }],
  ["with a fractional error code", { error: { code: 1.5, message: "m" } }],
  ["with an error without a message", { error: { code: 1 } }],
  [
    "with an invalid result",
    { result: { tools: 1 } },
    "The result of tools/list is not valid: tools: expected array, got nothing",
  ],
] as const)
  test(`a request rejects if it receives a response ${title}`, async () => {
    const { wire, connection } = await openClient();
    const request = connection.request("tools/list");
    const { id } = await wire.next();
    wire.give({ id, ...answer });
    assert.is(await getRejectionMessage(request), problem);
  });

test("if the transport fails to send a request, the request rejects and removes its abort listener", async () => {
  const { wire, connection } = await openClient();
  const { signal } = new AbortController();
  wire.send = () => {
    throw new Error("not sent");
  };
  const request = connection.request("tools/list", undefined, { signal });
  assert.is(await getRejectionMessage(request), "not sent");
  assert.equal(getEventListeners(signal, "abort"), []);
});

requirement("a15e693d834a");
test("a response whose id matches no pending request is reported to `onError`", async () => {
  const { wire, connection, errors } = await openClient();
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as object;
  wire.give({ error: { code: -32700, message: "not read" } });
  for (const id of [999, "text", { toString: 1 }, deep])
    wire.give({ id, result: {} });
  const request = connection.request("tools/list");
  const { id } = await wire.next();
  wire.give({ id: String(id), result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  assert.equal(await request, { tools: [] });
  assert.equal(
    errors,
    ["?", 999, "text", "?", "?", id, id].map(
      (id) => `No pending request has the id ${id}`,
    ),
  );
  assert.equal(await wire.rest(), []);
});

const ASKING = { ...LIST, params: { _meta: { progressToken: 7 } } };

requirement("393698237d45 4cc54041b37b");
test("a handler's progress is sent only if it increases", () => {
  const progress = listing((ctx) => {
    for (const value of [0, 1, 1, 0.5, Number.NaN, Infinity, 2])
      ctx.progress(value);
    ctx.progress(3, 4, "almost");
    ctx.progress(5, Infinity);
  });
  const { wire } = openServer(progress);
  wire.give(LIST);
  assert.is(wire.sent.splice(0).length, 1);
  wire.give(ASKING);
  assert.equal(
    wire.sent.slice(0, -1).map(({ params }) => params),
    [
      { progressToken: 7, progress: 0 },
      { progressToken: 7, progress: 1 },
      { progressToken: 7, progress: 2 },
      { progressToken: 7, progress: 3, total: 4, message: "almost" },
      { progressToken: 7, progress: 5 },
    ],
  );
});

for (const progressToken of [0, ""])
  test(`progress is sent for the progress token ${JSON.stringify(progressToken)}`, () => {
    const { wire } = openServer(listing((ctx) => ctx.progress(1)));
    wire.give({ ...LIST, params: { _meta: { progressToken } } });
    assert.equal(wire.sent[0]?.params, { progressToken, progress: 1 });
  });

requirement("49e6622aadba");
test("the rate of a handler's progress notifications is limited", () => {
  const flood = listing((ctx) => {
    for (let value = 0; value < 10_000; value++) ctx.progress(value);
  });
  const { wire } = openServer(flood);
  const { now } = performance;
  const at = now.call(performance);
  performance.now = () => at;
  try {
    wire.give(ASKING);
  } finally {
    performance.now = now;
  }
  // The limit allows 100 progress notifications; the remaining message is the
  // response.
  assert.is(wire.sent.length, 101);
});

requirement(`
  7cfc76c50858 4318dae9a4e4 6a957e26ea1d 2ae1b71783f4 6091df231e6b
  0cc39e72d753 5088e6305824 deeefdb3069e
`);
test("a request without a response times out", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list", undefined, { timeout: 5 });
  assert.is(
    await getRejectionMessage(request),
    "No answer to tools/list within 5 ms",
  );
  const [asked, cancelled] = wire.sent;
  assert.is(cancelled?.params.requestId, asked?.id);
  wire.give({ id: asked?.id, error: { code: 1, message: "too late" } });
  assert.equal(errors, []);
});

/**
 * Replaces the global timers with a simulated clock. `pass` advances the clock,
 * and `restore` restores the timers.
 */
function fakeTime() {
  const { setTimeout: realTimeout } = globalThis;
  const realNow = performance.now;
  let now = 0;
  let due: { readonly at: number; readonly run: () => void }[] = [];
  const timeout = (run: () => void, delay: number): number =>
    due.push({ at: now + delay, run });
  globalThis.setTimeout = timeout as unknown as typeof setTimeout;
  performance.now = () => now;
  return {
    pass(milliseconds: number): void {
      now += milliseconds;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { run } of ready) run();
    },
    restore(): void {
      globalThis.setTimeout = realTimeout;
      performance.now = realNow;
    },
  };
}

requirement("f042165a6b42 895e666a9238");
test("progress extends the timeout of a request up to the maximum", async () => {
  const { wire, connection } = await openClient();
  const time = fakeTime();
  const seen: number[] = [];
  const limits = { timeout: 60, maxTimeout: 150 };
  const onProgress = ({ progress }: { progress: number }): void =>
    void seen.push(progress);
  const options = { ...limits, onProgress };
  const request = connection.request("tools/list", undefined, options);
  const idle = connection.request("tools/list", undefined, limits);
  const { params } = (await wire.next()) as object as typeof ASKING;
  const { progressToken } = params._meta;
  for (const progress of [1, 2, 3]) {
    time.pass(45);
    const params = { progressToken, progress };
    wire.give({ method: "notifications/progress", params });
  }
  time.pass(15);
  time.restore();
  assert.is(
    await getRejectionMessage(idle),
    "No answer to tools/list within 60 ms",
  );
  assert.is(
    await getRejectionMessage(request),
    "No answer to tools/list within 150 ms",
  );
  assert.equal(seen, [1, 2, 3]);
});

requirement("be063d36ee4e be58df919e8b");
test("progress with an unknown token is ignored", async () => {
  const { wire, errors } = await openClient();
  for (const params of [{ progressToken: 5, progress: 1 }, {}, undefined])
    wire.give({ method: "notifications/progress", params });
  assert.equal(errors, []);
});

test.run();
