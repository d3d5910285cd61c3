/** Requests whose body a middleware of Express has read. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nodeHandler } from "../../templates/runtime/http/platform/node.js";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { HEADERS, OPENING, SESSIONS } from "./support.js";

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

const test = suite("bodies that were read before");

const all = { type: () => true };
const slow: Middleware = (_request, _response, next) =>
  void setTimeout(next, 50);
/** Reads the body, and keeps nothing of it. */
const reader: Middleware = (request, _response, next) =>
  void (request as NodeJS.ReadableStream).on("end", next).resume();

/** What the server answers behind these, to a body. */
async function answer(
  before: readonly Middleware[],
  body: string | Uint8Array,
): Promise<readonly [status: number, text: string]> {
  const core = new ServerCore(SESSIONS, { name: "s", version: "1" }, {}, {});
  const handler = nodeHandler(core, { bodyTimeout: 1_000, maxBody: 2_000 });
  const app = express();
  for (const one of before) app.use(one);
  app.use(handler);
  const server = createServer(app as never).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: HEADERS,
    body: body as string,
  });
  const text = await response.text();
  await handler.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return [response.status, text];
}

const HELLO = JSON.stringify({ jsonrpc: "2.0", ...OPENING });

for (const [title, before] of [
  ["nothing", []],
  ["express.json()", [express.json()]],
  ["express.json(), and time", [express.json(), slow]],
  ["time", [slow]],
  ["express.text()", [express.text(all), slow]],
  ["express.raw()", [express.raw(all)]],
  ["what reads other types", [express.urlencoded({}), slow]],
] as const)
  test(`behind ${title} the body is taken`, async () => {
    const [status, text] = await answer(before, HELLO);
    assert.is(status, 200, text);
    assert.match(text, '"serverInfo"');
  });

test("what is too long, no UTF-8 or gone is refused", async () => {
  const long = JSON.stringify({ a: "x".repeat(2_000) });
  assert.is((await answer([express.json()], long))[0], 413);
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  assert.is((await answer([express.raw(all)], bytes))[0], 400);
  assert.is((await answer([reader, slow], HELLO))[0], 400);
});

test.run();
