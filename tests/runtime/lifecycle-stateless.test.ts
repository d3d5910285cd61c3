import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/errors.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { ServerCore } from "../../templates/runtime/server.js";
import { resourceHandlers } from "../../templates/runtime/features/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import {
  connect,
  messageOf,
  STATELESS_CLIENT,
  STATELESS_SERVER,
  Wire,
} from "./support.js";
import type { Opened } from "./support.js";

const test = suite("lifecycle without a handshake");

const VERSION = "2000-01-01";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const SIGNED = {
  "io.modelcontextprotocol/serverInfo": { name: "server", version: "1" },
};
const TOOLS = { "tools/list": () => ({ tools: [] }) };

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
      jsonrpc: "2.0",
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
      message: `Invalid params: _meta has no io.modelcontextprotocol/protocolVersion; this server speaks ${VERSION}`,
      data: { supported: [VERSION] },
    },
  ],
  [
    "no capabilities",
    list({ "io.modelcontextprotocol/clientCapabilities": undefined }),
    {
      code: -32602,
      message: `Invalid params: _meta has no io.modelcontextprotocol/clientCapabilities; this server speaks ${VERSION}`,
      data: { supported: [VERSION] },
    },
  ],
  [
    "another version",
    list({ "io.modelcontextprotocol/protocolVersion": "1999-12-31" }),
    {
      code: -32022,
      message: "Unsupported protocol version: 1999-12-31",
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
      message: "Unsupported protocol version: 1999-12-31",
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
    { id: 1, method: "initialize", params: { _meta: META } },
    {
      code: -32601,
      message: `Method not found: initialize; this server speaks ${VERSION}`,
      data: { supported: [VERSION] },
    },
  ],
] as const) {
  test(`refused: ${title}`, () => {
    const { wire } = connect(STATELESS_SERVER, TOOLS);
    wire.give(message);
    assert.equal(wire.sent, [{ jsonrpc: "2.0", id: 1, error }]);
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
    {
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "error", data: 2 },
    },
  ]);
});

test("the server sends no requests", async () => {
  const { connection } = connect(STATELESS_SERVER, TOOLS);
  assert.is(
    await messageOf(connection.request("roots/list")),
    "A server must not send requests at this revision: roots/list",
  );
});

function listenRequest(id: number, notifications: object): object {
  return {
    id,
    method: "subscriptions/listen",
    params: { _meta: META, notifications },
  };
}

const ID = "io.modelcontextprotocol/subscriptionId";

test("subscriptions: acknowledged first, then what was asked for, until cancelled", async () => {
  const tools = toolHandlers({});
  const server = new ServerCore(
    STATELESS_SERVER,
    { name: "server", version: "1" },
    tools,
    {},
  );
  const wire = new Wire();
  await server.connect(wire);
  wire.give(
    listenRequest(1, {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ["a://b"],
    }),
  );
  wire.give(listenRequest(2, {}));
  assert.equal(wire.sent.splice(0), [
    {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { [ID]: 1 }, notifications: { toolsListChanged: true } },
    },
    {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { [ID]: 2 }, notifications: {} },
    },
  ]);
  const changed = (id: number): object => ({
    jsonrpc: "2.0",
    method: "notifications/tools/list_changed",
    params: { _meta: { [ID]: id } },
  });
  tools.set("one", { handler: () => "" });
  assert.equal(wire.sent.splice(0), [changed(1)]);
  tools.remove("none");
  tools.remove("one");
  assert.equal(wire.sent.splice(0), [changed(1)]);
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  tools.set("two", { handler: () => "" });
  assert.equal(await wire.rest(), []);
});

test("who may not read a resource is not told that it changed", async () => {
  const read = (): string => "x";
  const resources = resourceHandlers(
    { "a://mine": { read }, "a://other": { read } },
    { subscribe: true, access: async (uri) => uri.endsWith("mine") },
  );
  const { wire } = connect(STATELESS_SERVER, resources);
  const resourceSubscriptions = ["a://mine", "a://other", "a://none"];
  wire.give(listenRequest(1, { resourceSubscriptions }));
  const [{ params }] = (await wire.take()) as [{ params: object }];
  assert.equal(params, {
    _meta: { [ID]: 1 },
    notifications: { resourceSubscriptions: ["a://mine"] },
  });
});

test("a subscription that is given up while access is asked for is ended", async () => {
  let allow = (): void => {};
  const access = (): Promise<boolean> =>
    new Promise((resolve) => (allow = () => resolve(true)));
  const resources = resourceHandlers(
    { "a://b": { read: () => "x" } },
    { subscribe: true, access },
  );
  const { wire } = connect(STATELESS_SERVER, resources);
  wire.give(listenRequest(1, { resourceSubscriptions: ["a://b"] }));
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  allow();
  assert.equal(await wire.rest(), []);
  resources.updated("a://b");
  assert.equal(await wire.rest(), []);
});

