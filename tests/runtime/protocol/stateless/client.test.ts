/**
 * Tests of a stateless client (of a revision without a handshake): discovery,
 * results and subscriptions.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  connect,
  getRejectionMessage,
  STATELESS_CLIENT,
} from "../../../harness/wire/wire.js";
import {
  statelessClient,
  statelessClientWithoutInput,
} from "../../../../runtime/protocol/stateless/client.js";
import { SUBSCRIPTION_ID } from "../../../../runtime/json-rpc/messages/meta.js";
import {
  VERSION,
  META,
  DISCOVERED,
  discovered,
} from "../../../harness/wire/stateless.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("stateless client");

const CANCELLED = "notifications/cancelled";

/**
 * Result of `tools/list` to which the client has added the default caching
 * fields.
 */
const LISTED = {
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
  tools: [],
};

requirement(`
  026bb547af71 2e65e81d9e08 2078df351b85 624a010494b0 09288e749f64
  fa0dbd8e220f 7d198d607ab2 f2c81c21b067 8cad5bc95dca 7616756df5de
`);
test("a stateless client includes its name and capabilities in every request", async () => {
  const { wire, connection } = connect(STATELESS_CLIENT, {});
  const open = connection.open({ timeout: 60_000 });
  const { id, ...asked } = await wire.next();
  const clientInfo = { name: "client", version: "1" };
  const _meta = { ...META, "io.modelcontextprotocol/clientInfo": clientInfo };
  const method = "server/discover";
  assert.equal(asked as object, { method, params: { _meta } });
  wire.give({ id, result: DISCOVERED });
  await open;
  assert.equal(connection.peer, {
    info: { name: "server", version: "1" },
    capabilities: { tools: {} },
    version: VERSION,
    instructions: "Use it",
  });
  const params = { cursor: "c", _meta: { own: 1 } };
  const request = connection.request("tools/list", params);
  const sent = await wire.next();
  assert.equal(sent.params, { cursor: "c", _meta: { ..._meta, own: 1 } });
  wire.give({ id: sent.id, result: { tools: [], ttlMs: -5 } });
  assert.equal((await request) as object, LISTED);
});

const CHANGED = "generate the client with --rev 1999-12-31,2000-01-01";
const supportedVersions = ["1999-12-31"];

requirement("65534e0ab5c8");
for (const [title, answer, text] of [
  [
    "an error",
    { error: { code: -32601, message: "Method not found" } },
    `The server does not support ${VERSION}: Method not found; generate this client with --rev all`,
  ],
  [
    "other versions",
    { result: { ...DISCOVERED, supportedVersions } },
    `The server supports 1999-12-31, but this client supports ${VERSION}; ${CHANGED}`,
  ],
] as const)
  test(`a stateless client disconnects from a server that answers server/discover with ${title}`, async () => {
    const { wire, connection } = connect(STATELESS_CLIENT);
    const open = connection.open();
    wire.give({ id: (await wire.next()).id, ...answer });
    assert.is(await getRejectionMessage(open), text);
    assert.is(wire.closes, 1);
  });

for (const [title, lifecycle] of [
  ["with", statelessClient],
  ["without", statelessClientWithoutInput],
] as const)
  test(`a stateless client (${title} support for input-required results) adds missing default members to received results`, () => {
    const { endpoint } = connect({ ...STATELESS_CLIENT, lifecycle }).connection;
    const stale = endpoint.accept("tools/list", { tools: [], ttlMs: -5 });
    assert.equal(stale as object, LISTED);
    const kept = { ...LISTED, ttlMs: 5, cacheScope: "public" };
    assert.equal(endpoint.accept("tools/list", kept) as object, kept);
    const called = endpoint.accept("tools/call", { content: [] });
    assert.equal(called as object, { resultType: "complete", content: [] });
    assert.throws(
      () => endpoint.accept("tools/call", { resultType: "strange" }),
      'The result of tools/call has an unknown type: "strange"',
    );
  });

requirement("e5f867b382fe 82f40e1bbcbd b2dfa8d6b5a2");
test("a stateless client does not answer requests of the server", async () => {
  const { wire, connection, errors } = connect(STATELESS_CLIENT, {
    "roots/list": () => ({ roots: [] }),
  });
  void connection.open().catch(() => {});
  await wire.take();
  wire.give({ id: 1, method: "roots/list" });
  assert.equal(await wire.rest(), []);
  wire.give({ id: 2, method: 5 });
  wire.give([{ id: 3, method: "roots/list" }]);
  wire.receiver.unreadable(new Error("A line was not JSON"));
  assert.equal(await wire.rest(), []);
  assert.equal(errors, [
    "The server must not send requests, but sent roots/list",
    "The message is neither a request nor a known response",
    "This revision does not allow batches",
    "A line was not JSON",
  ]);
  await connection.close();
});

requirement("b9ef370f4fff bb6f4eee4785");
for (const resultType of ["strange", { toString: 1 }])
  test(`a stateless client rejects a result with the resultType ${JSON.stringify(resultType)}`, async () => {
    const { wire, connection } = await discovered();
    const request = connection.request("tools/list");
    const { id } = await wire.next();
    wire.give({ id, result: { resultType, tools: [] } });
    assert.is(
      await getRejectionMessage(request),
      `The result of tools/list has an unknown type: ${JSON.stringify(resultType)}`,
    );
  });

test("a stateless client accepts cancellations from the server only for subscriptions", async () => {
  const { wire, connection, errors } = await discovered();
  const heard: unknown[] = [];
  const unlimited = { timeout: Infinity, maxTimeout: Infinity };
  const listening = connection.request(
    "subscriptions/listen",
    { notifications: {} },
    {
      ...unlimited,
      onNotification: (...notification) => void heard.push(notification),
    },
  );
  const listing = connection.request("tools/list", {}, unlimited);
  const [listen, list] = (await wire.take(2)) as { id: number }[];
  const method = "notifications/tools/list_changed";
  const params = { _meta: { [SUBSCRIPTION_ID]: listen?.id } };
  wire.give({ method, params });
  const cancel = (id: unknown, reason?: string) =>
    wire.give({ method: CANCELLED, params: { requestId: id, reason } });
  cancel(99);
  cancel(list?.id);
  cancel(listen?.id, "The server is closing");
  assert.equal(
    await listening.catch(({ fault, message }) => [fault, message]),
    ["closed", "The server ended subscriptions/listen: The server is closing"],
  );
  wire.give({ id: listen?.id, result: {} }); // A late result is not reported as an error.
  wire.give({ id: list?.id, result: { tools: [] } });
  assert.equal((await listing) as object, LISTED);
  assert.equal(heard, [[method, params]]);
  assert.equal([errors, await wire.rest()], [[], []]);
});

test.run();
