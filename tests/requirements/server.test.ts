/**
 * Tests of the specification's requirements for servers, as far as no other
 * test covers them.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../runtime/features/prompts.js";
import { resourceHandlers } from "../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../runtime/features/tools.js";
import { urlElicitationRequired } from "../../runtime/features/requests/url-elicitation.js";
import { ServerCore } from "../../runtime/protocol/server-core.js";
import {
  connect,
  HELLO,
  SERVER,
  STATELESS_SERVER,
  text,
  Wire,
  type Sent,
} from "../harness/wire/wire.js";
import type { Call } from "../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../runtime/protocol/lifecycle.js";
import { createMeta } from "../harness/peers/meta.js";
import { requirement } from "../harness/run/requirement.js";
import { assertThrows } from "../harness/run/throws.js";

const test = suite("requirements: servers");

const INFO = { name: "server", version: "1" };
const META = createMeta("2000-01-01");

/** Connects a client to `server` and completes the handshake. */
async function opened(server: ServerCore): Promise<Wire> {
  const wire = new Wire();
  await server.connect(wire);
  wire.give(HELLO);
  wire.give({ method: "notifications/initialized" });
  wire.sent.length = 0;
  return wire;
}

/** Sends a stateless request and returns the response. */
async function answered(
  wire: Wire,
  method: string,
  params: object = {},
): Promise<Sent> {
  wire.give({ id: 1, method, params: { ...params, _meta: META } });
  return wire.next();
}

const handler = (): string => "x";
const prompts = promptHandlers({});
const resources = resourceHandlers({});
const tools = toolHandlers({});

/**
 * Lists, each with its name, its handlers, and a function that changes the
 * list.
 */
const LISTS: readonly (readonly [string, Handlers, () => void])[] = [
  ["prompts", prompts, () => prompts.set("p", { handler })],
  ["resources", resources, () => resources.set("a:b", { read: handler })],
  ["tools", tools, () => tools.set("t", { handler })],
];

for (const [name, handlers, change] of LISTS) {
  const method = `notifications/${name}/list_changed`;

  requirement("2d80d7a6b550 24d3b6068b43 feba64272f34");
  test(`a server notifies all clients when its list of ${name} changes`, async () => {
    const server = new ServerCore(SERVER, INFO, handlers, {});
    const wires = [await opened(server), await opened(server)];
    change();
    await new Promise(setImmediate);
    for (const wire of wires) assert.equal(wire.sent, [{ method }]);
  });

  requirement("8e79db21e8fa 918dc355633b");
  test(`a stateless server notifies only subscribers when its list of ${name} changes`, async () => {
    const wire = new Wire();
    const server = new ServerCore(STATELESS_SERVER, INFO, handlers, {});
    await server.connect(wire);
    for (const [id, notifications] of [
      [1, { [`${name}ListChanged`]: true }],
      [2, {}],
    ] as const) {
      const params = { _meta: META, notifications };
      wire.give({ id, method: "subscriptions/listen", params });
    }
    wire.sent.length = 0;
    change();
    const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
    assert.equal(wire.sent, [{ method, params: { _meta } }]);
  });

  requirement(`
    4445a1130496 4ade69f7190c 1296329bb4c9 6cf3b6d400ad 216155149f0f
    1287ade8342d
  `);
  test(`a stateless server returns the same list of ${name} on every connection`, async () => {
    const seen: Sent[] = [];
    for (const before of [[], ["server/discover", `${name}/list`, "no/such"]]) {
      const { wire } = connect(STATELESS_SERVER, handlers);
      for (const method of before)
        wire.give({ id: method, method, params: { _meta: META } });
      await wire.rest();
      seen.push(await answered(wire, `${name}/list`));
    }
    const [first, second] = seen;
    const list = first?.result[name] as unknown[] | undefined;
    assert.is(list?.length, 1);
    assert.equal(first, second);
  });
}

requirement("ea3860131515");
test("a server replaces a negative ttlMs with 0", async () => {
  const list = () => ({ tools: [], ttlMs: -5 });
  const { wire } = connect(STATELESS_SERVER, { "tools/list": list });
  assert.is((await answered(wire, "tools/list")).result["ttlMs"], 0);
});

