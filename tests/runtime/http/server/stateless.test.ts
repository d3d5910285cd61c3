import * as assert from "uvu/assert";
import { toolHandlers } from "../../../../runtime/features/tools.js";
import {
  Events,
  gate,
  onPlatforms,
  post,
  SINGLE,
  single,
  until,
} from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { requirement } from "../../../harness/run/requirement.js";

const VERSION = "2000-01-01";
const PREFIX = "io.modelcontextprotocol/";

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

const test = onPlatforms("http stateless requests");

requirement("2240a22c01c8 bcc03fad779b e1d278591c83");
test("a server without sessions accepts only POST and ignores session headers", async (serve) => {
  const site = await serve(SINGLE, tools());
  for (const method of ["GET", "DELETE"]) {
    const response = await site.request("/mcp", { method });
    assert.is(response.status, 405);
    assert.is(response.headers.get("allow"), "POST");
  }
  const [message, headers] = single("tools/list");
  const session = { "mcp-session-id": "x", "last-event-id": "1-1" };
  const response = await post(site, message, { ...headers, ...session });
  assert.is(response.status, 200);
  assert.is(response.headers.get("mcp-session-id"), null);
});

requirement(`
  ed7e76be98b2 9afdd7a4bddf f0b140a2bd2c 57b0c0f57f5b 9f621d42ffc9
  e4b12f16ee2b 03fb57621323
`);
test("an invalid stateless request gets the HTTP status and error code of its first error", async (serve) => {
  const site = await serve(SINGLE, tools());
  const outcome = async (
    message: object,
    headers: { [name: string]: string },
  ): Promise<[number, number | undefined, unknown]> => {
    const response = await post(site, message, headers);
    const { error } = (await response.json()) as Answer;
    return [response.status, error?.code, error?.data];
  };
  const other = { "mcp-protocol-version": "1999-01-01" };
  const plain = { id: 1, method: "no/such", params: {} };
  const [message, headers] = single("no/such");
  const meta = { [`${PREFIX}protocolVersion`]: VERSION };
  const half = { ...message, params: { _meta: meta } };
  const [old] = single("no/such", {}, {}, "1999-01-01");
  const data = { supported: [VERSION], requested: "1999-01-01" };
  for (const [sent, more, status, code, why] of [
    [plain, {}, 400, -32602, { supported: [VERSION] }],
    [half, {}, 400, -32602, { supported: [VERSION] }],
    [message, { ...headers, ...other }, 400, -32020],
    [message, {}, 400, -32020],
    [old, { ...headers, ...other }, 400, -32022, data],
    [message, headers, 404, -32601],
  ] as const)
    assert.equal(await outcome(sent, more), [status, code, why]);
  const [code] = (await outcome(...single("tools/call", { name: "x" }))).slice(
    1,
  );
  assert.is(code, -32602);
});

requirement("b472ad495ec7 ab31c3492e00 d9684381172f");
test("a server without sessions rejects batches and responses with 400", async (serve) => {
  const site = await serve(SINGLE, tools());
  const note = { method: "notifications/cancelled", params: {} };
  assert.is((await post(site, note)).status, 202);
  const [message, headers] = single("tools/list");
  assert.is((await post(site, [message], headers)).status, 400);
  assert.is((await post(site, { id: 1, result: {} })).status, 400);
});

requirement(`
  cc4f68a1be27 dcea43c9105a ac2036d16ef0 53fe9a66f93a 1a5e402b5a00
  54ab0be86d58 815f14d385eb 46278c1e479a a31e4d4993c7 e4f6d34767ba
  01b941c430a4 bc01d5158fcb 25b9f43073cb e144466a2373
`);
test("a tool call whose MCP headers do not match its body gets status 400 with error -32020", async (serve) => {
  const site = await serve(SINGLE, tools());
  const deep = { er: "down" };
  const base = { where: "here", count: 42, sure: true, deep };
  const right = {
    "mcp-param-where": "here",
    "mcp-param-count": "42",
    "mcp-param-sure": "true",
    "mcp-param-deeper": "down",
  };
  type Named = { [name: string]: string | undefined };
  const outcome = async (args: object, change: Named): Promise<string> => {
    const params = { name: "echo", arguments: args };
    const [message, basic] = single("tools/call", params);
    const all = Object.entries({ ...basic, ...right, ...change });
    const sent = all.filter(([, value]) => value !== undefined);
    const headers = Object.fromEntries(sent) as { [name: string]: string };
    const response = await post(site, message, headers);
    const { error } = (await response.json()) as Answer;
    return `${response.status} ${error?.code ?? "ok"}`;
  };
  for (const change of [
    {},
    { "mcp-param-count": "42.0" },
    { "mcp-param-where": "=?base64?aGVyZQ==?=" },
    { "mcp-name": "=?base64?ZWNobw==?=" },
  ])
    assert.is(await outcome(base, change), "200 ok");
  const { where: _, ...absent } = base;
  const wrong: [Named, object?][] = [
    [{ "mcp-name": "other" }],
    [{ "mcp-name": undefined }],
    [{ "mcp-method": "tools/list" }],
    [{ "mcp-method": undefined }],
    [{ "mcp-method": "Tools/Call" }],
    [{ "mcp-protocol-version": undefined }],
    [{ "mcp-param-where": "there" }],
    [{ "mcp-param-where": undefined }],
    [{ "mcp-param-where": "=?base64?####?=" }],
    [{ "mcp-param-where": "=?base64?aGVyZ?=" }],
    [{ "mcp-param-count": "43" }],
    [{ "mcp-param-count": "4e1" }],
    [{ "mcp-param-sure": "TRUE" }],
    [{ "mcp-param-deeper": "up" }],
    [{}, { ...base, where: null }],
    [{}, absent],
  ];
  for (const [change, args = base] of wrong) {
    const text = JSON.stringify([args, change]);
    assert.is(await outcome(args, change), "400 -32020", text);
  }
  const without = Object.keys(right).map((name) => [name, undefined]);
  const none = Object.fromEntries(without) as typeof right;
  assert.is(await outcome({}, none), "200 ok");
});

requirement("509c937af391 bcc03fad779b a91d5c6797bc bda795622cf2");
test("notifications about a stateless request arrive on the response stream of that request", async (serve) => {
  const site = await serve(SINGLE, {
    "tools/call": async (_params: never, ctx: Call) => {
      ctx.progress(1, 2);
      await Promise.resolve();
      ctx.progress(2, 2);
      return {};
    },
  });
  const call = single("tools/call", { name: "x" }, { progressToken: "t" });
  const events = new Events(await post(site, ...call));
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

requirement(`
  2786b7f5e15d 719a681f46d5 8491f33a1cc7 f5119c17b4f8 3c15dc8e10f2
`);
test("closing the response stream of a stateless request cancels the request", async (serve) => {
  const aborted = gate();
  const site = await serve(SINGLE, { "tools/call": until(aborted.open) });
  const meta = { [`${PREFIX}logLevel`]: "debug" };
  const call = single("tools/call", { name: "x" }, meta);
  const events = new Events(await post(site, ...call));
  const first = (await events.next())?.data;
  assert.is(first?.method, "notifications/message");
  await events.cancel();
  await aborted.promise;
});

requirement("a91d5c6797bc");
test("a subscription receives only the requested notifications, until the server closes", async (serve) => {
  const handlers = tools();
  const site = await serve(SINGLE, handlers);
  const listen = async (notifications: object): Promise<Events> =>
    new Events(
      await post(site, ...single("subscriptions/listen", { notifications })),
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
