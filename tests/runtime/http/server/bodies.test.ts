/**
 * Tests of request bodies that an Express middleware has read, and of endless
 * bodies.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler, nodeHandler } from "../../../harness/http/serving.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { serve } from "../../../harness/peers/servers.js";
import { HEADERS, OPENING, SESSIONS } from "../../../harness/http/site.js";

type Middleware = (request: never, response: never, next: () => void) => void;

interface Express {
  (): { use(middleware: Middleware | object): void };
  json(): Middleware;
  text(options: object): Middleware;
  raw(options: object): Middleware;
  urlencoded(options: object): Middleware;
}

const name = "express";
const { default: express } = (await import(name)) as { default: Express };

const test = suite("http bodies");

const all = { type: () => true };
const slow: Middleware = (_request, _response, next) =>
  void setTimeout(next, 50);
/**
 * Middleware that pauses the request and continues after 50 ms, like a
 * middleware that waits for a database.
 */
const pausing: Middleware = (request, _response, next) => {
  (request as NodeJS.ReadableStream).pause();
  setTimeout(next, 50);
};
/** Middleware that reads and discards the request body. */
const reader: Middleware = (request, _response, next) =>
  void (request as NodeJS.ReadableStream).on("end", next).resume();

/**
 * Sends a body to a server behind the given middlewares. Returns the status and
 * the text of the response.
 */
async function answer(
  before: readonly Middleware[],
  body: string | Uint8Array,
): Promise<readonly [status: number, text: string]> {
  const core = new ServerCore(SESSIONS, { name: "s", version: "1" }, {}, {});
  const handler = nodeHandler(core, { bodyTimeout: 1_000, maxBody: 2_000 });
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.use(handler);
  const { url, close } = await serve(app as never);
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: HEADERS,
    body: body as string,
  });
  const text = await response.text();
  await handler.close();
  await close();
  return [response.status, text];
}

const HELLO = JSON.stringify({ jsonrpc: "2.0", ...OPENING });

for (const [title, before] of [
  ["no middleware", []],
  ["express.json()", [express.json()]],
  ["express.json() and a delay", [express.json(), slow]],
  ["a delay", [slow]],
  ["a middleware that pauses the request", [pausing]],
  ["express.text() and a delay", [express.text(all), slow]],
  ["express.raw()", [express.raw(all)]],
  ["a parser of other content types", [express.urlencoded({}), slow]],
] as const)
  test(`mounted behind ${title}, the MCP handler can read the request body`, async () => {
    const [status, text] = await answer(before, HELLO);
    assert.is(status, 200, text);
    assert.match(text, '"serverInfo"');
  });

test("the handler refuses an invalid request body that a middleware has already read", async () => {
  const long = JSON.stringify({ a: "x".repeat(2_000) });
  assert.is((await answer([express.json()], long))[0], 413);
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  assert.is((await answer([express.raw(all)], bytes))[0], 400);
  assert.is((await answer([reader, slow], HELLO))[0], 400);
});

const LONG = { "content-length": "1001" };

const server = new ServerCore(SESSIONS, { name: "s", version: "1" }, {}, {});

const BODY = Buffer.from(HELLO.replace(/"name":"\w+"/, '"name":"é"'));
const SECOND = BODY.indexOf("é") + 1;
for (const [title, status, ...chunks] of [
  [
    "has a character in two chunks",
    200,
    BODY.subarray(0, SECOND),
    BODY.subarray(SECOND),
  ],
  [
    "contains half of a character",
    400,
    BODY.subarray(0, SECOND),
    BODY.subarray(SECOND + 1),
  ],
  [
    "ends with half of a character",
    400,
    BODY,
    BODY.subarray(SECOND - 1, SECOND),
  ],
] as const)
  test(`fetchHandler answers with ${status} to a body that ${title}`, async () => {
    const request = new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: HEADERS,
      body: ReadableStream.from(chunks),
      duplex: "half",
    } as RequestInit);
    const handler = fetchHandler(server);
    assert.is((await handler(request)).status, status);
    await handler.close();
  });

/**
 * Sends an endless request body. Returns the response status and the number of
 * chunks that the server has read.
 */
async function postEndless(
  handler: ReturnType<typeof fetchHandler>,
  pause: number,
  headers: object = {},
): Promise<{ status: number; chunks: () => number; left: Promise<void> }> {
  let chunks = 0;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      chunks += 1;
      controller.enqueue(new Uint8Array(100).fill(32));
    },
    cancel: () => leave(),
  });
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body,
    duplex: "half",
  } as RequestInit);
  const { status } = await handler(request);
  return { status, chunks: () => chunks, left };
}

for (const [title, status, options, pause, most, headers] of [
  ["arrives too slowly", 408, { bodyTimeout: 30 }, 10, 99],
  ["is too long", 413, { maxBody: 1_000 }, 0, 13],
  ["has a Content-Length over the limit", 413, { maxBody: 1_000 }, 20, 1, LONG],
] as const)
  test(`the handler stops reading a request body that ${title}, and answers with ${status}`, async () => {
    const handler = fetchHandler(server, options);
    const answer = await postEndless(handler, pause, headers);
    assert.is(answer.status, status);
    if (!headers) await answer.left;
    assert.ok(answer.chunks() <= most);
    await handler.close();
  });

test.run();
