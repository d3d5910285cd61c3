/**
 * Tests of HTTP servers whose clients send invalid messages or drop
 * connections.
 */
import * as assert from "uvu/assert";
import {
  CALL,
  Events,
  listenTo,
  openSession,
  OPENING,
  onPlatforms,
  post,
  SESSIONS,
  SINGLE,
  single,
  type Site,
} from "../../../harness/http/site.js";
import { measureHeap } from "../../../harness/hostile/heap.js";
import { McpError } from "../../../../runtime/json-rpc/messages/errors.js";
import { BATCH_SERVER as BATCH } from "../../../harness/wire/wire.js";
import type { Protocol } from "../../../../runtime/protocol/protocol.js";

/**
 * Returns the number of active resources of one kind in this process, such as
 * `Timeout`.
 */
function active(kind: string): number {
  return process.getActiveResourcesInfo().filter((name) => name === kind)
    .length;
}

/**
 * Actions of a client that opens a session, a stream or a subscription and then
 * abandons it.
 */
const DROPPED: Record<
  string,
  readonly [Protocol, (site: Site) => Promise<unknown>]
> = {
  "sessions that are closed": [
    SESSIONS,
    async (site) => {
      const session = await openSession(site);
      const events = new Events(await listenTo(site, session));
      const end = { method: "DELETE", headers: session };
      assert.is((await site.request("/mcp", end)).status, 204);
      assert.equal(await events.rest(), []);
    },
  ],
  "streams of a session that are cancelled": [
    SESSIONS,
    async (site) => {
      const headers = await openSession(site);
      await new Events(await listenTo(site, headers)).cancel();
      await site.request("/mcp", { method: "DELETE", headers });
    },
  ],
  "subscriptions that are cancelled": [
    SINGLE,
    async (site) => {
      const params = { notifications: { toolsListChanged: true } };
      const listen = single("subscriptions/listen", params);
      const events = new Events(await post(site, ...listen));
      const method = (await events.next())?.data.method;
      assert.is(method, "notifications/subscriptions/acknowledged");
      await events.cancel();
    },
  ],
};

const test = onPlatforms("http abuse");

for (const [kind, protocol] of Object.entries({ SESSIONS, SINGLE, BATCH }))
  test(`a server with protocol ${kind} refuses JSON that is nested 100,000 levels deep`, async (serve) => {
    const site = await serve(protocol, { "tools/call": () => ({}) });
    const session = protocol === SINGLE ? {} : await openSession(site);
    const nested = (open: string, close: string): string =>
      open.repeat(100_000) + close.repeat(100_000);
    const arrays = nested("[", "]");
    const objects = `${nested('{"a":', "}").replace(":}", ":1}")}`;
    const status = async (
      body: string,
      headers: object = {},
    ): Promise<number> =>
      (await post(site, body, { ...session, ...headers })).status;
    assert.is(await status(arrays), 400);
    assert.is(await status(objects), 400);
    const response = `{"jsonrpc":"2.0","id":${arrays},"result":{}}`;
    assert.is(await status(response), protocol === SINGLE ? 400 : 202);
    const params = { name: "x", arguments: {} };
    const [message, headers] = single("tools/call", params);
    const call = JSON.stringify({ jsonrpc: "2.0", ...message });
    const deep = call.replace('"arguments":{}', `"arguments":${objects}`);
    assert.is(await status(deep, headers), 200);
  });

test("a result that cannot be serialized as JSON becomes an error response", async (serve) => {
  const site = await serve(BATCH, {
    "tools/call": ({ name }: { name: string }) => {
      // Simulate a deeply nested value that JSON.stringify can serialize alone,
      // but not inside a response: the second serialization throws.
      let written = 0;
      const toJSON = (): object => {
        written += 1;
        if (written > 1) throw new RangeError("too deep");
        return {};
      };
      if (name === "throws") throw new McpError(1, "m", { toJSON });
      return { toJSON };
    },
  });
  const session = await openSession(site);
  const answered = async (message: object): Promise<unknown> =>
    (await post(site, message, session)).json();
  const failed = (id: number, code: number, message: string): object => ({
    jsonrpc: "2.0",
    id,
    error: { code, message },
  });
  const throwing = { ...CALL, params: { name: "throws" } };
  assert.equal(await answered(throwing), failed(1, 1, "m"));
  assert.equal(await answered([CALL, { ...throwing, id: 2 }]), [
    failed(1, -32603, "Internal error"),
    failed(2, -32603, "Internal error"),
  ]);
});

test("an exception in a callback of the application causes status 500", async (serve) => {
  const metadata = { resource: "nowhere", authorization_servers: [] };
  const auth = {
    verify: (token: string) =>
      token === "few" ? { subject: "a", scopes: [] } : undefined,
    scopes: () => ["all"],
    metadata,
  };
  const site = await serve(SESSIONS, {}, { auth });
  const outcome = async (headers: object): Promise<string> => {
    const response = await post(site, OPENING, { ...headers });
    return `${response.status} ${await response.text()}`;
  };
  const want = /^500 .*Internal error/;
  assert.match(await outcome({}), want);
  assert.match(await outcome({ authorization: "Bearer eve" }), want);
  assert.match(await outcome({ authorization: "Bearer few" }), want);
  assert.is(site.errors.length, 3);
});

for (const [what, [protocol, drop]] of Object.entries(DROPPED))
  test(`500 ${what} leave no timers behind and use less than 2 MB of heap`, async (serve) => {
    const site = await serve(protocol, {});
    const many = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(Array.from({ length: 25 }, () => drop(site)));
    };
    await many(4);
    const timers = active("Timeout");
    const before = measureHeap();
    await many(20);
    assert.ok(measureHeap() - before < 2e6, `500 ${what} cost over 2 MB`);
    assert.ok(active("Timeout") <= timers + 5, `timers of ${what} are left`);
  });

test.run();
