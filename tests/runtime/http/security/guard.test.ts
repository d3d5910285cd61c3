import { request as rawRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../harness/http/serving.js";
import {
  isHostAllowed,
  isOriginAllowed,
} from "../../../../runtime/http/security/guard.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { closing } from "../../../harness/run/closing.js";
import {
  HEADERS,
  listenTo,
  opened,
  openSession,
  OPENING,
  onPlatforms,
  post,
  SESSIONS,
  type Site,
} from "../../../harness/http/site.js";
import type {
  ListenOptions,
  Listening,
} from "../../../../runtime/http/platform/listen.js";
import { requirement } from "../../../harness/run/requirement.js";

const BODY = JSON.stringify({ jsonrpc: "2.0", ...OPENING });

const each = onPlatforms("http guard");

requirement("5e05fcc24e91 b1a72324592c");
each("requests with a wrong path or media type get 4xx", async (serve) => {
  const { site, session } = await opened(serve, SESSIONS, {});
  const [json, both] = [HEADERS["content-type"], HEADERS.accept];
  for (const [want, method, path, type = json, accept = both] of [
    [404, "POST", "/"],
    [404, "POST", "/mcp/"],
    [200, "POST", "/mcp?a=b"],
    [405, "PUT", "/mcp"],
    [406, "POST", "/mcp", json, json],
    [406, "POST", "/mcp", json, "application/*"],
    [406, "POST", "/mcp", json, `${json}, text/event`],
    [200, "POST", "/mcp", json, "application/*, text/*"],
    [200, "POST", "/mcp", json, "a/b, */*;q=0.1"],
    [200, "POST", "/mcp", json, "*/*"],
    [200, "POST", "/mcp", json, "Application/JSON, Text/Event-Stream"],
    [415, "POST", "/mcp", "text/plain"],
    [415, "POST", "/mcp", "application/jsonp"],
    [415, "POST", "/mcp", "Application/JSONp"],
    [415, "POST", "/mcp", "text/application/json"],
    [200, "POST", "/mcp", "application/json ; a=b"],
    [200, "POST", "/mcp", "Application/Json ;x"],
    [415, "POST", "/mcp", "application/x-www-form-urlencoded"],
    [200, "POST", "/mcp", "application/json; charset=utf-8"],
    [200, "POST", "/mcp", "Application/JSON"],
    [406, "GET", "/mcp", json, json],
  ] as const) {
    const [more, body] = method === "GET" ? [session, null] : [{}, BODY];
    const headers = { ...more, accept, "content-type": type };
    const { status } = await site.request(path, { method, headers, body });
    assert.is(status, want, [method, path, type, accept].join(" "));
  }
});

requirement("0489a29059c2 f7f186a179be");
each("bodies that are not JSON-RPC messages get 400", async (serve) => {
  const site = await serve(SESSIONS, {});
  const getCodes = async (body: string): Promise<unknown[]> => {
    const response = await post(site, body);
    const { error } = (await response.json()) as { error: { code: number } };
    return [response.status, error.code];
  };
  assert.equal(await getCodes("{"), [400, -32700]);
  assert.equal(await getCodes(""), [400, -32700]);
  for (const body of [
    "7",
    "null",
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    "[[]]",
  ])
    assert.equal(await getCodes(body), [400, -32600], body);
});

requirement("f66b43c66e30 b57d31a93517");
each(
  "a request body that is longer than the option `maxBody` gets 413",
  async (serve) => {
    const site = await serve(SESSIONS, {}, { maxBody: 1000 });
    const part = new TextEncoder().encode("x".repeat(400));
    for (const [status, body] of [
      [413, JSON.stringify("x".repeat(999))],
      [400, JSON.stringify("x".repeat(998))],
      [413, new Blob([part, part, part]).stream()],
      [400, new Uint8Array([0x22, 0xff, 0x22])],
    ] as const) {
      const init = { method: "POST", headers: HEADERS, body, duplex: "half" };
      const response = await site.request("/mcp", init as RequestInit);
      assert.is(response.status, status);
    }
  },
);

each("a body longer than the message limit gets 413", async (serve) => {
  const site = await serve(SESSIONS, {}, {}, { message: 300 });
  const rest = JSON.stringify({ jsonrpc: "2.0", ...OPENING, pad: "" }).length;
  const status = async (at: Site, length: number, letter = "x") => {
    const pad = letter.repeat(length - rest);
    return (await post(at, { ...OPENING, pad })).status;
  };
  for (const letter of ["x", "é", "€"]) {
    assert.is(await status(site, 300, letter), 200, letter);
    assert.is(await status(site, 301, letter), 413, letter);
  }
  assert.is(await status(site, 901), 413);
  const least = await serve(SESSIONS, {}, { maxBody: 50 }, { message: 300 });
  assert.is(await status(least, 200), 413);
});

requirement("63578b20c143 c8f1ea069b37 4d83825cb340 71410c0e2f6d");
each(
  "a request with the Origin of another machine gets 403",
  async (serve, platform) => {
    const site = await serve(SESSIONS, {});
    for (const [want, origin, host] of [
      [200, "http://localhost:5173"],
      [200, "http://localhost", "localhost"],
      [200, "https://127.0.0.1:8080", "LOCALHOST:3000"],
      [200, "http://[::1]:1", "[::1]"],
      [403, "http://localhost", "evil.example"],
      [403, "http://localhost", "evil.example:3000"],
      [403, "http://evil.example", "localhost"],
      [403, "http://localhost.evil.example"],
      [403, "http://evil.example/localhost"],
      [403, "http://localhost/"],
      [403, "http://localhost:x"],
      [403, "xhttp://localhost"],
      [403, "ftp://localhost"],
      [403, "file://"],
      [403, "null"],
    ] as const) {
      if (host && platform === "node") continue; // `fetch` replaces the Host header, so this case needs a Request.
      const headers = { origin, ...(host && { host }) };
      const { status } = await post(site, OPENING, headers);
      assert.is(status, want, `${origin} at ${host}`);
    }
  },
);

each("only the allowed origins get CORS headers", async (serve) => {
  const origin = "https://app.example";
  const site = await serve(SESSIONS, {}, { origins: [origin] });
  const preflight = async (more: object): Promise<Headers> => {
    const headers = { origin, ...more };
    const asked = await site.request("/mcp", { method: "OPTIONS", headers });
    assert.is(asked.status, 204);
    assert.is(asked.headers.get("content-length"), null);
    return asked.headers;
  };
  const asked = await preflight({ "access-control-request-headers": "a, b" });
  const response = await post(site, OPENING, { origin });
  const session = await openSession(site, { origin });
  const stream = await listenTo(site, session);
  await stream.body?.cancel();
  for (const headers of [asked, response.headers, stream.headers]) {
    const exposed = headers.get("access-control-expose-headers");
    assert.is(exposed, "mcp-session-id, www-authenticate, dpop-nonce");
    assert.is(headers.get("access-control-allow-origin"), origin);
    assert.is(headers.get("vary"), "origin");
  }
  const allowed = asked.get("access-control-allow-methods");
  assert.is(allowed, "GET, POST, DELETE");
  assert.is(asked.get("access-control-max-age"), "600");
  assert.is(asked.get("access-control-allow-headers"), "a, b");
  const plain = await preflight({});
  assert.is(plain.get("access-control-allow-headers"), null);
  for (const other of ["http://localhost", `${origin}:1`, "null"])
    assert.is(
      (await post(site, OPENING, { origin: other })).status,
      403,
      other,
    );
});

each.run();

const test = suite("http listen");

const atEnd = closing(test);

/** Starts an HTTP server that is closed after the test. */
async function listening(options?: ListenOptions): Promise<Listening> {
  const info = { name: "s", version: "1" };
  const served = await listen(new ServerCore(SESSIONS, info, {}, {}), options);
  atEnd(served.close);
  return served;
}

/**
 * Sends a request with headers that `fetch` cannot send. Returns the status of
 * the response.
 */
async function status(
  port: number,
  headers: { [name: string]: string },
): Promise<number | undefined> {
  const request = rawRequest({ port, method: "POST", path: "/mcp", headers });
  request.end(BODY);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode === 403)
    assert.match(text, /"message":"The Host header is not allowed"/);
  return response.statusCode;
}

