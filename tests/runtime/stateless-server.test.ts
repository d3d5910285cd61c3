/** What a server without a handshake answers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import { connect, messageOf, STATELESS_SERVER, TOOLS } from "./support.js";
import { VERSION, META, SIGNED } from "./stateless-support.js";

const test = suite("without a handshake: the server");

function list(meta: object = {}): object {
  return {
    id: 1,
    method: "tools/list",
    params: { _meta: { ...META, ...meta } },
  };
}

test("server/discover", () => {
  const { wire } = connect(STATELESS_SERVER, TOOLS, { instructions: "Use it" });
  wire.give({ id: 1, method: "server/discover", params: { _meta: META } });
  assert.equal(wire.sent, [
    {
      id: 1,
      result: {
        resultType: "complete",
        ttlMs: 0,
        cacheScope: "private",
        supportedVersions: [VERSION],
        capabilities: { tools: {} },
        instructions: "Use it",
        _meta: SIGNED,
      },
    },
  ]);
});

test("results are signed and complete; what the handler sets stays", () => {
  const results = [
    { tools: [] },
    { tools: [], ttlMs: 5, cacheScope: "public", _meta: { a: 1 } },
    { tools: [], _meta: { "io.modelcontextprotocol/serverInfo": "mine" } },
  ];
  const { wire } = connect(STATELESS_SERVER, {
    "tools/list": () => results.shift(),
    "tools/call": () => ({ content: [] }),
  });
  for (let count = 0; count < 3; count++) wire.give(list());
  wire.give({
    id: 1,
    method: "tools/call",
    params: { name: "x", _meta: META },
  });
  const base = { resultType: "complete", tools: [] };
  assert.equal(
    wire.sent.map((one) => (one as { result: unknown }).result),
    [
      { ...base, ttlMs: 0, cacheScope: "private", _meta: SIGNED },
      { ...base, ttlMs: 5, cacheScope: "public", _meta: { ...SIGNED, a: 1 } },
      {
        ...base,
        ttlMs: 0,
        cacheScope: "private",
        _meta: { "io.modelcontextprotocol/serverInfo": "mine" },
      },
      { resultType: "complete", content: [], _meta: SIGNED },
    ],
  );
});

for (const [title, message, error] of [
  [
    "no params",
    { id: 1, method: "tools/list" },
    {
      code: -32602,
      message: `Invalid params: _meta has no io.modelcontextprotocol/protocolVersion; this server speaks ${VERSION}; generate it with --rev all`,
      data: { supported: [VERSION] },
    },
  ],
  [
    "no capabilities",
    list({ "io.modelcontextprotocol/clientCapabilities": undefined }),
    {
      code: -32602,
      message: `Invalid params: _meta has no io.modelcontextprotocol/clientCapabilities`,
      data: { supported: [VERSION] },
    },
  ],
  [
    "another version",
    list({ "io.modelcontextprotocol/protocolVersion": "1999-12-31" }),
    {
      code: -32022,
      message: `Unsupported protocol version: 1999-12-31; this server speaks ${VERSION}; generate it with --rev ${VERSION},1999-12-31`,
      data: { supported: [VERSION], requested: "1999-12-31" },
    },
  ],
  [
    "another version comes before an unknown method",
    {
      ...list({ "io.modelcontextprotocol/protocolVersion": "1999-12-31" }),
      method: "x/y",
    },
    {
      code: -32022,
      message: `Unsupported protocol version: 1999-12-31; this server speaks ${VERSION}; generate it with --rev ${VERSION},1999-12-31`,
      data: { supported: [VERSION], requested: "1999-12-31" },
    },
  ],
  [
    "an unknown level",
    list({ "io.modelcontextprotocol/logLevel": "loud" }),
    { code: -32602, message: "Not a log level: loud" },
  ],
  [
    "a handshake",
    {
      id: 1,
      method: "initialize",
      params: { _meta: META, protocolVersion: "1999-12-31" },
    },
    {
      code: -32601,
      message: `Method not found: initialize; this server speaks ${VERSION}; generate it with --rev ${VERSION},1999-12-31`,
      data: { supported: [VERSION] },
    },
  ],
] as const) {
  test(`refused: ${title}`, () => {
    const { wire } = connect(STATELESS_SERVER, TOOLS);
    wire.give(message);
    assert.equal(wire.sent, [{ id: 1, error }]);
  });
}

test("what is known of the client is what this request says", () => {
  const peers: unknown[] = [];
  const { wire } = connect(STATELESS_SERVER, {
    "tools/list": (_: never, ctx: Call) => (
      peers.push(ctx.peer),
      { tools: [] }
    ),
  });
  wire.give(
    list({
      "io.modelcontextprotocol/clientInfo": { name: "c", version: "3" },
      "io.modelcontextprotocol/clientCapabilities": { roots: {} },
      "io.modelcontextprotocol/logLevel": "error",
    }),
  );
  wire.give(list());
  assert.equal(peers, [
    {
      info: { name: "c", version: "3" },
      capabilities: { roots: {} },
      version: VERSION,
      instructions: undefined,
      logLevel: "error",
    },
    {
      info: undefined,
      capabilities: {},
      version: VERSION,
      instructions: undefined,
      logLevel: undefined,
    },
  ]);
});

test("log messages only when the request asked for them, from its level on", () => {
  const { wire } = connect(
    STATELESS_SERVER,
    {
      "tools/list": (_: never, ctx: Call) => {
        ctx.log("info", 1);
        ctx.log("error", 2);
        return { tools: [] };
      },
    },
    { capabilities: { logging: {} } },
  );
  wire.give(list());
  assert.is(wire.sent.splice(0).length, 1);
  wire.give(list({ "io.modelcontextprotocol/logLevel": "warning" }));
  assert.equal(wire.sent.slice(0, -1), [
    { method: "notifications/message", params: { level: "error", data: 2 } },
  ]);
});

test("the server sends no requests", async () => {
  const { connection } = connect(STATELESS_SERVER, TOOLS);
  assert.is(
    await messageOf(connection.request("roots/list")),
    "A server must not send requests at this revision: roots/list",
  );
});

test.run();
