/** Requests of the peer: their answers and errors. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { openServer } from "./support.js";
import { cyclic, LIST } from "./connection-support.js";

const test = suite("connection: answers");

test("a request is answered with its own id", async () => {
  const { wire } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.give({ id: "a", method: "tools/list" });
  wire.give({ id: 0, method: "tools/list", params: {} });
  assert.equal(wire.sent, [
    { id: "a", result: { tools: [] } },
    { id: 0, result: { tools: [] } },
  ]);
});

test("answers come in the order in which they are ready", async () => {
  let late = (): void => {};
  const { wire } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (late = () => resolve({ tools: [] }))),
    "prompts/list": async () => ({ prompts: [] }),
  });
  wire.give(LIST);
  wire.give({ id: 2, method: "prompts/list" });
  const [first] = await wire.take();
  assert.equal(first, { id: 2, result: { prompts: [] } });
  late();
  const [second] = await wire.take();
  assert.equal(second, { id: 1, result: { tools: [] } });
});

for (const [title, handler, error] of [
  [
    "an error of the protocol is sent as it is",
    () => {
      throw new McpError(-32001, "no", { why: 1 });
    },
    { code: -32001, message: "no", data: { why: 1 } },
  ],
  [
    "any other error says nothing of itself",
    () => {
      throw new Error("secret");
    },
    { code: -32603, message: "Internal error" },
  ],
  [
    "a promise that rejects",
    () => Promise.reject(new Error("secret")),
    { code: -32603, message: "Internal error" },
  ],
  [
    "a result that is no object",
    () => 5,
    { code: -32603, message: "Internal error" },
  ],
  [
    "a result that JSON cannot hold",
    () => cyclic,
    { code: -32603, message: "Internal error" },
  ],
  [
    "an error whose data JSON cannot hold",
    () => {
      throw new McpError(-32001, "no", cyclic);
    },
    { code: -32603, message: "Internal error" },
  ],
] as const) {
  test(title, async () => {
    const { wire } = openServer({ "tools/list": handler });
    wire.give(LIST);
    assert.equal(await wire.take(), [{ id: 1, error }]);
  });
}

test("no handler, no such method, and a method of the other side", () => {
  const { wire } = openServer({
    "sampling/createMessage": () => ({}),
  });
  for (const method of [
    "tools/list",
    "x/y",
    "sampling/createMessage",
    "__proto__",
  ]) {
    wire.give({ id: method, method });
    assert.equal(wire.sent.splice(0), [
      {
        id: method,
        error: { code: -32601, message: `Method not found: ${method}` },
      },
    ]);
  }
});

test("params are checked before the handler runs", () => {
  let calls = 0;
  const { wire } = openServer({
    "tools/call": () => (calls++, { content: [] }),
  });
  wire.give({ id: 1, method: "tools/call", params: {} });
  wire.give({ id: 2, method: "tools/call", params: [1] });
  wire.give({ id: 3, method: "tools/call", params: { name: "x" } });
  assert.equal(wire.sent, [
    {
      id: 1,
      error: {
        code: -32602,
        message: "Invalid params: params.name: expected string, got nothing",
      },
    },
    { id: 2, error: { code: -32602, message: "Invalid params: no object" } },
    { id: 3, result: { content: [] } },
  ]);
  assert.is(calls, 1);
});

test("an id that is in use is refused, and the first request goes on", async () => {
  let finish = (): void => {};
  const { wire } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (finish = () => resolve({ tools: [] }))),
  });
  wire.give(LIST);
  wire.give(LIST);
  assert.equal(wire.sent.splice(0), [
    { id: 1, error: { code: -32600, message: "The id is in use" } },
  ]);
  finish();
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
});

test("nothing is sent for a request after its answer", async () => {
  let call: Call | undefined;
  const { wire } = openServer(
    { "tools/list": (_: never, ctx: Call) => ((call = ctx), { tools: [] }) },
    { capabilities: { logging: {} } },
  );
  wire.give({ ...LIST, params: { _meta: { progressToken: "t" } } });
  call?.progress(1);
  call?.log("error", "late");
  call?.notify("notifications/tools/list_changed");
  assert.is(wire.sent.length, 1);
});

/** Answers the question of a call with an error; what the call comes to then. */
async function answered(
  method: string,
  handlers: Handlers,
): Promise<[answer: unknown, errors: string[]]> {
  const { wire, errors } = openServer(handlers);
  wire.give({ id: "call", method, params: { name: "t" } });
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({
    id,
    error: { code: -32601, message: "Method not found: roots" },
  });
  const [{ result, error }] = (await wire.take()) as [
    { result?: unknown; error?: unknown },
  ];
  return [result ?? error, errors];
}

const roots = (_: never, ctx: Call): Promise<unknown> => ctx.roots();

test("what a client answers to a tool's question is no error of its call", async () => {
  const inputSchema = { type: "object" };
  const tools = toolHandlers({ t: { inputSchema, handler: roots } });
  assert.equal(await answered("tools/call", tools), [
    {
      content: [{ type: "text", text: "t failed: Method not found: roots" }],
      isError: true,
    },
    ["Method not found: roots"],
  ]);
});

test("nor is it one of any other request", async () => {
  assert.equal(await answered("prompts/get", { "prompts/get": roots }), [
    { code: -32603, message: "Internal error" },
    ["Method not found: roots"],
  ]);
});

test.run();
