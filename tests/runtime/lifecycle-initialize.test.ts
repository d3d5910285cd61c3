import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changing, Changes } from "../../templates/runtime/features/changes.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import {
  CLIENT,
  connect,
  HELLO,
  messageOf,
  openClient,
  openServer,
  SERVER,
} from "./support.js";

const test = suite("lifecycle with a handshake");
const TOOLS = { "tools/list": () => ({ tools: [] }) };

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
      jsonrpc: "2.0",
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
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32600,
        message: "tools/list came before the connection was initialized",
      },
    },
    { jsonrpc: "2.0", id: 2, result: {} },
  ]);
});

test("initialize twice is refused", () => {
  const { wire } = openServer();
  wire.give({ ...HELLO, id: 2 });
  assert.equal(wire.sent, [
    {
      jsonrpc: "2.0",
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

test("the user hears initialized once", () => {
  let heard = 0;
  const { wire } = openServer({ "notifications/initialized": () => heard++ });
  wire.give({ method: "notifications/initialized" });
  assert.is(heard, 1);
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
  const { wire } = openServer({
    "tools/list": async (_: never, ctx: Call) => ({
      tools: [await ctx.sample({ maxTokens: 1 })],
    }),
  });
  wire.give({ id: 1, method: "tools/list" });
  const [{ id, method, params }] = (await wire.take()) as [
    { id: number; method: string; params: object },
  ];
  assert.equal([method, params], ["sampling/createMessage", { maxTokens: 1 }]);
  wire.give({ id, result: { role: "assistant" } });
  assert.equal(await wire.take(), [
    { jsonrpc: "2.0", id: 1, result: { tools: [{ role: "assistant" }] } },
  ]);
  wire.give({ id: 2, method: "tools/list" });
  const [asked] = (await wire.take()) as [{ id: number }];
  wire.give({
    method: "notifications/cancelled",
    params: { requestId: 2, reason: "stop" },
  });
  assert.equal(await wire.rest(), [
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: asked.id, reason: "stop" },
    },
  ]);
});

test("a question with a signal of its own ends with its request, too", async () => {
  const own = new AbortController();
  const { wire } = openServer({
    "tools/list": async (_: never, ctx: Call) => {
      await ctx.roots({ signal: own.signal });
      return { tools: [] };
    },
  });
  wire.give({ id: 1, method: "tools/list" });
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.equal(await wire.rest(), [
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, reason: "Cancelled by the peer" },
    },
  ]);
});

test("log messages: the level of each connection", () => {
  const handlers = {
    "tools/list": (_: never, ctx: Call) => {
      ctx.log("debug", "low");
      ctx.log("warning", undefined, "here");
      return { tools: [] };
    },
  };
  const { wire } = openServer(handlers, { capabilities: { logging: {} } });
  const logged = (): unknown[] => {
    wire.give({ id: 1, method: "tools/list" });
    return wire.sent
      .splice(0)
      .slice(0, -1)
      .map((one) => (one as { params: unknown }).params);
  };
  const low = { level: "debug", data: "low" };
  const high = { level: "warning", data: null, logger: "here" };
  assert.equal(logged(), [low, high]);
  wire.give({ id: 2, method: "logging/setLevel", params: { level: "notice" } });
  wire.give({ id: 3, method: "logging/setLevel", params: { level: "loud" } });
  assert.equal(wire.sent.splice(0), [
    { jsonrpc: "2.0", id: 2, result: {} },
    {
      jsonrpc: "2.0",
      id: 3,
      error: {
        code: -32602,
        message: "Invalid params: params.level: expected a level",
      },
    },
  ]);
  assert.equal(logged(), [high]);
});

test("log messages outside of a request: the level, and what is taken out", () => {
  const { wire, connection } = openServer(TOOLS, {
    capabilities: { logging: {} },
    redact: (data) => `not ${String(data)}`,
  });
  const LOG = "notifications/message";
  wire.give({ id: 1, method: "logging/setLevel", params: { level: "error" } });
  wire.sent.length = 0;
  const { lifecycle } = connection.endpoint;
  for (const level of ["debug", "warning", "error", "alert"]) {
    lifecycle.broadcast(connection, LOG, { level, data: "all" });
    connection.notify(LOG, { level, data: "one" });
  }
  const told = ["error", "alert"].flatMap((level) =>
    ["not all", "not one"].map((data) => ({
      jsonrpc: "2.0",
      method: LOG,
      params: { level, data },
    })),
  );
  assert.equal(wire.sent, told);
});

test("log messages need the capability", () => {
  const { wire, errors } = openServer({
    "tools/list": (_: never, ctx: Call) => ctx.log("info", 1),
  });
  wire.give({ id: 1, method: "tools/list" });
  assert.equal(errors, [
    "This side has not declared logging: set capabilities.logging to {}",
  ]);
});

test("subscriptions: only the clients that asked for it hear of a resource", async () => {
  const updates = new Changes(
    "notifications/resources/updated",
    "resources.subscribe",
  );
  const asked: unknown[] = [];
  const { wire, connection } = openServer({
    "resources/list": changing(() => ({ resources: [] }), updates),
    "resources/subscribe": (params: { uri: string }) => {
      asked.push(params.uri);
      if (params.uri === "a://no") throw new Error("no");
    },
  });
  const tell = (uri: string): unknown[] => {
    const { lifecycle } = connection.endpoint;
    lifecycle.broadcast(connection, "notifications/resources/updated", { uri });
    return wire.sent.splice(0);
  };
  const told = (uri: string): object[] => [
    {
      jsonrpc: "2.0",
      method: "notifications/resources/updated",
      params: { uri },
    },
  ];
  wire.give({ id: 1, method: "resources/subscribe", params: { uri: "a://b" } });
  assert.equal(await wire.take(), [{ jsonrpc: "2.0", id: 1, result: {} }]);
  wire.give({
    id: 2,
    method: "resources/subscribe",
    params: { uri: "a://no" },
  });
  assert.equal(await wire.take(), [
    {
      jsonrpc: "2.0",
      id: 2,
      error: { code: -32603, message: "Internal error" },
    },
  ]);
  assert.equal(asked, ["a://b", "a://no"]);
  assert.equal(tell("a://b"), told("a://b"));
  assert.equal(tell("a://no"), []);
  assert.equal(tell("a://c"), []);
  wire.give({
    id: 3,
    method: "resources/unsubscribe",
    params: { uri: "a://b" },
  });
  assert.equal(await wire.take(), [{ jsonrpc: "2.0", id: 3, result: {} }]);
  assert.equal(tell("a://b"), []);
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

test("the client opens: initialize, then initialized", async () => {
  const { wire, connection } = connect(CLIENT, {
    "roots/list": () => ({ roots: [] }),
  });
  assert.is(
    await messageOf(connection.request("tools/list")),
    "tools/list must not be sent before the connection is initialized",
  );
  const open = connection.open();
  const [hello] = (await wire.take()) as [{ id: number }];
  assert.equal(hello, {
    jsonrpc: "2.0",
    id: hello.id,
    method: "initialize",
    params: {
      protocolVersion: "2000-01-01",
      capabilities: { roots: {} },
      clientInfo: { name: "client", version: "1" },
    },
  });
  wire.give({ id: "early", method: "roots/list" });
  wire.give({ id: "ping", method: "ping" });
  assert.equal(await wire.take(2), [
    {
      jsonrpc: "2.0",
      id: "early",
      error: {
        code: -32600,
        message: "roots/list came before initialize was answered",
      },
    },
    { jsonrpc: "2.0", id: "ping", result: {} },
  ]);
  wire.give({
    id: hello.id,
    result: {
      protocolVersion: "2000-01-01",
      capabilities: { tools: {} },
      serverInfo: { name: "s", version: "2" },
      instructions: "Use it",
    },
  });
  await open;
  assert.equal(await wire.take(), [
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ]);
  assert.equal(connection.peer, {
    info: { name: "s", version: "2" },
    capabilities: { tools: {} },
    version: "2000-01-01",
    instructions: "Use it",
    logLevel: undefined,
  });
  wire.give({ id: "later", method: "roots/list" });
  assert.equal(await wire.take(), [
    { jsonrpc: "2.0", id: "later", result: { roots: [] } },
  ]);
});

test("the client leaves a server of another version", async () => {
  const { wire, connection } = connect(CLIENT);
  const open = connection.open();
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({
    id,
    result: { protocolVersion: "1999-12-31", capabilities: {}, serverInfo: {} },
  });
  assert.is(
    await messageOf(open),
    "The server speaks 1999-12-31, this client 2000-01-01",
  );
  assert.is(wire.closes, 1);
  assert.equal(await wire.rest(), []);
});

test("initialize is never cancelled", async () => {
  const { wire, connection } = connect(CLIENT);
  const open = connection.open({ timeout: 5 });
  assert.match(await messageOf(open), /^No answer to initialize/);
  assert.equal(
    wire.sent.map((one) => (one as { method: string }).method),
    ["initialize"],
  );
});

test("the client asks only for what the server declared", async () => {
  const { wire, connection } = await openClient({}, { resources: {} });
  assert.is(
    await messageOf(connection.request("tools/list")),
    "tools/list needs tools, which the peer did not declare",
  );
  assert.is(
    await messageOf(
      connection.request("resources/subscribe", { uri: "a://b" }),
    ),
    "resources/subscribe needs resources.subscribe, which the peer did not declare",
  );
  assert.equal(wire.sent, []);
});

test("the client hears notifications, and survives handlers that fail", async () => {
  const heard: unknown[] = [];
  const { wire, errors } = await openClient({
    "notifications/message": (params: unknown) => heard.push(params),
    "notifications/tools/list_changed": () => {
      throw new Error("first");
    },
    "notifications/resources/list_changed": () =>
      Promise.reject(new Error("second")),
  });
  wire.give({
    method: "notifications/message",
    params: { level: "info", data: 1 },
  });
  wire.give({ method: "notifications/tools/list_changed" });
  wire.give({ method: "notifications/resources/list_changed" });
  wire.give({ method: "notifications/unknown" });
  assert.equal(await wire.rest(), []);
  assert.equal(heard, [{ level: "info", data: 1 }]);
  assert.equal(errors, ["first", "second"]);
});

test.run();
