/**
 * Tests of a server of a revision with a handshake: initialization, requests
 * and capabilities.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import {
  connect,
  HELLO,
  LIST,
  getRejectionMessage,
  openServer,
  SERVER,
  TOOLS,
} from "../../../harness/wire/wire.js";
import { requirement } from "../../../harness/run/requirement.js";
import { assertThrows } from "../../../harness/run/throws.js";

const test = suite("initialization: server");

requirement("127bd531a458 8a52cde2a192 af298eb0d166");
test("a server answers initialize with its version, capabilities and name", () => {
  const instructions = "Use it";
  const { wire, connection } = connect(SERVER, TOOLS, { instructions });
  const params = { ...HELLO.params, protocolVersion: "1999-12-31" };
  wire.give({ ...HELLO, params });
  const result = {
    protocolVersion: "2000-01-01",
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: "server", version: "1" },
    instructions,
  };
  assert.equal(wire.sent, [{ id: "hello", result }]);
  assert.equal(connection.peer, {
    info: { name: "test", version: "1" },
    capabilities: { sampling: {}, roots: {} },
    version: "2000-01-01",
  });
});

requirement("15831f959985");
test("a server rejects all requests except ping before initialize", () => {
  const { wire } = connect(SERVER, TOOLS);
  wire.give({ method: "notifications/initialized" });
  wire.give({ id: 1, method: "tools/list" });
  wire.give({ id: 2, method: "ping" });
  const message =
    "tools/list must not be sent before the connection is initialized";
  assert.equal(wire.sent, [
    { id: 1, error: { code: -32600, message } },
    { id: 2, result: {} },
  ]);
});

test("within one request, `ctx.once` runs its function only once", async () => {
  let done = 0;
  const once = (ctx: Call) =>
    ctx.once("at", async () => ({ at: new Date((done += 1)) }));
  const { wire } = openServer({
    "tools/list": async (_: never, ctx: Call) => ({
      tools: [await once(ctx), await once(ctx)],
    }),
  });
  wire.give(LIST);
  const at = "1970-01-01T00:00:00.001Z";
  assert.equal(await wire.take(), [
    { id: 1, result: { tools: [{ at }, { at }] } },
  ]);
});

test("a connection rejects a second initialize request", () => {
  const { wire } = openServer();
  wire.give({ ...HELLO, id: 2 });
  const message = "Already initialized";
  assert.equal(wire.sent, [{ id: 2, error: { code: -32600, message } }]);
});

requirement("3232ed8e4c5a");
test("a server sends only pings and log messages before notifications/initialized", async () => {
  const { wire, connection } = connect(SERVER, TOOLS);
  wire.give(HELLO);
  wire.sent.length = 0;
  const text =
    "roots/list must not be sent before the connection is initialized";
  assert.is(await getRejectionMessage(connection.request("roots/list")), text);
  assertThrows(
    () => connection.notify("notifications/tools/list_changed"),
    "notifications/tools/list_changed must not be sent before",
  );
  connection.endpoint.lifecycle.broadcast(
    connection,
    "notifications/tools/list_changed",
  );
  const pinged = getRejectionMessage(connection.request("ping"));
  connection.notify("notifications/message", { level: "info", data: 1 });
  assert.equal(
    wire.sent.map(({ method }) => method),
    ["ping", "notifications/message"],
  );
  wire.give({ method: "notifications/initialized" });
  const listed = getRejectionMessage(connection.request("roots/list"));
  assert.is(wire.sent.length, 3);
  await connection.close();
  assert.is(await pinged, "The connection was closed");
  assert.is(await listed, "The connection was closed");
});

requirement("11e7a0b77792 8b1cf09278d2");
test("a server rejects its own requests that need an undeclared client capability", async () => {
  const { connection } = openServer();
  for (const [method, problem] of [
    [
      "elicitation/create",
      "needs the capability elicitation, which the peer did not declare",
    ],
    ["x/y", "is not part of revision 2000-01-01"],
  ] as const)
    assert.is(
      await getRejectionMessage(connection.request(method, {})),
      `${method} ${problem}`,
    );
  assertThrows(
    () => connection.notify("notifications/tools/list_changed"),
    "notifications/tools/list_changed needs the capability tools.listChanged, which this side did not declare",
  );
});

test("cancelling a request also cancels the requests that its handler has sent", async () => {
  const { signal } = new AbortController();
  const { wire } = openServer({
    "tools/list": async (_: never, ctx: Call) => ({
      tools: [await ctx.sample({ maxTokens: 1 }, { signal })],
    }),
  });
  wire.give({ id: 1, method: "tools/list" });
  const { id, ...question } = await wire.next();
  const method = "sampling/createMessage";
  assert.equal(question as object, { method, params: { maxTokens: 1 } });
  const answer = { role: "assistant" };
  wire.give({ id, result: answer });
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [answer] } }]);
  wire.give({ id: 2, method: "tools/list" });
  const asked = await wire.next();
  const cancelled = (requestId: number): object => ({
    method: "notifications/cancelled",
    params: { requestId, reason: "stop" },
  });
  wire.give(cancelled(2));
  assert.equal(await wire.rest(), [cancelled(asked.id)]);
});

requirement(`
  753471c2f4d7 c0d3c2391d8c 09509effa3f3 a12fd23a3141 85211d9abe13
`);
for (const [title, set, expected] of [
  [
    "the capabilities implied by its handlers",
    undefined,
    { tools: {}, prompts: {}, logging: {} },
  ],
  [
    "the capabilities that its options add",
    { experimental: { x: {} }, tools: { listChanged: true } },
    {
      tools: { listChanged: true },
      prompts: {},
      logging: {},
      experimental: { x: {} },
    },
  ],
  [
    "no capabilities that its options remove",
    { prompts: false, tools: undefined, logging: false },
    {},
  ],
] as const)
  test(`a server declares ${title}`, () => {
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

test.run();
