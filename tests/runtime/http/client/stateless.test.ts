/**
 * Tests of the HTTP client without sessions, and of its errors about invalid
 * responses.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { http } from "../../../../runtime/http/client/client.js";
import { toolHandlers } from "../../../../runtime/features/tools.js";
import {
  getRejectionMessage,
  STATELESS_CLIENT,
} from "../../../harness/wire/wire.js";
import { gate, SINGLE, until, SESSIONS } from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { createPeers, spyFetch, CALL } from "../../../harness/http/client.js";
import { asError } from "../../../../runtime/json-rpc/messages/errors.js";
import { serve as serveAny } from "../../../harness/peers/servers.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("http client: stateless requests");

const { atEnd, serve, openClient } = createPeers(test);

requirement(`
  a1f87d6c2cf9 6f7b57e8a584 0f5b269dde86 ab31c3492e00 9e3fc8c0d0e9
  7304f3e1dc4b 766d37d35770 2c6b265ebded 26a9432a1da2 2ee2af5ce6c3
  1ce4f8abc02a cd27297315fb 0fdc8820894c 5cef3a33f0e6 072964aaed38
  0ccb2925bd16
`);
test("stateless requests carry arguments with x-mcp-header as HTTP headers", async () => {
  const mark = (name: unknown, type = "string") => ({
    type: "object",
    properties: { a: { type, "x-mcp-header": name } },
  });
  const handler = (args: unknown) => JSON.stringify(args);
  const { url } = await serve(
    SINGLE,
    toolHandlers({
      good: { inputSchema: mark("Area"), handler },
      bad: { inputSchema: mark("Not a token"), handler },
      wrong: { inputSchema: mark("N", "number"), handler },
    }),
  );
  const spy = spyFetch();
  const { client, errors } = openClient(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const { tools } = (await client.request("tools/list")) as {
    tools: { name: string }[];
  };
  assert.equal([tools.length, tools[0]?.name], [1, "good"]);
  assert.equal(errors, [
    "The tool bad is left out of the list: x-mcp-header of a is not a header name",
    "The tool wrong is left out of the list: x-mcp-header of a is not on a string, integer or boolean",
  ]);
  await client.request("tools/call", { name: "good", arguments: { a: "é" } });
  const sent = spy.headers.at(-1);
  assert.is(sent?.["mcp-method"], "tools/call");
  assert.is(sent?.["mcp-name"], "good");
  assert.is(sent?.["mcp-param-area"], "=?base64?w6k=?=");
  await client.close();
  assert.not.ok(spy.log.includes("DELETE"));
  assert.not.ok(spy.log.includes("GET"));
});

requirement("a1f87d6c2cf9 6f7b57e8a584 e48c2469e29a");
test("the client lists the tools again if the server refuses the headers of a tool call", async () => {
  const handler = (args: unknown) => JSON.stringify(args);
  const properties = { a: { type: "string", "x-mcp-header": "A" } };
  const spec = { inputSchema: { type: "object", properties }, handler };
  const many = Array.from({ length: 200 }, (_, n) => [`t${1_000 + n}`, spec]);
  const tools = Object.fromEntries(many) as { [name: string]: typeof spec };
  const { url } = await serve(SINGLE, toolHandlers(tools));
  const spy = spyFetch();
  const { client } = openClient(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  // The called tool is on the second page of the tool list, so the client
  // requests two pages.
  const call = { name: "t1150", arguments: { a: "x" } };
  const answer = await client.request("tools/call", call);
  assert.match(JSON.stringify(answer), String.raw`{\"a\":\"x\"}`);
  assert.equal(spy.log.slice(1), [
    "POST tools/call",
    "POST tools/list",
    "POST tools/list",
    "POST tools/call",
  ]);
});

test("the client does not repeat a stateless request whose response stream breaks off", async () => {
  const { url } = await serve(SINGLE, {
    "tools/call": () => ({ done: true }),
  });
  const note = '{"jsonrpc":"2.0","method":"notifications/x"}';
  const spy = spyFetch((response, { method, body }) =>
    method === "POST" && String(body).includes("tools/call")
      ? new Response(`retry: 0\nid: 1\ndata: ${note}\n\n`, {
          headers: { "content-type": "text/event-stream" },
        })
      : response,
  );
  const { client } = openClient(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const failed = await getRejectionMessage(client.request("tools/call", CALL));
  assert.is(failed, "The event stream ended without the response");
  assert.not.ok(spy.log.includes("GET"));
});

test("cancelling a stateless request closes its stream without a notification", async () => {
  const started = gate();
  const aborted = gate();
  const run = until(aborted.open);
  const { url } = await serve(SINGLE, {
    "tools/call": (params: never, ctx: Call) => {
      started.open();
      return run(params, ctx);
    },
  });
  const spy = spyFetch();
  const { client } = openClient(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const stop = new AbortController();
  const { signal } = stop;
  const call = client.request("tools/call", CALL, { signal });
  await started.promise;
  stop.abort(new Error("enough"));
  assert.is(await getRejectionMessage(call), "enough");
  await aborted.promise;
  assert.not.ok(spy.log.includes("POST notifications/cancelled"));
});

/**
 * Starts a server that answers every request with the same response. Returns
 * the URL of the server.
 */
async function serveAnswer(
  status: number,
  body: string,
  headers: object,
): Promise<string> {
  const server = await serveAny((_request, response) => {
    response.writeHead(status, { ...headers }).end(body);
  });
  atEnd(server.close);
  return `${server.url}/mcp`;
}

const typed = (type: string) => ({ "content-type": type });
const JSON_ = typed("application/json");
const HTML = typed("text/html");
const EVENTS = typed("text/event-stream");
const OTHER = '{"jsonrpc":"2.0","id":99,"result":{}}';
const NO = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"no"},"id":null}';

const TABLE: readonly (readonly [number, string, object, string])[] = [
  [500, "oops", {}, "URL answered 500: oops"],
  [404, "", {}, "URL answered 404"],
  [
    202,
    "",
    {},
    "The server answered the request with status 202, without a response",
  ],
  [
    200,
    "<html>",
    HTML,
    "URL answered 200 (text/html) with text that is not JSON",
  ],
  [200, "{}", JSON_, "the response to another request"],
  [
    200,
    `data: ${OTHER}\n\n`,
    EVENTS,
    "The event stream ended without the response",
  ],
  [400, NO, JSON_, "no"],
];

for (const [status, body, headers, want] of TABLE)
  test(`connect rejects when the server answers ${status} with ${JSON.stringify(body.slice(0, 20))}`, async () => {
    const url = await serveAnswer(status, body, headers);
    const { client } = openClient();
    const secret = `${url}?token=secret`;
    const message = await getRejectionMessage(client.connect(http(secret)));
    assert.match(message.replace(url, "URL"), want);
  });

test("connect reports the URL without credentials when no server answers", async () => {
  const { url, close } = await serve(SESSIONS, {});
  await close();
  const { client } = openClient();
  const { host } = new URL(url);
  for (const [secret, why] of [
    [`${url}?token=secret`, `connect ECONNREFUSED ${host}`],
    [
      url.replace("//", "//me:secret@"),
      `Request cannot be constructed from a URL that includes credentials: ${url}`,
    ],
  ] as const) {
    const { message, cause } = await client
      .connect(http(secret))
      .then(() => new Error("reached"), asError);
    assert.is(message, `${url} could not be reached: ${why}`);
    assert.instance(cause, Error);
  }
});

test.run();
