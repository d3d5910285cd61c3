/**
 * Tests of long responses. The server disconnects clients that do not read
 * them.
 */
import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { connect, type Socket } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { http } from "../../../../runtime/http/client/client.js";
import { nodeHandler } from "../../../harness/http/serving.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { CLIENT, STATELESS_CLIENT } from "../../../harness/wire/wire.js";
import { CALL, createPeers } from "../../../harness/http/client.js";
import {
  CALL as ASKED,
  Events,
  gate,
  HEADERS,
  LEGACY_SSE,
  listenTo,
  onPlatforms,
  opened,
  openSession,
  post,
  SESSIONS,
  SINGLE,
} from "../../../harness/http/site.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";

const LONG = "x".repeat(6_000_000);
const MAX_WAITING = 100_000;

const test = suite("http slow readers");
const { atEnd, serve, openClient } = createPeers(test);

for (const [name, protocol, client, path] of [
  ["in a session", SESSIONS, CLIENT, "/mcp"],
  ["for a stateless request", SINGLE, STATELESS_CLIENT, "/mcp"],
  ["over legacy SSE", LEGACY_SSE, CLIENT, "/sse"],
] as const)
  test(`a response longer than the limit of unread bytes arrives ${name}`, async () => {
    const { promise, open } = gate();
    const handlers = {
      "tools/call": () => promise.then(() => ({ text: LONG })),
    };
    const options = { maxWaiting: MAX_WAITING, streamAfter: 0 };
    const { port } = await serve(protocol, handlers, options);
    const { client: reader } = openClient(client);
    const streaming: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (String(init?.body).includes("tools/call")) open();
      return response;
    };
    const address = `http://127.0.0.1:${port}${path}`;
    await reader.connect(http(address, { fetch: streaming as never }));
    const answer = await reader.request("tools/call", CALL);
    assert.is((answer as { text: string }).text.length, LONG.length);
  });

/**
 * Starts a server with the given tool handler, and a client that calls the tool
 * and does not read the response.
 */
async function unread(
  handler: (params: never, ctx: Call) => unknown,
  readTimeout: number,
  maxWaiting: number = MAX_WAITING,
): Promise<{ served: Socket; reader: Socket }> {
  const info = { name: "s", version: "1" };
  const handlers = { "tools/call": handler as never };
  const capabilities = { logging: {}, tools: {} };
  const server = new ServerCore(SESSIONS, info, handlers, { capabilities });
  const handle = nodeHandler(server, { maxWaiting, readTimeout });
  const web = createHttp(handle);
  web.listen(0, "127.0.0.1");
  await once(web, "listening");
  atEnd(async () => {
    web.closeAllConnections();
    web.close();
    await handle.close();
  });
  const { port } = web.address() as { port: number };
  const request = (path: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);
  const site = { server, errors: [], request, close: handle.close };
  const session = await openSession(site);
  const arrives = once(web, "connection");
  const reader = connect(port, "127.0.0.1");
  reader.pause();
  reader.on("error", () => {}); // The connection fails when the server cuts it.
  atEnd(() => reader.destroy());
  const body = JSON.stringify({ jsonrpc: "2.0", ...ASKED });
  const headers = Object.entries({
    host: "127.0.0.1",
    "content-length": String(body.length),
    ...HEADERS,
    ...session,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  reader.write(`POST /mcp HTTP/1.1\r\n${headers.join("")}\r\n${body}`);
  const [served] = (await arrives) as [Socket];
  return { served, reader };
}

/** Text that is longer than the buffers of a TCP connection. */
const ENDLESS = LONG.repeat(5);

const endless = (_params: never, ctx: Call): Promise<never> => {
  ctx.log("info", ENDLESS);
  return new Promise(() => {});
};

for (const maxWaiting of [MAX_WAITING, Infinity])
  for (const [name, handler] of [
    ["a long response", () => ({ text: ENDLESS })],
    ["a long event", endless],
  ] as const)
    test(`the server disconnects a client that does not read ${name} (limit of unread bytes: ${maxWaiting})`, async () => {
      const { served } = await unread(handler, 20, maxWaiting);
      await once(served, "close");
    });

test("the read timeout of a connection stops when the client has read a long event", async () => {
  const { served, reader } = await unread(endless, 60_000);
  const timed = (timeout: number): Promise<void> =>
    waitUntil(
      `the timeout of the socket is ${timeout} ms`,
      () => served.timeout === timeout,
    );
  await timed(60_000);
  reader.resume();
  await timed(0);
});

test.run();

const each = onPlatforms("http slow readers");

each(
  "a resumed stream replays missed events as fast as the client reads them",
  async (serve) => {
    const call = (_params: never, ctx: Call) => {
      ctx.log("info", 0);
      for (let n = 1; n <= 40; n += 1) ctx.log("info", LONG.slice(-90_000));
      return {};
    };
    const options = { maxWaiting: MAX_WAITING };
    const handlers = { "tools/call": call };
    const { site, session } = await opened(serve, SESSIONS, handlers, options);
    const first = new Events(await post(site, ASKED, session));
    // The unread text exceeds the limit `maxWaiting`, so the server destroys
    // the stream.
    assert.equal(await first.rest().catch(() => []), []);
    const again = await listenTo(site, session, "1-1");
    const events = await new Events(again).rest();
    assert.is(events.length, 41);
    assert.is(events.at(-1)?.data.id, 1);
  },
);

each.run();
