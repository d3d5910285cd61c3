/** Tests of a stateless server (of a revision without a handshake). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  connect,
  listing,
  LOGGING,
  getRejectionMessage,
  STATELESS_SERVER,
  TOOLS,
} from "../../../harness/wire/wire.js";
import { VERSION, META, SIGNED } from "../../../harness/wire/stateless.js";
import { McpError } from "../../../../runtime/json-rpc/messages/errors.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("stateless server");

const OF = "io.modelcontextprotocol/";

function list(meta: object = {}): object {
  const params = { _meta: { ...META, ...meta } };
  return { id: 1, method: "tools/list", params };
}

const BASE = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

requirement("026bb547af71 3121883187ff 7464b3465d3f c0d3c2391d8c");
test("a stateless server answers server/discover", () => {
  const instructions = "Use it";
  const { wire } = connect(STATELESS_SERVER, TOOLS, { instructions });
  wire.give({ id: 1, method: "server/discover", params: { _meta: META } });
  const result = {
    ...BASE,
    supportedVersions: [VERSION],
    capabilities: { tools: {}, logging: {} },
    instructions,
    _meta: SIGNED,
  };
  assert.equal(wire.sent, [{ id: 1, result }]);
});

test("a stateless server reports a received response as an error", () => {
  const { wire, errors } = connect(STATELESS_SERVER, TOOLS);
  wire.give({ id: 1, result: {} });
  wire.receiver.failed(1, new Error("not sent"));
  assert.equal(errors, ["No pending request has the id 1", "not sent"]);
});

requirement(`
  474327ae6392 96712f6f6f6c 80c5f4582c3a 15401e618142 9a7c0079bd18
`);
test("a stateless server adds its name and default members to results", () => {
  const cached = { ttlMs: 5, cacheScope: "public" };
  const mine = { [`${OF}serverInfo`]: "mine" };
  const results = [
    { tools: [] },
    { tools: [], ...cached, _meta: { a: 1 } },
    { tools: [], _meta: mine },
  ];
  const { wire } = connect(STATELESS_SERVER, {
    "tools/list": () => results.shift(),
    "tools/call": () => ({ content: [] }),
  });
  for (let count = 0; count < 3; count++) wire.give(list());
  const params = { name: "x", _meta: META };
  wire.give({ id: 1, method: "tools/call", params });
  assert.equal(
    wire.sent.map(({ result }) => result),
    [
      { ...BASE, tools: [], _meta: SIGNED },
      { ...BASE, tools: [], ...cached, _meta: { ...SIGNED, a: 1 } },
      { ...BASE, tools: [], _meta: mine },
      { resultType: "complete", content: [], _meta: SIGNED },
    ],
  );
});

const supported = [VERSION];
const SUPPORTS = `this server supports ${VERSION}`;
const SPEAKS = `${SUPPORTS}; generate the server with --rev`;
const MISSING = "Invalid params: _meta has no io.modelcontextprotocol/";
const OLD = list({ [`${OF}protocolVersion`]: "1999-12-31" });
const UNSUPPORTED = {
  code: -32022,
  message: `Unsupported protocol version: 1999-12-31; ${SPEAKS} ${VERSION},1999-12-31`,
  data: { supported, requested: "1999-12-31" },
};

const invalid = (why: string, data?: object): object => ({
  code: -32602,
  message: why,
  ...(data && { data }),
});
const params = { _meta: META, protocolVersion: "1999-12-31" };
const initialize = { id: 1, method: "initialize", params };
const UNKNOWN = {
  code: -32601,
  message: `Method not found: initialize; ${SPEAKS} ${VERSION},1999-12-31`,
  data: { supported },
};

requirement(`
  db1e790133fc af2caaa36f0a 57b0c0f57f5b 03fb57621323 fabb8a55df06
  01c105846498
`);
for (const [title, message, error] of [
  [
    "a request without params",
    { id: 1, method: "tools/list" },
    invalid(`${MISSING}protocolVersion; ${SUPPORTS}`, { supported }),
  ],
  [
    "a request without capabilities",
    list({ [`${OF}clientCapabilities`]: undefined }),
    invalid(`${MISSING}clientCapabilities`, { supported }),
  ],
  ["an unsupported version", OLD, UNSUPPORTED],
  [
    "an unknown method with an unsupported version",
    { ...OLD, method: "x/y" },
    UNSUPPORTED,
  ],
  [
    "an unknown log level",
    list({ [`${OF}logLevel`]: "loud" }),
    invalid("Unknown log level: loud"),
  ],
  ["initialize", initialize, UNKNOWN],
] as const)
  test(`a stateless server rejects ${title}`, () => {
    const { wire } = connect(STATELESS_SERVER, TOOLS);
    wire.give(message);
    assert.equal(wire.sent, [{ id: 1, error }]);
  });

requirement("bf94287670dd d16253939c4b 54b730b9a96a 0e26d80c027a");
test("a stateless server uses only the client data in the current request", () => {
  const peers: unknown[] = [];
  const looks = listing(({ peer }) => peers.push(peer));
  const { wire } = connect(STATELESS_SERVER, looks);
  const info = { name: "c", version: "3" };
  const capabilities = { roots: {} };
  wire.give(
    list({
      [`${OF}clientInfo`]: info,
      [`${OF}clientCapabilities`]: capabilities,
      [`${OF}logLevel`]: "error",
    }),
  );
  wire.give(list());
  const [version, none] = [VERSION, undefined];
  assert.equal(peers, [
    { info, capabilities, version, logLevel: "error" },
    { info: none, capabilities: {}, version, logLevel: none },
  ]);
});

requirement("ac10f68e209e 3c15dc8e10f2");
test("a stateless server sends no log messages below the log level in _meta of the request", () => {
  const logs = listing((ctx) => {
    ctx.log("info", 1);
    ctx.log("error", 2);
  });
  const { wire } = connect(STATELESS_SERVER, logs, LOGGING);
  wire.give(list());
  assert.is(wire.sent.splice(0).length, 1);
  wire.give(list({ [`${OF}logLevel`]: "warning" }));
  assert.equal(wire.sent.slice(0, -1), [
    { method: "notifications/message", params: { level: "error", data: 2 } },
  ]);
});

requirement(`
  2dc87030fe5e d30b8b0197c3 e5f867b382fe a1c8232fbd30 7a2f4805756b
  a2dd8243c990
`);
test("a stateless server cannot send requests", async () => {
  const { connection } = connect(STATELESS_SERVER, TOOLS);
  assert.is(
    await getRejectionMessage(connection.request("roots/list")),
    "A server must not send requests at this revision: roots/list",
  );
});

test("a stateless server replaces an error code that the revision does not define with -32603", () => {
  const methods = {
    ...STATELESS_SERVER.methods,
    "notifications/elicitation/complete": undefined,
  };
  const { wire, errors } = connect(
    { ...STATELESS_SERVER, methods },
    {
      "tools/list": () => {
        throw new McpError(-32042, "visit a page", { elicitations: [] });
      },
    },
  );
  wire.give(list());
  const error = { code: -32603, message: "visit a page" };
  assert.equal([errors, wire.sent], [["visit a page"], [{ id: 1, error }]]);
});

test.run();
