/** A server with a handshake: what comes when, and what it may ask. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import {
  connect,
  HELLO,
  messageOf,
  openServer,
  SERVER,
  TOOLS,
} from "./support.js";

const test = suite("with a handshake: the server");

test("the server answers with its version, capabilities and name", () => {
  const { wire, connection } = connect(SERVER, TOOLS, {
    instructions: "Use it",
  });
  wire.give({
    ...HELLO,
    params: { ...HELLO.params, protocolVersion: "1999-12-31" },
  });
  assert.equal(wire.sent, [
    {
      id: "hello",
      result: {
        protocolVersion: "2000-01-01",
        capabilities: { tools: {} },
        serverInfo: { name: "server", version: "1" },
        instructions: "Use it",
      },
    },
  ]);
  assert.equal(connection.peer, {
    info: { name: "test", version: "1" },
    capabilities: { sampling: {}, roots: {} },
    version: "2000-01-01",
    instructions: undefined,
    logLevel: undefined,
  });
});

test("before initialize only ping is answered", () => {
  const { wire } = connect(SERVER, TOOLS);
  wire.give({ id: 1, method: "tools/list" });
  wire.give({ id: 2, method: "ping" });
  assert.equal(wire.sent, [
    {
      id: 1,
      error: {
        code: -32600,
        message:
          "tools/list must not be sent before the connection is initialized",
      },
    },
    { id: 2, result: {} },
  ]);
});

test("initialize twice is refused", () => {
  const { wire } = openServer();
  wire.give({ ...HELLO, id: 2 });
  assert.equal(wire.sent, [
    {
      id: 2,
      error: { code: -32600, message: "The connection is initialized" },
    },
  ]);
});

test("before initialized the server sends only ping and log messages", async () => {
  const { wire, connection } = connect(SERVER, TOOLS, {
    capabilities: { logging: {} },
  });
  wire.give(HELLO);
  wire.sent.length = 0;
  const text =
    "roots/list must not be sent before the connection is initialized";
  assert.is(await messageOf(connection.request("roots/list")), text);
  assert.throws(
    () => connection.notify("notifications/tools/list_changed"),
    "notifications/tools/list_changed must not be sent before",
  );
  connection.endpoint.lifecycle.broadcast(
    connection,
    "notifications/tools/list_changed",
  );
  const pinged = messageOf(connection.request("ping"));
  connection.notify("notifications/message", { level: "info", data: 1 });
  assert.equal(
    wire.sent.map((one) => (one as { method: string }).method),
    ["ping", "notifications/message"],
  );
  wire.give({ method: "notifications/initialized" });
  const listed = messageOf(connection.request("roots/list"));
  assert.is(wire.sent.length, 3);
  await connection.close();
  assert.is(await pinged, "The connection was closed");
  assert.is(await listed, "The connection was closed");
});

test("the server asks only for what the client declared", async () => {
  const { connection } = openServer();
  assert.is(
    await messageOf(connection.request("elicitation/create", {})),
    "elicitation/create needs elicitation, which the peer did not declare",
  );
  assert.is(
    await messageOf(connection.request("x/y")),
    "x/y is not part of revision 2000-01-01",
  );
  assert.throws(
    () => connection.notify("notifications/tools/list_changed"),
    "notifications/tools/list_changed needs tools.listChanged, which this side did not declare",
  );
});

test("a handler asks the client, and is cancelled with its request", async () => {
  const own = new AbortController();
  const { wire } = openServer({
    "tools/list": async (_: never, ctx: Call) => ({
      tools: [await ctx.sample({ maxTokens: 1 }, { signal: own.signal })],
    }),
  });
  wire.give({ id: 1, method: "tools/list" });
  const { id, method, params } = await wire.next();
  assert.equal([method, params], ["sampling/createMessage", { maxTokens: 1 }]);
  wire.give({ id, result: { role: "assistant" } });
  assert.equal(await wire.take(), [
    { id: 1, result: { tools: [{ role: "assistant" }] } },
  ]);
  wire.give({ id: 2, method: "tools/list" });
  const asked = await wire.next();
  wire.give({
    method: "notifications/cancelled",
    params: { requestId: 2, reason: "stop" },
  });
  assert.equal(await wire.rest(), [
    {
      method: "notifications/cancelled",
      params: { requestId: asked.id, reason: "stop" },
    },
  ]);
});

for (const [title, set, expected] of [
  ["what follows from the handlers", undefined, { tools: {}, prompts: {} }],
  [
    "more",
    { experimental: { x: {} }, tools: { listChanged: true } },
    { tools: { listChanged: true }, prompts: {}, experimental: { x: {} } },
  ],
  ["less", { prompts: false, tools: undefined }, {}],
] as const) {
  test(`capabilities: ${title}`, () => {
    const { connection } = connect(
      SERVER,
      {
        ...TOOLS,
        "tools/call": () => ({}),
        "prompts/list": () => ({ prompts: [] }),
        "sampling/createMessage": () => ({}),
        "notifications/cancelled": () => {},
        "x/y": () => ({}),
      },
      { capabilities: set },
    );
    assert.equal(connection.endpoint.capabilities, expected);
  });
}

test.run();
