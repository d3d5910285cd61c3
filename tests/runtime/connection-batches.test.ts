/** Batches: answered as one, or refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BATCH_SERVER, openServer } from "./support.js";
import { cyclic } from "./connection-support.js";

const test = suite("connection: batches");

test("a batch is refused where the revision has none", () => {
  const { wire } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.give([
    { id: 1, method: "tools/list" },
    { method: "notifications/initialized" },
    { id: "b", method: "ping" },
  ]);
  const error = { code: -32600, message: "This revision has no batches" };
  assert.equal(wire.sent.splice(0), [
    { id: 1, error },
    { id: "b", error },
  ]);
  wire.give([]);
  assert.equal(wire.sent, [{ error }]);
});

test("a batch is answered as one", async () => {
  const { wire } = openServer(
    { "tools/list": async () => ({ tools: [] }), "prompts/list": () => cyclic },
    {},
    BATCH_SERVER,
  );
  wire.give([
    { id: 1, method: "tools/list" },
    { method: "notifications/initialized" },
    { id: 2, method: "ping" },
    { id: 3, method: "x/y" },
    { id: 4, method: "prompts/list" },
  ]);
  assert.equal(await wire.take(), [
    [
      { id: 2, result: {} },
      { id: 3, error: { code: -32601, message: "Method not found: x/y" } },
      { id: 4, error: { code: -32603, message: "Internal error" } },
      { id: 1, result: { tools: [] } },
    ],
  ]);
  wire.give([{ method: "notifications/x" }]);
  assert.equal(await wire.rest(), []);
});

test("a batch with initialize, an empty one, and one in another", () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.give([{ id: 1, method: "initialize" }]);
  wire.give([]);
  wire.give([[{ id: 2, method: "ping" }]]);
  assert.equal(wire.sent, [
    {
      id: 1,
      error: {
        code: -32600,
        message: "initialize must not be part of a batch",
      },
    },
    { error: { code: -32600, message: "A batch must not be empty" } },
    { error: { code: -32600, message: "A batch must not hold another one" } },
  ]);
});

test.run();
