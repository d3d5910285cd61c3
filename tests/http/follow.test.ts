/** How a client reads a stream over several connections, and when it stops. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { follow } from "../../templates/runtime/http/client/follow.js";
import { Fetcher } from "../../templates/runtime/http/client/fetcher.js";
import { delaysOf } from "../support/timers.js";

const test = suite("HTTP client: streams");

const EVENTS = { "content-type": "text/event-stream" };

/**
 * Follows a stream whose connections bring these texts, one after the other; an
 * error is no connection, and a response is one as it is. It is given up when there are no more.
 */
async function followed(
  texts: readonly (string | Error | Response)[],
  anew = false,
) {
  /** `Last-Event-ID` of each request that came back. */
  const ids: (string | undefined)[] = [];
  const stop = new AbortController();
  const [first = "", ...rest] = texts;
  const fetcher = new Fetcher("http://127.0.0.1", {
    fetch: (_url, { headers }) => {
      ids.push(headers["last-event-id"]);
      const next = rest.shift();
      if (next instanceof Error) return Promise.reject(next);
      if (next instanceof Response) return Promise.resolve(next);
      if (next === undefined) stop.abort();
      return Promise.resolve(new Response(next ?? "", { headers: EVENTS }));
    },
  });
  let problem: Error | undefined;
  const delays = await delaysOf(async () => {
    problem = await follow(new Response(String(first)), {
      fetcher,
      headers: () => ({}),
      limit: 20,
      signal: stop.signal,
      onMessage: () => {},
      done: () => false,
      back: anew ? "always" : "to an id",
    });
  }, true);
  return { problem, delays, ids };
}

test("the server says when to come back, however late that is", async () => {
  for (const retry of [50, 40_000, 99_999_999_999]) {
    const { delays } = await followed([`id: 1\nretry: ${retry}\n\n`]);
    assert.equal(delays, [Math.min(retry, 2_147_483_647)]);
  }
});

test("connections that bring nothing begin ever further apart", async () => {
  const none: readonly string[] = Array.from({ length: 20 }, () => "");
  const { delays } = await followed(
    ["id: 1\nretry: 0\n\n", ...none, "id: 2\ndata: a\n\n", ""],
    true,
  );
  assert.equal(delays.slice(0, 4), [0, 150, 225, 337.5]);
  assert.equal(delays.slice(17), [30_000, 30_000, 30_000, 30_000, 0, 150]);
});

test("a server that cannot be reached is given up", async () => {
  const down = new Error("no connection");
  const four = [down, down, down, down];
  const texts = ["id: 1\n\n", ...four, "", ...four, down, down];
  const { problem, ids } = await followed(texts);
  assert.is(problem?.cause, down);
  assert.is(ids.length, 10);
});

test("a server that is away for now is asked again, with the same id", async () => {
  for (const status of [429, 502, 503, 504]) {
    const away = (): Response => new Response("", { status });
    const texts = ["id: 1\n\n", away(), away(), "id: 2\ndata: a\n\n"];
    const { ids, delays } = await followed(texts);
    assert.equal(ids, ["1", "1", "1", "2"]);
    assert.equal(delays, [1_000, 1_500, 2_250, 1_000]);
    const more = Array.from({ length: 6 }, away);
    const end = await followed(["id: 1\n\n", ...more]);
    assert.match(end.problem?.message ?? "", String(status));
    assert.is(end.ids.length, 5);
  }
});

test.run();
