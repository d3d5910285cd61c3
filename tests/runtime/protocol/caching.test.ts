/**
 * Tests of the result cache of a client: which results it stores, and how long
 * the client reuses them.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { resultCache } from "../../../runtime/protocol/result-cache.js";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import type { ClientCoreOptions } from "../../../runtime/protocol/client-core.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Params } from "../../../runtime/json-rpc/messages/messages.js";
import type { RequestOptions } from "../../../runtime/json-rpc/requests.js";
import {
  getRejectionMessage,
  type Sent,
  STATELESS_CLIENT,
  Wire,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("client with a result cache");

const PROTOCOL = {
  ...STATELESS_CLIENT,
  cacheable: [
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
  ],
  methods: {
    ...STATELESS_CLIENT.methods,
    "tools/list": { sender: "client", capability: "tools" },
  },
} as const;

/** Result of `server/discover`. */
const SERVER = {
  supportedVersions: ["2000-01-01"],
  capabilities: { tools: {}, resources: {} },
};

let now = 1_000_000;
const clock = Date.now;
test.before(() => void (Date.now = () => now));
test.after(() => void (Date.now = clock));

type Answer = (method: string, params: Params) => object | McpError;

type Opened = Awaited<ReturnType<typeof open>>;

const LIST: readonly [string] = ["tools/list"];

/**
 * Connects a client to a test server. The server returns the results of
 * `answer` with a consecutive number in each, so tests can tell results apart.
 */
async function open(
  answer: Answer,
  options: ClientCoreOptions = {},
  handlers: Handlers = {},
  credentials?: () => Promise<string>,
) {
  const info = { name: "client", version: "1" };
  const client = new ClientCore(PROTOCOL, info, handlers, options);
  const wire = new Wire();
  const asked: string[] = [];
  let count = 0;
  const send = wire.send.bind(wire);
  const answering = (message: never): void => {
    send(message);
    const { id, method, params } = message as Sent;
    if (id === undefined) return;
    asked.push(method);
    count += 1;
    const found =
      method === "server/discover" ? SERVER : answer(method, params);
    const { code, message: text } = found as McpError;
    const result = { resultType: "complete", count, ...found };
    const error = { code, message: text };
    const failed = found instanceof McpError;
    queueMicrotask(() => wire.give(failed ? { id, error } : { id, result }));
  };
  const address = "https://a.example/mcp";
  const more = credentials && { address, credentials };
  Object.assign(wire, { ...more, send: answering });
  await client.connect(wire);
  /**
   * Returns the methods of the requests that reached the server since the
   * previous call of `asked`.
   */
  return { client, wire, asked: () => asked.splice(0) };
}

const lasting = (ttlMs: number, cacheScope = "private"): Answer => {
  const kept = { ttlMs, cacheScope };
  return () => kept;
};

/**
 * Sends the requests and returns the number of requests that reached the server
 * instead of the cache.
 */
async function reached(
  { client, asked }: Opened,
  ...requests: (readonly [string, Params?, RequestOptions?])[]
): Promise<number> {
  asked();
  for (const request of requests) await client.request(...request);
  return asked().length;
}

requirement("ef919ba65e59 2d5d762fda69 d1030e168155");
test("a client requests a result again only when the cached result is stale", async () => {
  const opened = await open(lasting(1_000));
  const { client } = opened;
  const first = await client.request("tools/list");
  now += 999;
  assert.is(await reached(opened, LIST), 0);
  assert.equal(await client.request("tools/list"), first);
  now += 1;
  assert.is(await reached(opened, LIST, LIST), 1);
});

requirement("4b460b747a82 2871db1bcebf 805652c7ba20");
for (const kept of [{ ttlMs: 0 }, {}, { ttlMs: -5 }, { ttlMs: "1000" }])
  test(`a client does not cache a result with the caching fields ${JSON.stringify(kept)}`, async () => {
    assert.is(await reached(await open(() => kept), LIST, LIST), 2);
  });

