/** Batches: answered as one, or refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BATCH_SERVER, openServer } from "./support.js";
import { cyclic } from "./connection-support.js";

const test = suite("connection: batches");

test("a batch is refused where the revision has none", () => {
  const { wire } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "b", method: "ping" },
  ]);
  const error = { code: -32600, message: "This revision has no batches" };
  assert.equal(wire.sent.splice(0), [
    { jsonrpc: "2.0", id: 1, error },
    { jsonrpc: "2.0", id: "b", error },
  ]);
  wire.receiver.receive([]);
  assert.equal(wire.sent, [{ jsonrpc: "2.0", error }]);
});

test("a batch is answered as one", async () => {
  const { wire } = openServer(
    { "tools/list": async () => ({ tools: [] }), "prompts/list": () => cyclic },
    {},
    BATCH_SERVER,
  );
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", id: 3, method: "x/y" },
    { jsonrpc: "2.0", id: 4, method: "prompts/list" },
  ]);
  assert.equal(await wire.take(), [
    [
      { jsonrpc: "2.0", id: 2, result: {} },
      {
        jsonrpc: "2.0",
        id: 3,
        error: { code: -32601, message: "Method not found: x/y" },
      },
      {
        jsonrpc: "2.0",
        id: 4,
        error: { code: -32603, message: "Internal error" },
      },
      { jsonrpc: "2.0", id: 1, result: { tools: [] } },
    ],
  ]);
  wire.receiver.receive([{ jsonrpc: "2.0", method: "notifications/x" }]);
  assert.equal(await wire.rest(), []);
});

test("a batch leaves out what was cancelled, and is not sent when it is empty", async () => {
  const { wire } = openServer(
    { "tools/list": () => new Promise(() => {}) },
    {},
    BATCH_SERVER,
  );
  const cancel = (requestId: number): object => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId },
  });
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
    cancel(1),
  ]);
  assert.equal(await wire.rest(), [[{ jsonrpc: "2.0", id: 2, result: {} }]]);
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 3, method: "tools/list" },
    cancel(3),
  ]);
  assert.equal(await wire.rest(), []);
});

test("a batch with initialize, an empty one, and one in another", () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.receiver.receive([{ jsonrpc: "2.0", id: 1, method: "initialize" }]);
  wire.receiver.receive([]);
  wire.receiver.receive([[{ jsonrpc: "2.0", id: 2, method: "ping" }]]);
  assert.equal(wire.sent, [
    {
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32600,
        message: "initialize must not be part of a batch",
      },
    },
    {
      jsonrpc: "2.0",
      error: { code: -32600, message: "A batch must not be empty" },
    },
    {
      jsonrpc: "2.0",
      error: { code: -32600, message: "A batch must not hold another one" },
    },
  ]);
});

test.run();
