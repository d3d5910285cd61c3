/** Requests that either side cancels. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import { messageOf, openClient, openServer } from "./support.js";
import { LIST } from "./connection-support.js";

const test = suite("connection: cancel");

test("cancelled: the signal aborts, and nothing is answered", async () => {
  const reasons: unknown[] = [];
  const { wire, errors } = openServer({
    "tools/list": (_params: never, { signal }: Call) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push((signal.reason as Error).message);
          reject(signal.reason as Error);
        });
      }),
  });
  wire.give(LIST);
  wire.give({
    method: "notifications/cancelled",
    params: { requestId: 1, reason: "changed my mind" },
  });
  assert.equal(await wire.rest(), []);
  assert.equal(reasons, ["changed my mind"]);
  assert.equal(errors, ["tools/list was cancelled: changed my mind"]);
});

test("cancelled: a signal that is looked at later is aborted", async () => {
  let look = (): boolean => false;
  const { wire } = openServer({
    "tools/list": (_params: never, call: Call) => {
      look = () => call.signal.aborted;
      return new Promise(() => {});
    },
  });
  wire.give(LIST);
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.is(look(), true);
});

test("cancellations of nothing are ignored", async () => {
  const { wire, errors } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.give(LIST);
  for (const params of [
    { requestId: 1 },
    { requestId: 9 },
    {},
    { requestId: {} },
  ]) {
    wire.give({ method: "notifications/cancelled", params });
  }
  wire.give({ method: "notifications/cancelled" });
  wire.give({ method: "notifications/cancelled", params: [1] });
  assert.is((await wire.rest()).length, 1);
  assert.equal(errors, []);
});

test("an aborted request rejects, tells the peer, and ignores the answer", async () => {
  const { wire, connection, errors } = await openClient();
  const stop = new AbortController();
  const request = connection.request("tools/list", undefined, {
    signal: stop.signal,
  });
  const [{ id }] = (await wire.take()) as [{ id: number }];
  stop.abort(new Error("enough"));
  assert.is(await messageOf(request), "enough");
  assert.equal(wire.sent.splice(0), [
    {
      method: "notifications/cancelled",
      params: { requestId: id, reason: "enough" },
    },
  ]);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, []);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, [`No request waits for the response ${id}`]);
  const never = connection.request("tools/list", undefined, {
    signal: stop.signal,
  });
  assert.is(await messageOf(never), "enough");
  assert.equal(await wire.rest(), []);
});

test("a tool that ends because it was cancelled is no failure", async () => {
  const handlers = toolHandlers({
    wait: {
      handler: (_args: never, { signal }: Call) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    },
  });
  const { wire, errors } = openServer(handlers);
  wire.give({ id: 1, method: "tools/call", params: { name: "wait" } });
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.equal(await wire.rest(), []);
  assert.equal(errors, ["tools/call was cancelled: no reason"]);
});

test.run();