requirement("38a9cc45972a d1030e168155");
test("a client caches results by method and params", async () => {
  const count = await reached(
    await open(lasting(1_000)),
    ["resources/read", { uri: "a:1", x: { b: 1, c: 2 } }],
    ["resources/read", { x: { c: 2, b: 1 }, uri: "a:1" }],
    ["resources/read", { uri: "a:2" }],
    ["resources/list"],
    ["resources/list", { cursor: "2" }],
    ["resources/list", { cursor: "2" }],
    ["resources/templates/list"],
  );
  assert.is(count, 5);
});

requirement("d7b5e1e43767");
test("if a request cannot be cached, a client always sends the request to the server", async () => {
  const opened = await open(lasting(1_000));
  for (const [method, params] of [
    ["tools/call", { name: "t" }],
    ["resources/read", { uri: "a:1", requestState: "s" }],
    ["resources/read", { uri: "a:1", inputResponses: {} }],
  ] as const)
    assert.is(await reached(opened, [method, params], [method, params]), 2);
});

requirement("d7b5e1e43767");
test("a client does not cache a result that depends on user input", async () => {
  const inputRequests = { r: { method: "roots/list" } };
  const asks: Answer = (_method, { inputResponses }) =>
    inputResponses === undefined
      ? { resultType: "input_required", inputRequests }
      : { ttlMs: 1_000, cacheScope: "private" };
  const opened = await open(asks, {}, { "roots/list": () => ({ roots: [] }) });
  const read = ["resources/read", { uri: "a:1" }] as [string, Params];
  assert.is(await reached(opened, read, read), 4);
});

test("a program that modifies a returned result does not modify the cached result", async () => {
  const { client } = await open(lasting(1_000));
  const list = async () =>
    (await client.request("tools/list")) as { added?: boolean };
  (await list()).added = true;
  (await list()).added = true;
  assert.is((await list()).added, undefined);
});

requirement("c8b128658f31");
for (const cacheScope of ["private", "public"])
  test(`a request with the option fresh: true replaces the cached ${cacheScope} result`, async () => {
    const cache = resultCache();
    const answer = lasting(1_000, cacheScope);
    const opened = await open(answer, { cache }, {}, async () => "ann");
    const list = ["tools/list", {}] as const;
    const fresh = [...list, { fresh: true }] as const;
    assert.is(await reached(opened, list, fresh, fresh), 3);
    const kept = await opened.client.request(...list);
    assert.is((kept as { count: number }).count, 4);
  });

test("a client rejects a request with an aborted signal, although the result is cached", async () => {
  const { client } = await open(lasting(1_000));
  await client.request("tools/list");
  const signal = AbortSignal.abort(new Error("stopped"));
  const request = client.request("tools/list", undefined, { signal });
  assert.is(await getRejectionMessage(request), "stopped");
});

const RESOURCES = "resources/list";
const TEMPLATES = "resources/templates/list";
const READ = "resources/read";
const ALL: readonly (readonly [string, Params?])[] = [
  LIST,
  [RESOURCES],
  [RESOURCES, { cursor: "2" }],
  [TEMPLATES],
  [READ, { uri: "a:/b/c" }],
  [READ, { uri: "a:/b" }],
  [READ, { uri: "a:/bc" }],
];

for (const [notification, ...stale] of [
  ["tools/list_changed", ...LIST],
  ["resources/list_changed", RESOURCES, RESOURCES, TEMPLATES],
  ["resources/updated", READ, READ],
] as const)
  test(`the notification ${notification} invalidates the related cached results`, async () => {
    const heard: unknown[] = [];
    const method = `notifications/${notification}`;
    const hear = (params: unknown) => void heard.push(params);
    const opened = await open(lasting(1_000), {}, { [method]: hear });
    await reached(opened, ...ALL);
    const params = { uri: "a:/b/c" };
    opened.wire.give({ method, params });
    for (const request of ALL) await opened.client.request(...request);
    assert.equal(opened.asked(), stale);
    assert.equal(heard, [params]);
  });

