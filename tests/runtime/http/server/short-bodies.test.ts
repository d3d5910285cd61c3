/**
 * Tests of `fetchHandler` with the `Request` objects of `@hono/node-server`.
 * Such an object can return a short body without creating a stream.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler } from "../../../harness/http/serving.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import {
  gate,
  HEADERS,
  OPENING,
  SESSIONS,
  SINGLE,
  single,
  until,
} from "../../../harness/http/site.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import type { HttpPlatform } from "../../../../runtime/transport/transport.js";

const test = suite("http short bodies");

const newServer = (): ServerCore =>
  new ServerCore(SESSIONS, { name: "s", version: "1" }, {}, {});

/** Returns the text of an `initialize` request with the given client name. */
const openingOf = (name: string): string =>
  JSON.stringify({ jsonrpc: "2.0", ...OPENING }).replace(
    /"clientInfo":\{"name":"[^"]*"/,
    `"clientInfo":{"name":"${name}"`,
  );

const TEXT = openingOf("c");
const BYTES = Buffer.from(TEXT);

type Handler = ReturnType<typeof fetchHandler>;

/** Starts `@hono/node-server` with a handler. */
async function listenWith(
  handler: Handler,
): Promise<{ url: string; close(): void }> {
  const server = createAdaptorServer({ fetch: handler as never });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => void server.close();
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

/**
 * Posts a body to `fetchHandler`, which the adapter `@hono/node-server` serves.
 */
async function post(body: Uint8Array): Promise<[number, string]> {
  const handler = fetchHandler(newServer());
  const { url, close } = await listenWith(handler);
  const response = await fetch(url, {
    method: "POST",
    headers: HEADERS,
    body: body as never,
  });
  const text = await response.text();
  await handler.close();
  close();
  return [response.status, text];
}

const BAD = Buffer.from(openingOf("?"));
BAD[BAD.indexOf("?")] = 0xff;

for (const [title, status, body] of [
  ["plain JSON", 200, BYTES],
  [
    "a byte order mark",
    200,
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), BYTES]),
  ],
  ["the character U+FFFD", 200, Buffer.from(openingOf("\uFFFD"))],
  ["invalid UTF-8", 400, BAD],
  ["invalid JSON", 400, Buffer.from("[")],
] as const)
  test(`fetchHandler returns the status ${status} for a short body that contains ${title}`, async () => {
    const [answered, text] = await post(body);
    assert.is(answered, status, text);
  });

/**
 * Sends a request with the given headers. Returns the status, and how the
 * handler read the body: "whole" or in "chunks".
 */
async function readsOf(
  headers: { readonly [name: string]: string },
  platform: HttpPlatform | undefined,
  body: Buffer = BYTES,
): Promise<[number, string[]]> {
  const reads: string[] = [];
  const whole = new Response(body);
  const all: { [name: string]: string } = { ...HEADERS, ...headers };
  const request = {
    method: "POST",
    url: "http://127.0.0.1/mcp",
    headers: new Headers(all),
    signal: new AbortController().signal,
    arrayBuffer() {
      reads.push("whole");
      return whole.arrayBuffer();
    },
    get body() {
      reads.push("chunks");
      return whole.body;
    },
  };
  const handler = fetchHandler(newServer(), { maxBody: 4_000 });
  const { status } = await handler(request as never, platform);
  await handler.close();
  return [status, reads];
}

const LENGTH = String(BYTES.length);
const withNode = (headers: object): HttpPlatform => ({ incoming: { headers } });
const SENT = { "content-length": LENGTH };

for (const [title, headers, platform, reads] of [
  [
    "in one call if Node.js received the same Content-Length",
    SENT,
    withNode(SENT),
    "whole",
  ],
  [
    "in chunks if the platform passes no Node.js request",
    SENT,
    undefined,
    "chunks",
  ],
  ["in chunks without Content-Length", {}, withNode({}), "chunks"],
  [
    "in chunks if middleware has changed Content-Length",
    SENT,
    withNode({ "content-length": "9" }),
    "chunks",
  ],
  [
    "in chunks if the body is compressed",
    SENT,
    withNode({ ...SENT, "content-encoding": "gzip" }),
    "chunks",
  ],
] as const)
  test(`fetchHandler reads a request body ${title}`, async () => {
    assert.equal(await readsOf(headers, platform), [200, [reads]]);
  });

test("fetchHandler returns 413 for a body above the size limit, even if Content-Length is below the limit", async () => {
  const long = Buffer.from(openingOf("x".repeat(4_000)));
  assert.equal(await readsOf(SENT, withNode(SENT), long), [413, ["whole"]]);
});

for (const [title, call] of [
  ["with", (handler: Handler) => handler as (request: Request) => unknown],
  ["without", (handler: Handler) => (request: Request) => handler(request)],
] as const)
  test(`fetchHandler behind @hono/node-server knows the client's address ${title} the adapter's second argument`, async () => {
    const addresses: unknown[] = [];
    const auth = {
      verify: (_token: string, { address }: { address?: string }) => {
        addresses.push(address);
        return undefined;
      },
    };
    const handler = fetchHandler(newServer(), { auth: auth as never });
    const { url, close } = await listenWith(call(handler) as Handler);
    const headers = { ...HEADERS, authorization: "Bearer t" };
    await fetch(url, { method: "POST", headers, body: TEXT });
    await handler.close();
    close();
    assert.equal(addresses, ["127.0.0.1"]);
  });

test("fetchHandler behind @hono/node-server aborts a call when its client disconnects", async () => {
  const [begun, gone] = [gate(), gate()];
  const wait: Handlers[string] = (params, ctx) => {
    begun.open();
    return until(gone.open)(params as never, ctx as never);
  };
  const info = { name: "s", version: "1" };
  const server = new ServerCore(SINGLE, info, { "tools/call": wait }, {});
  const handler = fetchHandler(server);
  const { url, close } = await listenWith(handler);
  const [message, headers] = single("tools/call", { name: "x" });
  const leaving = new AbortController();
  const call = fetch(url, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    signal: leaving.signal,
  }).catch(() => {});
  await begun.promise;
  leaving.abort();
  await call;
  await gone.promise;
  await handler.close();
  close();
});

test.run();