requirement("15d3ccae630d ebe9989d8707");
test("a server distinguishes tool names by case", async () => {
  const entries = toolHandlers({
    a: { handler: () => "small" },
    A: { handler: () => "large" },
  });
  entries.set("a", { handler: () => "small, again" });
  const wire = await opened(new ServerCore(SERVER, INFO, entries, {}));
  wire.give({ id: 1, method: "tools/list" });
  for (const name of ["a", "A"])
    wire.give({ id: name, method: "tools/call", params: { name } });
  const [list, ...calls] = (await wire.take(3)) as Sent[];
  const listed = list?.result["tools"] as { name: string }[];
  assert.equal(
    listed.map(({ name }) => name),
    ["a", "A"],
  );
  assert.equal(
    calls.map(({ result }) => result["content"]),
    [[text("small, again")], [text("large")]],
  );
});

requirement("0c151138f38e 3e69b5795e94");
test("all pages of a server's list have the same cache scope", async () => {
  const entries = { a: { handler }, b: { handler }, c: { handler } };
  const handlers = toolHandlers(entries, { pageSize: 1 });
  const { wire } = connect(STATELESS_SERVER, handlers);
  const scopes: unknown[] = [];
  let cursor: unknown;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const { result } = await answered(wire, "tools/list", params);
    scopes.push(result["cacheScope"]);
    cursor = result["nextCursor"];
  } while (cursor !== undefined);
  assert.equal(scopes, ["private", "private", "private"]);
});

const NO_QUESTION = { inputRequests: { a: { method: "ping" } } };

for (const [title, asks, problem] of [
  [
    "nothing",
    {},
    "The input-required result of tools/call has neither inputRequests nor requestState",
  ],
  [
    "a method that is not an input request",
    NO_QUESTION,
    "ping is not a method that asks a client for input",
  ],
] as const) {
  requirement("2d88170d0761 8d0dda58103c");
  test(`a server rejects a handler's input-required result that requests ${title}`, async () => {
    const call = () => ({ resultType: "input_required", ...asks });
    const opened = connect(STATELESS_SERVER, { "tools/call": call });
    const { error } = await answered(opened.wire, "tools/call", { name: "t" });
    assert.is(error.code, -32603);
    assert.equal(opened.errors, [problem]);
  });
}

const NAMES = ["a", "DATA_EXPORT_v2", "admin.tools-list", "x".repeat(128)];
const NO_NAMES = ["x".repeat(129), "", "a b", "a,b", "a:b", "a/b", "é"];

for (const name of [...NAMES, ...NO_NAMES]) {
  requirement("4b7930329941 0cc2ca459f38 c8fc0df8575a");
  test(`a server ${NAMES.includes(name) ? "accepts" : "rejects"} the tool name ${JSON.stringify(name.slice(0, 20))} with ${name.length} characters`, () => {
    const make = (): unknown => toolHandlers({ [name]: { handler } });
    if (NAMES.includes(name)) make();
    else assertThrows(make, `Invalid tool name ${name}: `);
  });
}

requirement("5c59c33a3652 6ebccb78881b");
test("a server sends notifications/elicitation/complete only to the client that received the elicitation", async () => {
  const method = "notifications/elicitation/complete";
  const params = { elicitationId: "e1" };
  const content: unknown[] = [];
  const call = (_params: never, ctx: Call) => {
    ctx.notify(method, params);
    return { content };
  };
  const server = new ServerCore(SERVER, INFO, { "tools/call": call }, {});
  const asked = await opened(server);
  const other = await opened(server);
  asked.give({ id: 1, method: "tools/call", params: { name: "t" } });
  const answer = { id: 1, result: { content } };
  assert.equal(await asked.rest(), [{ method, params }, answer]);
  assert.equal(await other.rest(), []);
});

requirement("07542473b63c 90978e980509 54938e050a5a");
test("`urlElicitationRequired` returns an error with the given elicitations", () => {
  const page = {
    mode: "url",
    message: "?",
    url: "https://a.b/",
    elicitationId: "e1",
  } as const;
  const { code, data } = urlElicitationRequired([page]);
  assert.equal([code, data], [-32042, { elicitations: [page] }]);
  assertThrows(() => urlElicitationRequired([]), "needs at least one web page");
});
test.run();
