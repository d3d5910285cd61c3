/** Requests that the transport sends itself are answered once. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Poster,
  type PosterHost,
} from "../../templates/runtime/http/client/poster.js";
import type { Fetcher } from "../../templates/runtime/http/client/fetcher.js";

const test = suite("HTTP client: requests of its own");

interface Sent {
  readonly id: string;
  readonly method: string;
}

/** A poster whose session is lost as soon as it has one, and what reaches it. */
async function losing() {
  const received: unknown[] = [];
  const failed: unknown[] = [];
  const delivered: Sent[] = [];
  const { signal } = new AbortController();
  const answers = [
    () =>
      new Response(
        '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"v"}}',
        {
          headers: {
            "content-type": "application/json",
            "mcp-session-id": "a",
          },
        },
      ),
    () => new Response("", { status: 404 }),
  ];
  const accepted = (): Response => new Response(null, { status: 202 });
  const fetcher = {
    name: "The server",
    send: () => Promise.resolve((answers.shift() ?? accepted)()),
  };
  const host = {
    fetcher: fetcher as unknown as Fetcher,
    limit: 1_000,
    signal,
    receive: (message: unknown) => void received.push(message),
    failed: (...all: unknown[]) => void failed.push(all),
    deliver: (request: unknown) => void delivered.push(request as Sent),
    fallBack: () => Promise.resolve(false),
  };
  const poster = new Poster(host as PosterHost);
  const opening = { jsonrpc: "2.0", id: 1, method: "initialize" } as const;
  await poster.post(opening, signal);
  received.length = 0;
  const told = poster.post(
    { jsonrpc: "2.0", method: "notifications/x" },
    signal,
  );
  while (delivered.length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  return { poster, told, received, failed, delivered };
}

const answer = (id: unknown, more: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, ...more });

test("an answer is theirs, and a second one is nobody's", async () => {
  const { poster, told, received, delivered } = await losing();
  const [{ id, method } = { id: "", method: "" }] = delivered;
  assert.is(method, "initialize");
  assert.is(id, "transport-1");
  const result = { protocolVersion: "v" };
  poster.arrived(answer(id, { result }));
  await told;
  assert.equal(received, []);
  poster.arrived(answer(id, { result }));
  assert.equal(received, [{ jsonrpc: "2.0", id, result }]);
});

test("a failure is theirs, and a second one is told", async () => {
  const { poster, told, failed, delivered } = await losing();
  const error = new Error("gone");
  poster.failed(delivered[0]?.id, error);
  assert.match(String(await told.catch(String)), "gone");
  assert.equal(failed, []);
  poster.failed(delivered[0]?.id, error);
  assert.is(failed.length, 1);
});

test("a request of the same id is the server's", async () => {
  const { poster, received, delivered } = await losing();
  const asked = answer(delivered[0]?.id, { method: "ping" });
  poster.arrived(asked);
  assert.equal(received, [JSON.parse(asked)]);
});

test("what is no JSON fails what it answers", async () => {
  const { poster, received, failed } = await losing();
  assert.is(poster.arrived("{"), undefined);
  assert.equal(received, []);
  const [[id, problem] = []] = failed as [unknown, Error][];
  assert.is(id, undefined);
  assert.is(problem?.message, "The server answered with what is not JSON");
});

test.run();
