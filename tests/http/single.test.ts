import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import {
  Events,
  gate,
  closeSites,
  PLATFORMS,
  post,
  SINGLE,
} from "./support.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import { metaOf } from "../support/meta.js";

const VERSION = "2000-01-01";
const PREFIX = "io.modelcontextprotocol/";

/** A request, and the headers that repeat it. */
function request(
  method: string,
  params: object = {},
  headers: { [name: string]: string } = {},
): [object, { [name: string]: string }] {
  const _meta = metaOf(VERSION);
  return [
    { id: "r", method, params: { _meta, ...params } },
    { "mcp-protocol-version": VERSION, "mcp-method": method, ...headers },
  ];
}

const properties = {
  where: { type: "string", "x-mcp-header": "Where" },
  count: { type: "integer", "x-mcp-header": "Count" },
  sure: { type: "boolean", "x-mcp-header": "Sure" },
  deep: {
    type: "object",
    properties: { er: { type: "string", "x-mcp-header": "Deeper" } },
  },
};

const tools = () =>
  toolHandlers({
    echo: {
      inputSchema: { type: "object", properties },
      handler: (args: unknown) => JSON.stringify(args),
    },
  });

interface Answer {
  readonly error?: { readonly code: number; readonly data?: unknown };
  readonly result?: { readonly content?: unknown };
}

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`single requests: ${platform}`);
  test.after.each(closeSites);

  test("POST alone is served; no session is given or looked at", async () => {
    const site = await serve(SINGLE, tools());
    for (const method of ["GET", "DELETE"]) {
      const response = await site.request("/mcp", { method });
      assert.is(response.status, 405);
      assert.is(response.headers.get("allow"), "POST");
    }
    const [message, headers] = request("tools/list");
    const session = { "mcp-session-id": "x", "last-event-id": "1-1" };
    const response = await post(site, message, { ...headers, ...session });
    assert.is(response.status, 200);
    assert.is(response.headers.get("mcp-session-id"), null);
  });

  test("status and code, in the order of the checks", async () => {
    const site = await serve(SINGLE, tools());
    const outcome = async (
      message: object,
      headers: { [name: string]: string },
    ): Promise<[number, number | undefined, unknown]> => {
      const response = await post(site, message, headers);
      const { error } = (await response.json()) as Answer;
      return [response.status, error?.code, error?.data];
    };
    const plain = { id: 1, method: "no/such", params: {} };
    assert.equal((await outcome(plain, {})).slice(0, 2), [400, -32602]);
    const [message, headers] = request("no/such");
    const meta = { [`${PREFIX}protocolVersion`]: VERSION };
    const half = { ...message, params: { _meta: meta } };
    const none = (await outcome(half, {})).slice(0, 2);
    assert.equal(none, [400, -32602]);
    const other = { ...headers, "mcp-protocol-version": "1999-01-01" };
    assert.equal(await outcome(message, other), [400, -32020, undefined]);
    assert.equal(await outcome(message, {}), [400, -32020, undefined]);
    const old = {
      id: 1,
      method: "no/such",
      params: {
        _meta: {
          [`${PREFIX}protocolVersion`]: "1999-01-01",
          [`${PREFIX}clientCapabilities`]: {},
        },
      },
    };
    assert.equal(await outcome(old, other), [
      400,
      -32022,
      { supported: [VERSION], requested: "1999-01-01" },
    ]);
    assert.equal(await outcome(message, headers), [404, -32601, undefined]);
    const [unknown, rest] = request("tools/call", { name: "x" });
    const named = { ...rest, "mcp-name": "x" };
    assert.equal((await outcome(unknown, named)).slice(0, 2), [200, -32602]);
  });

  test("notifications are accepted, batches and responses are not", async () => {
    const site = await serve(SINGLE, tools());
    const note = { method: "notifications/cancelled", params: {} };
    assert.is((await post(site, note)).status, 202);
    const [message, headers] = request("tools/list");
    assert.is((await post(site, [message], headers)).status, 400);
    assert.is((await post(site, { id: 1, result: {} })).status, 400);
  });

  test("the headers of a call have to be what the body says", async () => {
    const site = await serve(SINGLE, tools());
    const base = {
      where: "here",
      count: 42,
      sure: true,
      deep: { er: "down" },
    };
    const right = {
      "mcp-name": "echo",
      "mcp-param-where": "here",
      "mcp-param-count": "42",
      "mcp-param-sure": "true",
      "mcp-param-deeper": "down",
    };
    const outcome = async (
      args: object,
      change: { [name: string]: string | undefined },
    ): Promise<string> => {
      const params = { name: "echo", arguments: args };
      const [message, basic] = request("tools/call", params, right);
      const all = Object.entries({ ...basic, ...change });
      const sent = all.filter(([, value]) => value !== undefined);
      const headers = Object.fromEntries(sent) as { [name: string]: string };
      const response = await post(site, message, headers);
      const { error } = (await response.json()) as Answer;
      return `${response.status} ${error?.code ?? "ok"}`;
    };
    assert.is(await outcome(base, {}), "200 ok");
    assert.is(await outcome(base, { "mcp-param-count": "42.0" }), "200 ok");
    const encoded = { "mcp-param-where": "=?base64?aGVyZQ==?=" };
    assert.is(await outcome(base, encoded), "200 ok");
    assert.is(
      await outcome(base, { "mcp-name": "=?base64?ZWNobw==?=" }),
      "200 ok",
    );
    const wrong: [object, { [name: string]: string | undefined }][] = [
      [base, { "mcp-name": "other" }],
      [base, { "mcp-name": undefined }],
      [base, { "mcp-method": "tools/list" }],
      [base, { "mcp-method": undefined }],
      [base, { "mcp-method": "Tools/Call" }],
      [base, { "mcp-protocol-version": undefined }],
      [base, { "mcp-param-where": "there" }],
      [base, { "mcp-param-where": undefined }],
      [base, { "mcp-param-where": "=?base64?####?=" }],
      [base, { "mcp-param-where": "=?base64?aGVyZ?=" }],
      [base, { "mcp-param-count": "43" }],
      [base, { "mcp-param-count": "4e1" }],
      [base, { "mcp-param-sure": "TRUE" }],
      [base, { "mcp-param-deeper": "up" }],
      [{ ...base, where: null }, {}],
      [{ count: 42, sure: true, deep: { er: "down" } }, {}],
    ];
    for (const [args, change] of wrong) {
      const text = JSON.stringify([args, change]);
      assert.is(await outcome(args, change), "400 -32020", text);
    }
    const without = {
      "mcp-param-where": undefined,
      "mcp-param-count": undefined,
      "mcp-param-sure": undefined,
      "mcp-param-deeper": undefined,
    };
    assert.is(await outcome({}, without), "200 ok");
  });

  test("notifications of a request come on its stream", async () => {
    const site = await serve(SINGLE, {
      "tools/call": async (_params: never, ctx: Call) => {
        ctx.progress(1, 2);
        await Promise.resolve();
        ctx.progress(2, 2);
        return {};
      },
    });
    const name = { "mcp-name": "x" };
    const [message, headers] = request("tools/call", { name: "x" }, name);
    const params = message as { params: { _meta: { [key: string]: unknown } } };
    params.params._meta.progressToken = "t";
    const events = new Events(await post(site, message, headers));
    const all = await events.rest();
    assert.equal(
      all.map(({ id, data }) => [id, data.method ?? data.id]),
      [
        [undefined, "notifications/progress"],
        [undefined, "notifications/progress"],
        [undefined, "r"],
      ],
    );
  });

  test("to close the stream is to cancel", async () => {
    const aborted = gate();
    const site = await serve(SINGLE, {
      "tools/call": (_params: never, ctx: Call) =>
        new Promise((resolve) => {
          ctx.signal.addEventListener("abort", () => {
            aborted.open();
            resolve({});
          });
          ctx.log("info", "started");
        }),
    });
    const name = { "mcp-name": "x" };
    const [message, headers] = request("tools/call", { name: "x" }, name);
    const params = message as { params: { _meta: { [key: string]: unknown } } };
    params.params._meta[`${PREFIX}logLevel`] = "debug";
    const events = new Events(await post(site, message, headers));
    const first = (await events.next())?.data;
    assert.is(first?.method, "notifications/message");
    await events.cancel();
    await aborted.promise;
  });

  test("a subscription hears what it asked for until the end", async () => {
    const handlers = tools();
    const site = await serve(SINGLE, handlers);
    const listen = async (notifications: object): Promise<Events> =>
      new Events(
        await post(site, ...request("subscriptions/listen", { notifications })),
      );
    const asked = await listen({ toolsListChanged: true });
    const deaf = await listen({});
    const acknowledged = "notifications/subscriptions/acknowledged";
    assert.is((await asked.next())?.data.method, acknowledged);
    assert.is((await deaf.next())?.data.method, acknowledged);
    handlers.set("new", { handler: () => "" });
    const changed = (await asked.next())?.data;
    assert.equal(changed, {
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
      params: { _meta: { [`${PREFIX}subscriptionId`]: "r" } },
    });
    await site.close();
    for (const events of [asked, deaf]) {
      const rest = await events.rest();
      assert.equal(
        rest.map(({ data }) => [data.id, data.method]),
        [["r", undefined]],
      );
    }
  });

  test.run();
}
