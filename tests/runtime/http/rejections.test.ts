/**
 * Tests of rejected HTTP requests: the status, the text and the headers of each
 * rejection.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { fetchHandler } from "../../harness/http/serving.js";
import {
  HEADERS,
  LEGACY_SSE,
  OPENING,
  SESSIONS,
  SINGLE,
} from "../../harness/http/site.js";

const test = suite("http: rejections");

const INFO = { name: "s", version: "1" };
const URL = "http://localhost/mcp";
const PING = { jsonrpc: "2.0", id: 7, method: "ping" };

const handle = (protocol = SESSIONS, options: object = {}) =>
  fetchHandler(new ServerCore(protocol, INFO, {}, {}), {
    maxBody: 1_000,
    ...options,
  });
const server = handle();
const legacy = handle(LEGACY_SSE);
const stateless = handle(SINGLE);
const secret = handle(SESSIONS, { path: "/secret" });

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { ...HEADERS, ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/**
 * Returns a response as text: its status, the headers that belong to a
 * rejection, and the code, id and message of its error. The code is omitted if
 * it equals the status.
 */
async function print(response: Response): Promise<string> {
  const own = ["allow", "connection", "retry-after"].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const { id, error } = (await response.json()) as {
    readonly id?: number;
    readonly error: { readonly code: number; readonly message: string };
  };
  return [
    response.status,
    ...own,
    ...(error.code === response.status ? [] : [error.code]),
    ...(id === undefined ? [] : [`id ${id}`]),
    error.message,
  ].join(" | ");
}

/** Test cases: handler, path, options of the request, and the response. */
const CASES: readonly (readonly [
  handler: ReturnType<typeof handle>,
  path: string,
  init: RequestInit,
  response: string,
])[] = [
  [
    server,
    "/other",
    {},
    "404 | No endpoint has this path. The MCP endpoint is /mcp",
  ],
  [secret, "/mcp", {}, "404 | No endpoint has this path"],
  [
    server,
    "/mcp",
    { method: "PUT" },
    "405 | allow: GET, POST, DELETE | Method not allowed",
  ],
  [
    stateless,
    "/mcp",
    { method: "GET" },
    "405 | allow: POST | Method not allowed",
  ],
  [
    stateless,
    "/mcp",
    post(
      { jsonrpc: "2.0", method: "x" },
      { "mcp-protocol-version": "1999-01-01" },
    ),
    "400 | -32022 | Unsupported protocol version: 1999-01-01; this server supports 2000-01-01; generate the server with --rev 2000-01-01,1999-01-01",
  ],
  [
    legacy,
    "/sse",
    { method: "DELETE" },
    "405 | allow: GET | Method not allowed",
  ],
  [
    legacy,
    "/messages",
    { method: "GET" },
    "405 | allow: POST | Method not allowed",
  ],
  [
    legacy,
    "/messages?session=x",
    post(PING),
    "400 | The event stream does not exist",
  ],
  [
    server,
    "/mcp",
    { headers: { origin: "http://evil.example" } },
    "403 | The Origin header is not allowed",
  ],
  [
    server,
    "/mcp",
    post(PING, { accept: "text/html" }),
    "406 | The Accept header must contain application/json and text/event-stream",
  ],
  [
    server,
    "/mcp",
    post(PING, { "content-type": "text/plain" }),
    "415 | The body must be application/json",
  ],
  [server, "/mcp", post("{"), "400 | -32700 | The body is not JSON"],
  [
    server,
    "/mcp",
    post("x".repeat(1_001)),
    "413 | connection: close | The body is too long",
  ],
  [
    server,
    "/mcp",
    post(PING),
    "400 | id 7 | The Mcp-Session-Id header is missing",
  ],
  [
    server,
    "/mcp",
    post(PING, { "mcp-session-id": "x" }),
    "404 | id 7 | The session does not exist",
  ],
  [
    server,
    "/mcp",
    { method: "DELETE", headers: { "mcp-session-id": "x" } },
    "404 | The session does not exist",
  ],
  [
    server,
    "/mcp",
    { method: "GET", headers: { accept: "text/event-stream" } },
    "400 | The Mcp-Session-Id header is missing",
  ],
];
for (const [handler, path, init, response] of CASES)
  test(`${init.method ?? "GET"} ${path} is rejected: ${response}`, async () => {
    const request = new Request(`http://localhost${path}`, init);
    assert.is(await print(await handler(request)), response);
  });

test("a request is rejected if its Host header is not allowed", async () => {
  const handler = handle(SESSIONS, { hosts: ["a.example"] });
  assert.is(
    await print(await handler(new Request(URL, post(OPENING)))),
    "403 | The Host header is not allowed",
  );
});

test("a handler rejects requests after it was closed", async () => {
  const handler = handle();
  await handler.close();
  assert.is(
    await print(await handler(new Request(URL, post(OPENING)))),
    "503 | connection: close | The server is closing",
  );
});

test("a handler rejects a new session when the maximum number of sessions is open", async () => {
  const handler = handle(SESSIONS, { maxSessions: 1 });
  const open = () =>
    handler(new Request(URL, post({ jsonrpc: "2.0", ...OPENING })));
  assert.is((await open()).status, 200);
  assert.match(await print(await open()), /Too many sessions are open/);
  await handler.close();
});

test.run();
