/** A body that takes too long, or is too much, is not read on. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler } from "../../templates/runtime/http/platform/fetch.js";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { SERVER } from "../runtime/support.js";
import { HEADERS } from "./support.js";

const test = suite("http: bodies that are not read to their end");

const LONG = { "content-length": "1001" };

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

for (const [title, status, options, pause, most, headers] of [
  ["comes too slowly", 408, { bodyTimeout: 30 }, 10, 99],
  ["is too long", 413, { maxBody: 1_000 }, 0, 13],
  ["says itself that it is too long", 413, { maxBody: 1_000 }, 20, 1, LONG],
] as const)
  test(`one that ${title}`, async () => {
    const handler = fetchHandler(server, options);
    const answer = await postEndless(handler, pause, headers);
    assert.is(answer.status, status);
    if (!headers) await answer.left;
    assert.ok(answer.chunks() <= most);
    await handler.close();
  });

test.run();