test("a request for a host that is not in the option `hosts` gets 403", async () => {
  const local = await listening();
  const { port } = local;
  const named = await listening({ hosts: ["mcp.example"] });
  for (const [at, want, ...hosts] of [
    [port, 200, `localhost:${port}`, "127.0.0.1", "[::1]:80"],
    [port, 403, "evil.example", "localhost.evil.example", "127.0.0.2"],
    [port, 403, "localhost:80:80", "localhost:x", ":80"],
    [named.port, 200, "mcp.example:8080", "MCP.example:65535", "mcp.example:"],
    [named.port, 403, "localhost", "mcp.example:8o", "mcp.example9"],
  ] as const)
    for (const host of hosts)
      assert.is(await status(at, { ...HEADERS, host }), want, host);
});

test("a request without a Host header is accepted only if no allowed hosts are configured", () => {
  assert.not(isOriginAllowed("http://localhost", undefined, undefined));
  assert.not(isHostAllowed(undefined, ["localhost"]));
  assert.ok(isHostAllowed(undefined, undefined));
});

requirement("f87ec26ef9c1 c663e60dd5d7");
test("listen binds to 127.0.0.1 by default", async () => {
  const { url } = await listening();
  assert.is(new URL(url).hostname, "127.0.0.1");
});

test("listen rejects with EADDRINUSE for a port in use", async () => {
  const { port } = await listening();
  const second = listening({ port });
  const code = await second.catch((error: { code: string }) => error.code);
  assert.is(code, "EADDRINUSE");
});

