/** Progress, and the timeouts that it puts off. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import { messageOf, openClient, openServer } from "./support.js";
import { LIST } from "./connection-support.js";

const test = suite("connection: progress");

test("progress grows, and only where it was asked for", () => {
  const { wire } = openServer({
    "tools/list": (_: never, ctx: Call) => {
      for (const value of [0, 1, 1, 0.5, Number.NaN, Infinity, 2]) {
        ctx.progress(value);
      }
      ctx.progress(3, 4, "almost");
      ctx.progress(5, Infinity);
      return { tools: [] };
    },
  });
  wire.give(LIST);
  assert.is(wire.sent.splice(0).length, 1);
  wire.give({ ...LIST, params: { _meta: { progressToken: 7 } } });
  const progress = wire.sent
    .slice(0, -1)
    .map((one) => (one as { params?: unknown }).params);
  assert.equal(progress, [
    { progressToken: 7, progress: 0 },
    { progressToken: 7, progress: 1 },
    { progressToken: 7, progress: 2 },
    { progressToken: 7, progress: 3, total: 4, message: "almost" },
    { progressToken: 7, progress: 5 },
  ]);
});

test("a flood of progress is thinned out", () => {
  const { wire } = openServer({
    "tools/list": (_: never, ctx: Call) => {
      for (let value = 0; value < 10_000; value++) ctx.progress(value);
      return { tools: [] };
    },
  });
  wire.give({ ...LIST, params: { _meta: { progressToken: 7 } } });
  assert.ok(wire.sent.length >= 101 && wire.sent.length < 200);
});

test("a request without an answer times out, and tells the peer", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list", undefined, { timeout: 5 });
  assert.match(
    await messageOf(request),
    /^No answer to tools\/list within 5 ms$/,
  );
  const [{ id }, cancelled] = wire.sent as unknown as [{ id: number }, object];
  assert.equal(
    (cancelled as { params: { requestId: number } }).params.requestId,
    id,
  );
  wire.give({ id, error: { code: 1, message: "too late" } });
  assert.equal(errors, []);
});

/** Time that passes when the test says so, until `restore`. */
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

test("progress puts the timeout off, but not beyond the maximum", async () => {
  const { wire, connection } = await openClient();
  const time = fakeTime();
  const seen: number[] = [];
  const limits = { timeout: 60, maxTimeout: 150 };
  const onProgress = ({ progress }: { progress: number }): void =>
    void seen.push(progress);
  const request = connection.request("tools/list", undefined, {
    ...limits,
    onProgress,
  });
  const idle = connection.request("tools/list", undefined, limits);
  const [sent] = (await wire.take()) as [
    { params: { _meta: { progressToken: number } } },
  ];
  const { progressToken } = sent.params._meta;
  for (const progress of [1, 2, 3]) {
    time.pass(45);
    wire.give({
      method: "notifications/progress",
      params: { progressToken, progress },
    });
  }
  time.pass(15);
  time.restore();
  assert.is(await messageOf(idle), "No answer to tools/list within 60 ms");
  assert.is(await messageOf(request), "No answer to tools/list within 150 ms");
  assert.equal(seen, [1, 2, 3]);
});

test("progress of an unknown token is ignored", async () => {
  const { wire, errors } = await openClient();
  for (const params of [{ progressToken: 5, progress: 1 }, {}, undefined]) {
    wire.give({ method: "notifications/progress", params });
  }
  assert.equal(errors, []);
});

test.run();
