/** What servers must and should do, and no feature's own tests show. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { urlElicitationRequired } from "../../templates/runtime/features/questions/url-elicitation.js";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { closeSites } from "../http/support.js";
import {
  connect,
  HELLO,
  SERVER,
  STATELESS_SERVER,
  Wire,
} from "../runtime/support.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { Protocol } from "../../templates/runtime/endpoint/protocol.js";
import { metaOf } from "../support/meta.js";

const test = suite("requirements: servers");
test.after.each(closeSites);

const INFO = { name: "server", version: "1" };
const META = metaOf("2000-01-01");

/** A client's connection to `server`, opened by a handshake. */
async function opened(server: ServerCore): Promise<Wire> {
  const wire = new Wire();
  await server.connect(wire);
  wire.give(HELLO);
  wire.give({ method: "notifications/initialized" });
  wire.sent.length = 0;
  return wire;
}

const handler = (): string => "x";
const prompts = promptHandlers({});
const resources = resourceHandlers({});
const tools = toolHandlers({});

/** A list, and what changes it. */
const LISTS: readonly (readonly [string, Handlers, () => void])[] = [
  ["prompts", prompts, () => prompts.set("p", { handler })],
  ["resources", resources, () => resources.set("a:b", { read: handler })],
  ["tools", tools, () => tools.set("t", { handler })],
];

const PROMPTS_CHANGED = "notifications/prompts/list_changed";
const WITH_PROMPTS: Protocol = {
  ...SERVER,
  methods: {
    ...SERVER.methods,
    [PROMPTS_CHANGED]: {
      kind: "notification",
      sender: "server",
      embedded: false,
      capability: "prompts.listChanged",
    },
  },
};

for (const [name, handlers, change] of LISTS) {
  test(`${name} that change are told`, async () => {
    const server = new ServerCore(WITH_PROMPTS, INFO, handlers, {});
    const wires = [await opened(server), await opened(server)];
    change();
    const method = `notifications/${name}/list_changed`;
    for (const wire of wires) assert.equal(wire.sent, [{ method }]);
  });
}

for (const [name, handlers, change] of LISTS) {
  const flag = `${name}ListChanged`;

  test(`${name} that change are told to who listens for them`, async () => {
    const protocol = {
      ...WITH_PROMPTS,
      lifecycle: STATELESS_SERVER.lifecycle,
    };
    const server = new ServerCore(protocol, INFO, handlers, {});
    const wire = new Wire();
    await server.connect(wire);
    for (const [id, notifications] of [
      [1, { [flag]: true }],
      [2, {}],
    ] as const) {
      const params = { _meta: META, notifications };
      wire.give({ id, method: "subscriptions/listen", params });
    }
    wire.sent.length = 0;
    change();
    const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
    const method = `notifications/${name}/list_changed`;
    assert.equal(wire.sent, [{ method, params: { _meta } }]);
  });

  test(`${name} are the same on each connection, whatever came before`, async () => {
    const server = new ServerCore(STATELESS_SERVER, INFO, handlers, {});
    const seen: unknown[] = [];
    for (const before of [[], ["server/discover", `${name}/list`, "no/such"]]) {
      const wire = new Wire();
      await server.connect(wire);
      for (const method of before)
        wire.give({ id: method, method, params: { _meta: META } });
      await wire.rest();
      wire.give({ id: 1, method: `${name}/list`, params: { _meta: META } });
      seen.push(...(await wire.take()));
    }
    const [first, second] = seen as { result: { [list: string]: unknown[] } }[];
    assert.is(first?.result[name]?.length, 1);
    assert.equal(first, second);
  });
}

test("how long a result is fresh is never below 0", async () => {
  const { wire } = connect(STATELESS_SERVER, {
    "tools/list": () => ({ tools: [], ttlMs: -5 }),
  });
  wire.give({ id: 1, method: "tools/list", params: { _meta: META } });
  const [{ result }] = (await wire.take()) as [{ result: { ttlMs: number } }];
  assert.is(result.ttlMs, 0);
});