test("subscriptions whose access is asked for count as open, and end with the server", async () => {
  let asked = 0;
  const { wire, connection } = connect(
    STATELESS_SERVER,
    {
      "resources/subscribe": () => new Promise(() => (asked += 1)),
      "resources/read": () => ({ contents: [] }),
    },
    { capabilities: { resources: { subscribe: true } } },
  );
  const resourceSubscriptions = ["a://b"];
  for (let id = 1; id <= 1_001; id += 1) {
    wire.give(listenRequest(id, { resourceSubscriptions }));
  }
  assert.is(asked, 1_000);
  const [refused] = (await wire.rest()) as [object];
  assert.equal(refused, {
    jsonrpc: "2.0",
    id: 1_001,
    error: { code: -32602, message: "Too many subscriptions are open" },
  });
  await connection.close();
  const results = wire.sent.filter((one) => "result" in one);
  assert.is(results.length, 1_000);
});

for (const [ended, when] of [
  [true, "has begun"],
  [false, "is asked for"],
] as const) {
  test(`handlers of resources hear the end of a subscription that ${when}`, async () => {
    const heard: string[] = [];
    const { wire, errors } = connect(
      STATELESS_SERVER,
      {
        "resources/subscribe": async ({ uri }: { uri: string }) => {
          if (uri === "a://no") throw new Error("Not that one");
          heard.push(`+ ${uri}`);
          return {};
        },
        "resources/unsubscribe": ({ uri }: { uri: string }) => {
          heard.push(`- ${uri}`);
          if (uri === "a://odd") throw new Error("Already gone");
        },
      },
      { capabilities: { resources: { subscribe: true } } },
    );
    const resourceSubscriptions = ["a://b", "a://no", "a://odd"];
    wire.give(listenRequest(1, { resourceSubscriptions }));
    if (ended) assert.is((await wire.take()).length, 1);
    wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
    assert.equal(await wire.rest(), []);
    assert.equal(heard, ["+ a://b", "+ a://odd", "- a://b", "- a://odd"]);
    assert.ok(errors.includes("Already gone"), String(errors));
  });
}

test("subscriptions end with a result when the server closes", async () => {
  const { wire, connection } = connect(STATELESS_SERVER, TOOLS);
  wire.give(listenRequest(7, {}));
  wire.sent.length = 0;
  await connection.close();
  assert.equal(wire.sent, [
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7, reason: "The server ends" },
    },
    {
      jsonrpc: "2.0",
      id: 7,
      result: { resultType: "complete", _meta: { ...SIGNED, [ID]: 7 } },
    },
  ]);
});

const DISCOVERED = {
  supportedVersions: ["1999-12-31", VERSION],
  capabilities: { tools: {} },
  instructions: "Use it",
  _meta: SIGNED,
};

test("the client asks who the server is, and says who it is itself", async () => {
  const { wire, connection } = connect(STATELESS_CLIENT, {});
  const open = connection.open();
  const [asked] = (await wire.take()) as [{ id: number }];
  const _meta = {
    ...META,
    "io.modelcontextprotocol/clientInfo": { name: "client", version: "1" },
  };
  assert.equal(asked, {
    jsonrpc: "2.0",
    id: asked.id,
    method: "server/discover",
    params: { _meta },
  });
  wire.give({ id: asked.id, result: DISCOVERED });
  await open;
  assert.equal(connection.peer, {
    info: { name: "server", version: "1" },
    capabilities: { tools: {} },
    version: VERSION,
    instructions: "Use it",
    logLevel: undefined,
  });
  const request = connection.request("tools/list", {
    cursor: "c",
    _meta: { own: 1 },
  });
  const [sent] = (await wire.take()) as [{ id: number; params: unknown }];
  assert.equal(sent.params, { cursor: "c", _meta: { ..._meta, own: 1 } });
  wire.give({ id: sent.id, result: { tools: [], ttlMs: -5 } });
  assert.equal(await request, {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    tools: [],
  });
});

for (const [title, answer, text] of [
  [
    "an error",
    { error: { code: -32601, message: "Method not found" } },
    `The server does not speak ${VERSION}: Method not found`,
  ],
  [
    "other versions",
    { result: { ...DISCOVERED, supportedVersions: ["1999-12-31"] } },
    `The server speaks 1999-12-31, this client ${VERSION}`,
  ],
] as const) {
  test(`the client leaves a server that answers with ${title}`, async () => {
    const { wire, connection } = connect(STATELESS_CLIENT);
    const open = connection.open();
    const [{ id }] = (await wire.take()) as [{ id: number }];
    wire.give({ id, ...answer });
    assert.is(await messageOf(open), text);
    assert.is(wire.closes, 1);
  });
}