for (const [uri, ...stale] of [
  ["a:/b/c", "a:/", "a:/b", "a:/b/c"],
  ["a:/bc", "a:/", "a:/bc"],
  ["a:/b", "a:/", "a:/b"],
] as const)
  test(`a notification that ${uri} was updated invalidates the cached contents of ${stale.join(", ")}`, async () => {
    const opened = await open(lasting(1_000));
    const reads = ["a:/", "a:/b", "a:/bc", "a:/b/c"];
    const read = (uri: string) => opened.client.request(READ, { uri });
    for (const each of reads) await read(each);
    const method = "notifications/resources/updated";
    opened.wire.give({ method, params: { uri } });
    opened.asked();
    const again: string[] = [];
    for (const each of reads) {
      await read(each);
      if (opened.asked().length > 0) again.push(each);
    }
    assert.equal(again, stale);
  });

for (const cacheScope of ["private", "public"])
  test(`a client does not cache a ${cacheScope} list that changed during its request`, async () => {
    let changes = 1;
    const answer: Answer = () => {
      if (--changes === 0)
        opened.wire.give({ method: "notifications/tools/list_changed" });
      return { ttlMs: 1_000, cacheScope };
    };
    const cache = resultCache();
    const opened = await open(answer, { cache }, {}, async () => "ann");
    assert.is(await reached(opened, LIST, LIST, LIST), 2);
  });

requirement("c65b99298255");
test("a rejected cursor invalidates all cached pages of the list", async () => {
  const opened = await open((_method, { cursor }) =>
    cursor === "old" ? new McpError(-32602, "no") : { ttlMs: 1_000 },
  );
  const { client } = opened;
  assert.is(await reached(opened, LIST, LIST), 1);
  const old = client.request("tools/list", { cursor: "old" });
  assert.is(await getRejectionMessage(old), "no");
  assert.is(await reached(opened, LIST), 1);
});

requirement("6077c81ec12e");
test("a result cache never returns a private result of one user to another user", async () => {
  let user = "ada";
  const who = () => Promise.resolve(user);
  const cache = resultCache();
  const secret = await open(lasting(1_000), { cache }, {}, who);
  assert.is(await reached(secret, LIST, LIST), 1);
  user = "eve";
  assert.is(await reached(secret, LIST, LIST), 1);
  user = "ada";
  assert.is(await reached(secret, LIST), 0);
  const other = await open(lasting(1_000), { cache }, {}, who);
  assert.is(await reached(other, LIST), 1);

  const open1 = await open(lasting(1_000, "public"), { cache }, {}, who);
  assert.is(await reached(open1, ["resources/list"]), 1);
  user = "eve";
  const open2 = await open(lasting(1_000, "public"), { cache }, {}, who);
  assert.is(await reached(open1, ["resources/list"]), 0);
  assert.is(await reached(open2, ["resources/list"]), 0);
  open2.wire.give({ method: "notifications/resources/list_changed" });
  assert.is(await reached(open1, ["resources/list"]), 1);
  const [first, second] = [
    { b: 1, c: 2 },
    { c: 2, b: 1 },
  ];
  assert.is(await reached(open1, ["resources/list", first]), 1);
  assert.is(await reached(open2, ["resources/list", second]), 0);
});

test("a client does not cache a private result when the user changes during the request", async () => {
  let user = "ann";
  let asked = 0;
  const lists: Answer = () => {
    if (++asked === 1) user = "bob"; // The user changes while the first request is in flight.
    return { ttlMs: 60_000, cacheScope: "private" };
  };
  const opened = await open(lists, {}, {}, () => Promise.resolve(user));
  assert.is(await reached(opened, LIST), 1);
  user = "ann";
  assert.is(await reached(opened, LIST, LIST), 1);
});

test("a client does not use cached results from its previous server", async () => {
  const opened = await open(lasting(1_000, "public"));
  await opened.client.request("tools/list");
  await opened.client.close();
  const next = new Wire();
  const connected = opened.client.connect(next);
  const { id } = await next.next();
  next.give({ id, result: SERVER });
  await connected;
  void opened.client.request("tools/list").catch(() => {});
  assert.is((await next.next()).method, "tools/list");
  await opened.client.close();
});

test("a client with the option cache: false caches nothing", async () => {
  const opened = await open(lasting(1_000), { cache: false });
  assert.is(await reached(opened, LIST, LIST), 2);
});

test.run();