test("listen rejects a value that createServer did not create", async () => {
  const problem = await listen({}).catch((error: Error) => error.message);
  assert.is(problem, "The server must be created by createServer");
});

const HEAD = [
  "POST /mcp HTTP/1.1",
  "Host: localhost",
  "Accept: */*",
  "Content-Type: application/json",
].join("\r\n");

/**
 * Sends a POST request with the additional headers `head`. Then sends `part`
 * repeatedly until the server answers. Returns the server's answer and the
 * number of sent parts.
 */
async function flood(
  port: number,
  head: string,
  part: string,
  most = 1024,
): Promise<{ said: string; sent: number }> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  let sent = 0;
  socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(`${HEAD}\r\n${head}\r\n\r\n`);
  while (sent < most && said === "" && !socket.destroyed) {
    sent += 1;
    const trickles = part.length < 100;
    if (socket.write(part) && !trickles) continue;
    const more = trickles ? sleep(5) : once(socket, "drain").catch(() => {});
    await Promise.race([more, closed]);
  }
  if (most > 1) socket.end();
  await closed;
  return { said, sent };
}

test("a request body that arrives too slowly gets 408", async () => {
  const { port } = await listening({ bodyTimeout: 50 });
  const trickle = async (later: number): Promise<void> => {
    await sleep(later);
    const head = "Transfer-Encoding: chunked";
    const { said, sent } = await flood(port, head, "1\r\n \r\n");
    assert.match(said, /^HTTP\/1\.1 408 /);
    assert.ok(sent < 100, "the server kept reading a slow body");
  };
  await Promise.all([0, 20].map(trickle));
});

test("the server answers a request body of a gigabyte with 413 before the whole body has arrived", async () => {
  const { port } = await listening();
  const part = "x".repeat(1 << 20);
  for (const [head, chunk] of [
    [`Content-Length: ${2 ** 30}`, part],
    ["Transfer-Encoding: chunked", `100000\r\n${part}\r\n`],
  ] as const) {
    const { said, sent } = await flood(port, head, chunk);
    assert.match(said, /^HTTP\/1\.1 413 /, head);
    assert.ok(sent < 100, `the server read ${sent} MB`);
  }
});

test("requests with ambiguous framing or invalid headers get a 4xx status", async () => {
  const { port } = await listening();
  for (const more of [
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Content-Length: 4\r\nContent-Length: 5",
    "Transfer-Encoding: chunked, identity",
    "Content-Length: +4",
    "Host: evil.example",
    "X: a\r\n b",
  ]) {
    const head = `Connection: close\r\n${more}`;
    const { said } = await flood(port, head, "0\r\n\r\n", 1);
    assert.match(said, /^HTTP\/1\.1 4\d\d /, more);
  }
});

test.run();
