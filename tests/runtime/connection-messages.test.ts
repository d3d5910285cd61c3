/** What is no message, or no JSON; and batches: answered as one, or refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BATCH_SERVER, cyclic, openServer, TOOLS } from "./support.js";

const test = suite("connection: messages");

const NOT_2 = "Not JSON-RPC 2.0";
const NO_ID = "An id must be a string or an integer";
const NEITHER = "Neither a request nor a known response";

for (const [title, message, reason, id] of [
  ["no version", { id: 1, method: "ping", jsonrpc: undefined }, NOT_2, 1],
  ["another version", { id: "1", method: "ping", jsonrpc: "1.0" }, NOT_2, "1"],
  ["an id of null", { id: null, method: "ping" }, NO_ID],
  ["an id with a fraction", { id: 1.5, method: "ping" }, NO_ID],
  ["an id that is an object", { id: {}, method: "ping" }, NO_ID],
  ["a method that is a number", { id: 1, method: 5 }, NEITHER, 1],
  ["nothing but an id", { id: 1 }, NEITHER],
] as const)
  test(`not a message: ${title}`, () => {
    const { wire, errors } = openServer();
    wire.give(message);
    const error = { code: -32600, message: reason };
    assert.equal(wire.sent, [id === undefined ? { error } : { id, error }]);
    assert.equal(errors, [reason]);
  });

test("text that is no JSON is answered without an id", () => {
  const { wire } = openServer();
  const message = "A line was not JSON";
  wire.receiver.unreadable(new Error(message));
  assert.equal(wire.sent, [{ error: { code: -32700, message } }]);
});

test("a batch is refused where the revision has none", () => {
  const { wire } = openServer(TOOLS);
  wire.give([
    { id: 1, method: "tools/list" },
    { method: "notifications/initialized" },
    { id: "b", method: "ping" },
  ]);
  wire.give([]);
  const error = { code: -32600, message: "This revision has no batches" };
  const refused = [{ id: 1, error }, { id: "b", error }, { error }];
  assert.equal(wire.sent, refused);
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
  assert.equal(
    wire.sent.map(({ id, error }) => [id, error.code, error.message]),
    [
      [1, -32600, "initialize must not be part of a batch"],
      [undefined, -32600, "A batch must not be empty"],
      [undefined, -32600, "A batch must not hold another one"],
    ],
  );
});

test.run();