test("the client answers no requests", async () => {
  const { wire, connection, errors } = connect(STATELESS_CLIENT, {
    "roots/list": () => ({ roots: [] }),
  });
  void connection.open().catch(() => {});
  await wire.take();
  wire.give({ id: 1, method: "roots/list" });
  assert.equal(await wire.rest(), []);
  wire.give({ id: 2, method: 5 });
  wire.receiver.receive([{ jsonrpc: "2.0", id: 3, method: "roots/list" }]);
  wire.receiver.unreadable(new Error("A line was not JSON"));
  assert.equal(await wire.rest(), []);
  assert.equal(errors, [
    "The peer must not send requests, but sent roots/list",
    "The message is neither a request nor a known response",
    "This revision has no batches",
    "A line was not JSON",
  ]);
  await connection.close();
});

/** A client that is connected, with these handlers. */
async function opened(handlers: Handlers): Promise<Opened> {
  const client = connect(STATELESS_CLIENT, handlers);
  const open = client.connection.open();
  const [{ id }] = (await client.wire.take()) as [{ id: number }];
  client.wire.give({ id, result: DISCOVERED });
  await open;
  return client;
}

interface Sent {
  readonly id: number;
  readonly params: { readonly _meta: object; readonly [name: string]: unknown };
}

test("rounds: what is asked for is answered, and the request sent again", async () => {
  const { wire, connection } = await opened({
    "roots/list": () => ({ roots: [] }),
    "sampling/createMessage": async (params: { maxTokens: number }) => ({
      sampled: params.maxTokens,
    }),
  });
  const request = connection.request("tools/call", {
    name: "t",
    arguments: { a: 1 },
  });
  const [first] = (await wire.take()) as [Sent];
  wire.give({
    id: first.id,
    result: {
      resultType: "input_required",
      requestState: "sealed 1",
      inputRequests: {
        one: { method: "roots/list" },
        two: { method: "sampling/createMessage", params: { maxTokens: 5 } },
      },
    },
  });
  const [second] = (await wire.take()) as [Sent];
  assert.is.not(second.id, first.id);
  assert.equal(second.params, {
    name: "t",
    arguments: { a: 1 },
    inputResponses: { one: { roots: [] }, two: { sampled: 5 } },
    requestState: "sealed 1",
    _meta: first.params._meta,
  });
  wire.give({
    id: second.id,
    result: {
      resultType: "input_required",
      inputRequests: { three: { method: "roots/list" } },
    },
  });
  const [third] = (await wire.take()) as [Sent];
  assert.equal(third.params, {
    name: "t",
    arguments: { a: 1 },
    inputResponses: { three: { roots: [] } },
    _meta: first.params._meta,
  });
  wire.give({
    id: third.id,
    result: { resultType: "input_required", requestState: "only" },
  });
  const [fourth] = (await wire.take()) as [Sent];
  assert.equal(fourth.params, {
    name: "t",
    arguments: { a: 1 },
    requestState: "only",
    _meta: first.params._meta,
  });
  wire.give({ id: fourth.id, result: { content: [] } });
  assert.equal(await request, { resultType: "complete", content: [] });
});

for (const [title, method, asked, text] of [
  [
    "where it must not",
    "tools/list",
    { requestState: "s" },
    "tools/list must not need input",
  ],
  [
    "for nothing",
    "tools/call",
    {},
    "The answer to tools/call needs input, but asks for nothing",
  ],
  [
    "for what is no request",
    "tools/call",
    { inputRequests: { a: 5 } },
    "The input a has no method",
  ],
  [
    "in no map",
    "tools/call",
    { inputRequests: [{ method: "roots/list" }] },
    "inputRequests is not an object",
  ],
  [
    "with a state that is no text",
    "tools/call",
    { requestState: 5 },
    "requestState is not a string",
  ],
  [
    "for what is not asked so",
    "tools/call",
    { inputRequests: { a: { method: "x/custom" } } },
    "The input a must not be asked for: x/custom",
  ],
  [
    "for what the client does not do",
    "tools/call",
    { inputRequests: { a: { method: "roots/list" } } },
    "Method not found: roots/list",
  ],
  [
    "for what the user refuses",
    "tools/call",
    { inputRequests: { a: { method: "sampling/createMessage" } } },
    "User rejected",
  ],
] as const) {
  test(`rounds: a result asks ${title}`, async () => {
    const { wire, connection } = await opened({
      "sampling/createMessage": () => {
        throw new McpError(-1, "User rejected");
      },
    });
    const request = connection.request(method, { name: "t" });
    const [{ id }] = (await wire.take()) as [Sent];
    wire.give({ id, result: { resultType: "input_required", ...asked } });
    assert.is(await messageOf(request), text);
    assert.equal(await wire.rest(), []);
  });
}

