/** A body that takes too long, or is too much, is not read on. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler } from "../../templates/runtime/http/platform/fetch.js";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { SERVER } from "../runtime/support.js";
import { HEADERS } from "./support.js";

const test = suite("http: bodies that are not read to their end");

const server = new ServerCore(SERVER, { name: "s", version: "1" }, {}, {});

/** What a body without end is answered with, and how much of it was read. */
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

test("one that comes too slowly", async () => {
  const handler = fetchHandler(server, { bodyTimeout: 30 });
  const { status, left } = await postEndless(handler, 10);
  assert.is(status, 408);
  await left;
  await handler.close();
});

test("one that is too long", async () => {
  const handler = fetchHandler(server, { maxBody: 1_000 });
  const { status, left, chunks } = await postEndless(handler, 0);
  assert.is(status, 413);
  await left;
  assert.ok(chunks() <= 13);
  await handler.close();
});

test("one that says itself that it is too long", async () => {
  const handler = fetchHandler(server, { maxBody: 1_000 });
  const length = { "content-length": "1001" };
  const { status, chunks } = await postEndless(handler, 20, length);
  assert.is(status, 413);
  assert.ok(chunks() <= 1);
  await handler.close();
});

test.run();
