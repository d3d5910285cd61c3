/**
 * Tests of messages that a peer sends: requests and their responses, batches
 * and invalid messages.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import { defer } from "../../harness/run/deferred.js";
import {
  cyclic,
  LIST,
  listing,
  LOGGING,
  openServer,
  text,
  TOOLS,
  BATCH_SERVER,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("json-rpc: received messages");

const INTERNAL = { code: -32603, message: "Internal error" };
const throwing = (error: Error) => (): never => {
  throw error;
};

requirement(`
  91809696ced2 384e9f2c6455 aa1e8c99e022 69db7bf78a29 652c9198612b
  dcff6f4cc6a7 d345ca729ee6 f691b7a7dbbf 9b58fc8eda7f
`);
test("a response has the id of its request", async () => {
  const { wire } = openServer(TOOLS);
  wire.give({ id: "a", method: "tools/list" });
  wire.give({ id: 0, method: "tools/list", params: {} });
  assert.equal(wire.sent, [
    { id: "a", result: { tools: [] } },
    { id: 0, result: { tools: [] } },
  ]);
});

requirement("aa1e8c99e022 69db7bf78a29 9b58fc8eda7f");
test("responses are sent in the order in which they are ready", async () => {
  const late = defer<object>();
  const { wire } = openServer({
    "tools/list": () => late.promise,
    "prompts/list": async () => ({ prompts: [] }),
  });
  wire.give(LIST);
  wire.give({ id: 2, method: "prompts/list" });
  assert.equal(await wire.take(), [{ id: 2, result: { prompts: [] } }]);
  late.resolve({ tools: [] });
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
});

const OWN = { code: -32001, message: "no", data: { why: 1 } };
const NO = new McpError(-32001, "no", { why: 1 });
const CODED = Object.assign(new Error("x"), { code: 7 });

for (const [title, handler, error = INTERNAL] of [
  ["throws an McpError", throwing(NO), OWN],
  ["throws another error", throwing(new Error("x"))],
  ["throws an Error with a code", throwing(CODED)],
  ["rejects", () => Promise.reject(new Error("x"))],
  ["returns a number", () => 5],
  ["returns a cyclic result", () => cyclic],
  ["returns an McpError with cyclic data", () => new McpError(1, "no", cyclic)],
  [
    "throws an McpError with a fractional code",
    () => {
      throw new McpError(1.5, "no");
    },
  ],
] as const)
  test(`a request gets the error response ${error.code} when its handler ${title}`, async () => {
    const { wire } = openServer({ "tools/list": handler });
    wire.give(LIST);
    assert.equal(await wire.take(), [{ id: 1, error }]);
  });

requirement("23664b134b07 a1821a163a25");
test("a request gets -32601 if the receiver does not handle its method", () => {
  const { wire } = openServer({ "sampling/createMessage": () => ({}) });
  const methods = ["tools/list", "x/y", "sampling/createMessage", "__proto__"];
  for (const method of methods) wire.give({ id: method, method });
  assert.equal(
    wire.sent.map(({ error }) => error),
    methods.map((method) => ({
      code: -32601,
      message: `Method not found: ${method}`,
    })),
  );
});

test("params are validated before the handler runs", () => {
  let calls = 0;
  const { wire } = openServer({
    "tools/call": () => (calls++, { content: [] }),
  });
  wire.give({ id: 1, method: "tools/call", params: {} });
  wire.give({ id: 2, method: "tools/call", params: [1] });
  wire.give({ id: 3, method: "tools/call", params: { name: "x" } });
  const wrong = "Invalid params: params.name: expected string, got nothing";
  assert.equal(wire.sent, [
    { id: 1, error: { code: -32602, message: wrong } },
    {
      id: 2,
      error: {
        code: -32602,
        message: "Invalid params: params is not an object",
      },
    },
    { id: 3, result: { content: [] } },
  ]);
  assert.is(calls, 1);
});

test("a request with the id of a running request is rejected", async () => {
  const end = defer<object>();
  const { wire } = openServer({ "tools/list": () => end.promise });
  wire.give(LIST);
  wire.give(LIST);
  const error = { code: -32600, message: "The request id is already in use" };
  assert.equal(await wire.take(), [{ id: 1, error }]);
  end.resolve({ tools: [] });
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
});

requirement("b47c37c7186f");
test("messages that a handler sends after its response are dropped", async () => {
  let call: Call | undefined;
  const { wire } = openServer(
    listing((ctx) => (call = ctx)),
    LOGGING,
  );
  wire.give({ ...LIST, params: { _meta: { progressToken: "t" } } });
  call?.progress(1);
  call?.log("error", "late");
  call?.notify("notifications/tools/list_changed");
  assert.is(wire.sent.length, 1);
});

const roots = (_: never, ctx: Call): Promise<unknown> => ctx.roots();
const inputSchema = { type: "object" };
const content = [text("t failed: Method not found: roots")];

for (const [method, handlers, outcome] of [
  [
    "tools/call",
    toolHandlers({ t: { inputSchema, handler: roots } }),
    { result: { content, isError: true } },
  ],
  ["prompts/get", { "prompts/get": roots }, { error: INTERNAL }],
] as const)
  test(`a ${method} response does not contain the client's error code for a handler's request`, async () => {
    const { wire, errors } = openServer(handlers);
    wire.give({ id: 1, method, params: { name: "t" } });
    const { id } = await wire.next();
    const message = "Method not found: roots";
    wire.give({ id, error: { code: -32601, message } });
    assert.equal(await wire.take(), [{ id: 1, ...outcome }]);
    assert.equal(errors, [message]);
  });

const NOT_2 = "The message is not JSON-RPC 2.0";
const NO_ID = "An id must be a string or an integer";
const NEITHER = "The message is neither a request nor a known response";

requirement(`
  ac564fa6460f f94dbf1e8b81 c9fb769f6cbd 652c9198612b 41499142c12e
  c8b8f5aaccd7 129c11ac860a
`);
for (const [title, message, reason, id] of [
  [
    "without a version",
    { id: 1, method: "ping", jsonrpc: undefined },
    NOT_2,
    1,
  ],
  [
    "of another version",
    { id: "1", method: "ping", jsonrpc: "1.0" },
    NOT_2,
    "1",
  ],
  ["with a null id", { id: null, method: "ping" }, NO_ID],
  ["with a fractional id", { id: 1.5, method: "ping" }, NO_ID],
  ["with an object as id", { id: {}, method: "ping" }, NO_ID],
  ["with a number as method", { id: 1, method: 5 }, NEITHER, 1],
  ["with only an id", { id: 1 }, NEITHER],
] as const)
  test(`a message ${title} is rejected`, () => {
    const { wire, errors } = openServer();
    wire.give(message);
    const error = { code: -32600, message: reason };
    assert.equal(wire.sent, [id === undefined ? { error } : { id, error }]);
    assert.equal(errors, [reason]);
  });

test("invalid JSON gets an error response without an id", () => {
  const { wire } = openServer();
  const message = "A line was not JSON";
  wire.receiver.unreadable(new Error(message));
  assert.equal(wire.sent, [{ error: { code: -32700, message } }]);
});

test("a batch is rejected if the revision has no batches", () => {
  const { wire } = openServer(TOOLS);
  wire.give([
    { id: 1, method: "tools/list" },
    { method: "notifications/initialized" },
    { id: "b", method: "ping" },
  ]);
  wire.give([]);
  const error = {
    code: -32600,
    message: "This revision does not allow batches",
  };
  const refused = [{ id: 1, error }, { id: "b", error }, { error }];
  assert.equal(wire.sent, refused);
});

test("each error of a rejected batch is passed to the transport with its request id", () => {
  const { wire } = openServer(TOOLS);
  const related: unknown[] = [];
  Object.assign(wire, {
    send: (_message: unknown, id: unknown) => related.push(id),
  });
  wire.give([LIST, { id: "b", method: "ping" }]);
  assert.equal(related, [1, "b"]);
});

requirement("4e15d1957c05");
test("a batch of requests gets a batch of responses", async () => {
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
  wire.give([{ id: 5, method: "ping" }]);
  assert.equal(await wire.rest(), [[{ id: 5, result: {} }]]);
  wire.give([{ method: "notifications/x" }]);
  assert.equal(await wire.rest(), []);
});

requirement("fb11dbecef12");
test("an empty batch, a nested batch and a batch with `initialize` are rejected", () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.give([{ id: 1, method: "initialize" }]);
  wire.give([]);
  wire.give([[{ id: 2, method: "ping" }]]);
  assert.equal(
    wire.sent.map(({ id, error }) => [id, error.code, error.message]),
    [
      [1, -32600, "initialize must not be part of a batch"],
      [undefined, -32600, "A batch must not be empty"],
      [undefined, -32600, "A batch must not contain a batch"],
    ],
  );
});

test.run();