test("rounds: calls at a time keep their questions and states apart", async () => {
  const { wire, connection } = await opened({
    "sampling/createMessage": ({ text }: { text: string }) => ({ text }),
  });
  const names = ["a", "b", "c"];
  const requests = names.map((name) =>
    connection.request("tools/call", { name, requestState: "of the user" }),
  );
  const first = (await wire.take(3)) as Sent[];
  for (const { id, params } of first.reverse()) {
    const text = String(params.name);
    const inputRequests = {
      same: { method: "sampling/createMessage", params: { text } },
    };
    const state = text === "b" ? {} : { requestState: `${text} "\u2028é` };
    const result = { resultType: "input_required", inputRequests, ...state };
    wire.give({ id, result });
  }
  const second = (await wire.take(3)) as Sent[];
  assert.is(new Set([...first, ...second].map(({ id }) => id)).size, 6);
  for (const { id, params } of second) {
    const { name, inputResponses, requestState } = params;
    assert.equal(inputResponses, { same: { text: name } });
    const state = name === "b" ? undefined : `${String(name)} "\u2028é`;
    assert.is(requestState, state);
    wire.give({ id, result: { content: [name] } });
  }
  assert.equal(
    await Promise.all(requests),
    names.map((name) => ({ resultType: "complete", content: [name] })),
  );
});

test("rounds: a server that is never content", async () => {
  const { wire, connection } = await opened({});
  const request = messageOf(connection.request("tools/call", { name: "t" }));
  for (let round = 0; round <= 20; round++) {
    const [{ id }] = (await wire.take()) as [Sent];
    const result = { resultType: "input_required", requestState: `${round}` };
    wire.give({ id, result });
  }
  assert.is(
    await request,
    "tools/call was not answered after 20 rounds of input",
  );
});

test("rounds: a handler is cancelled with the request", async () => {
  let aborted: unknown;
  const { wire, connection } = await opened({
    "roots/list": (_: never, { signal }: Call) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted = signal.reason;
          reject(signal.reason as Error);
        });
      }),
  });
  const stop = new AbortController();
  const request = connection.request(
    "tools/call",
    { name: "t" },
    { signal: stop.signal },
  );
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = { a: { method: "roots/list" } };
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  await wire.rest();
  const reason = new Error("enough");
  stop.abort(reason);
  assert.is(await messageOf(request), "enough");
  assert.is(aborted, reason);
});

test("rounds: many questions listen to the request's signal once", async () => {
  const { signal } = new AbortController();
  const listeners: number[] = [];
  const { wire, connection } = await opened({
    "roots/list": () => {
      listeners.push(getEventListeners(signal, "abort").length);
      return { roots: [] };
    },
  });
  const request = connection.request("tools/call", { name: "t" }, { signal });
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = Object.fromEntries(
    [..."abcdefghijklmno"].map((key) => [key, { method: "roots/list" }]),
  );
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  const [again] = (await wire.take()) as [Sent];
  assert.equal(
    listeners,
    Array.from({ length: 15 }, () => 1),
  );
  wire.give({ id: again.id, result: { content: [] } });
  await request;
  assert.equal(getEventListeners(signal, "abort"), []);
});

test("rounds: when one question fails, the others are of no more use", async () => {
  let reason: unknown;
  const { wire, connection } = await opened({
    "roots/list": (_: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => (reason = signal.reason));
      }),
    "sampling/createMessage": () => {
      throw new McpError(-1, "User rejected");
    },
  });
  const request = connection.request("tools/call", { name: "t" });
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = {
    a: { method: "roots/list" },
    b: { method: "sampling/createMessage", params: {} },
  };
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  assert.is(await messageOf(request), "User rejected");
  assert.instance(reason, McpError);
});

test("a result of an unknown type is not valid", async () => {
  const { wire, connection } = connect(STATELESS_CLIENT);
  const open = connection.open();
  const [asked] = (await wire.take()) as [{ id: number }];
  wire.give({ id: asked.id, result: DISCOVERED });
  await open;
  const request = connection.request("tools/list");
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({ id, result: { resultType: "strange", tools: [] } });
  assert.is(
    await messageOf(request),
    "The result of tools/list has an unknown type: strange",
  );
});

test.run();