test("names of tools are told apart by case, and each is there once", async () => {
  const entries = toolHandlers({
    a: { handler: () => "small" },
    A: { handler: () => "large" },
  });
  entries.set("a", { handler: () => "small, again" });
  const wire = await opened(new ServerCore(SERVER, INFO, entries, {}));
  wire.give({ id: 1, method: "tools/list" });
  for (const name of ["a", "A"])
    wire.give({ id: name, method: "tools/call", params: { name } });
  const [list, ...calls] = (await wire.take(3)) as {
    result: { tools: { name: string }[]; content: { text: string }[] };
  }[];
  assert.equal(
    list?.result.tools.map(({ name }) => name),
    ["a", "A"],
  );
  assert.equal(
    calls.map(({ result }) => result.content[0]?.text),
    ["small, again", "large"],
  );
});

test("all pages of a list have one scope", async () => {
  const entries = { a: { handler }, b: { handler }, c: { handler } };
  const handlers = toolHandlers(entries, { pageSize: 1 });
  const { wire } = connect(STATELESS_SERVER, handlers);
  const scopes: unknown[] = [];
  let cursor: unknown;
  do {
    const params = { _meta: META, ...(cursor ? { cursor } : {}) };
    wire.give({ id: 1, method: "tools/list", params });
    const [{ result }] = (await wire.take()) as [
      { result: { cacheScope: unknown; nextCursor?: string } },
    ];
    scopes.push(result.cacheScope);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  assert.equal(scopes, ["private", "private", "private"]);
});

for (const [title, asks, problem] of [
  ["for nothing", {}, "The result of tools/call asks for nothing"],
  [
    "for what is no question",
    { inputRequests: { a: { method: "ping" } } },
    "No client can be asked for ping",
  ],
] as const) {
  test(`a result that asks ${title} is a mistake`, async () => {
    const { wire, errors } = connect(STATELESS_SERVER, {
      "tools/call": () => ({ resultType: "input_required", ...asks }),
    });
    const params = { _meta: META, name: "t" };
    wire.give({ id: 1, method: "tools/call", params });
    const [{ error }] = (await wire.take()) as [{ error: { code: number } }];
    assert.is(error.code, -32603);
    assert.equal(errors, [problem]);
  });
}

for (const [name, good] of [
  ["a", true],
  ["DATA_EXPORT_v2", true],
  ["admin.tools-list", true],
  ["x".repeat(128), true],
  ["x".repeat(129), false],
  ["", false],
  ["a b", false],
  ["a,b", false],
  ["a:b", false],
  ["a/b", false],
  ["é", false],
] as const) {
  test(`a tool named ${name.slice(0, 20)}, ${name.length} characters`, () => {
    const make = (): unknown => toolHandlers({ [name]: { handler } });
    if (good) make();
    else assert.throws(make, `Not a tool name: ${name}`);
  });
}

test("who was asked, and nobody else, is told that a page is finished", async () => {
  const method = "notifications/elicitation/complete";
  const methods = {
    ...SERVER.methods,
    [method]: {
      kind: "notification",
      sender: "server",
      embedded: false,
    },
  } as const;
  const server = new ServerCore(
    { ...SERVER, methods },
    INFO,
    {
      "tools/call": (_params: never, ctx: Call) => {
        ctx.notify(method, { elicitationId: "e1" });
        return { content: [] };
      },
    },
    {},
  );
  const asked = await opened(server);
  const other = await opened(server);
  asked.give({ id: 1, method: "tools/call", params: { name: "t" } });
  assert.equal(await asked.rest(), [
    { method, params: { elicitationId: "e1" } },
    { id: 1, result: { content: [] } },
  ]);
  assert.equal(await other.rest(), []);
});

test("the error of pages lists them, and is not made without one", () => {
  const page = {
    mode: "url",
    message: "?",
    url: "https://a.b/",
    elicitationId: "e1",
  } as const;
  const { code, data } = urlElicitationRequired([page]);
  assert.equal([code, data], [-32042, { elicitations: [page] }]);
  assert.throws(() => urlElicitationRequired([]), "There is no page to visit");
});
test.run();
