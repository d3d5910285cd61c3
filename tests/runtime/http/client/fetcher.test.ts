/** Tests of redirects, headers and reconnection in the HTTP client. */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { authorizerOf } from "../../../../runtime/http/client/authorizer.js";
import { Fetcher } from "../../../../runtime/http/client/fetcher.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import { follow } from "../../../../runtime/http/client/follow.js";
import { recordDelays } from "../../../harness/time/timers.js";
import type {
  Fetch,
  Received,
} from "../../../../runtime/http/client/received.js";

const test = suite("http client: requests");

const URL_ = "https://s.example/mcp?key=k";

/**
 * Creates a client whose server answers with the given redirects in turn. The
 * returned `log` collects the requests.
 */
function redirecting(
  ...redirects: readonly (readonly [number, (string | undefined)?])[]
) {
  const log: string[] = [];
  const left = [...redirects];
  const fetch: Fetch = (url, { method, headers, body, redirect }) => {
    const { "mcp-session-id": id, "x-key": key } = headers;
    log.push(`${method} ${url} ${body} ${id} ${key} ${redirect}`);
    const [status = 200, location] = left.shift() ?? [];
    const to = location === undefined ? {} : { location };
    return Promise.resolve(new Response("", { status, headers: to }));
  };
  const fetcher = new Fetcher(URL_, { fetch, headers: { "x-key": "k" } });
  const send = (): Promise<Received> =>
    fetcher.send({
      method: "POST",
      headers: { "mcp-session-id": "1" },
      body: "{}",
      signal: new AbortController().signal,
    });
  return { send, log };
}

const asked = (path: string): string =>
  `POST https://s.example${path} {} 1 k manual`;

test("the client repeats a request after a 307 or 308 redirect within the origin", async () => {
  const { send, log } = redirecting(
    [307, "/mcp/"],
    [308, "https://S.example:443/b?c"],
  );
  assert.is((await send()).status, 200);
  assert.equal(log, [asked("/mcp?key=k"), asked("/mcp/"), asked("/b?c")]);
});

for (const [status, location, where] of [
  [307, "https://evil.example/a?token=t", "https://evil.example/a (307)"],
  [307, "http://s.example/mcp", "http://s.example/mcp (307)"],
  [308, "https://s.example:8443/mcp", "https://s.example:8443/mcp (308)"],
  [302, "/login", "https://s.example/login (302)"],
  [301, "/mcp/", "https://s.example/mcp/ (301)"],
  [303, "/mcp/", "https://s.example/mcp/ (303)"],
  [307, undefined, "another address (307)"],
] as const)
  test(`the client does not follow a ${status} redirect to ${location}`, async () => {
    const { send, log } = redirecting([status, location]);
    const text = `The server redirects to ${where}, which is not followed`;
    assert.is(await getRejectionMessage(send()), text);
    assert.equal(log, [asked("/mcp?key=k")]);
  });

test("the client stops after five redirects", async () => {
  const many = Array.from({ length: 9 }, () => [307, "/mcp"] as const);
  const { send, log } = redirecting(...many);
  assert.is(await getRejectionMessage(send()), "Too many redirects");
  assert.is(log.length, 6);
});

test("the client sends each header only once, even if the header names differ in case", async () => {
  const sent: object[] = [];
  const fetcher = new Fetcher(URL_, {
    fetch: (_url, { headers }) => {
      sent.push(headers);
      return Promise.resolve(new Response("", { status: 401 }));
    },
    headers: { Authorization: "Bearer old", "Content-Type": "text/plain" },
    authorize: () => "new",
  });
  await fetcher.send({
    method: "POST",
    headers: { "content-type": "application/json" },
    signal: new AbortController().signal,
  });
  const json = { "content-type": "application/json" };
  assert.equal(sent.slice(0, 2), [
    { authorization: "Bearer old", ...json },
    { authorization: "Bearer new", ...json },
  ]);
});

const EVENTS = { "content-type": "text/event-stream" };

/**
 * Reads an event stream and reconnects when it ends. Each connection uses the
 * next element of `texts`: a string is the response body, an Error makes the
 * connection fail, and a Response is the whole response. The client stops after
 * the last element.
 */
async function followed(
  texts: readonly (string | Error | Response)[],
  fromStart = false,
) {
  /** `Last-Event-ID` headers of the reconnections. */
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
  const delays = await recordDelays(async () => {
    problem = await follow(new Response(String(first)), {
      fetcher,
      headers: () => ({}),
      limit: 20,
      signal: stop.signal,
      onMessage: () => {},
      done: () => false,
      back: fromStart ? "always" : "to an id",
    });
  }, true);
  return { problem, delays, ids };
}

test("the client waits for the time in the `retry` field before it reconnects to an event stream", async () => {
  for (const retry of [50, 40_000, 99_999_999_999]) {
    const { delays } = await followed([`id: 1\nretry: ${retry}\n\n`]);
    assert.equal(delays, [Math.min(retry, 2_147_483_647)]);
  }
});

test("while reconnections receive no event, the client increases the delay between them up to 30 s", async () => {
  const none: readonly string[] = Array.from({ length: 20 }, () => "");
  const { delays } = await followed(
    ["id: 1\nretry: 0\n\n", ...none, "id: 2\ndata: a\n\n", ""],
    true,
  );
  assert.equal(delays.slice(0, 4), [0, 150, 225, 337.5]);
  assert.equal(delays.slice(17), [30_000, 30_000, 30_000, 30_000, 0, 150]);
});

test("the client stops reconnecting after repeated network errors", async () => {
  const down = new Error("no connection");
  const four = [down, down, down, down];
  const texts = ["id: 1\n\n", ...four, "", ...four, down, down];
  const { problem, ids } = await followed(texts);
  assert.is(problem?.cause, down);
  assert.is(ids.length, 10);
});

test("after a successful reconnection, the client no longer reports an earlier network error", async () => {
  const texts = ["id: 1\n\n", new Error("no connection"), "id:\n\n"];
  const { problem } = await followed(texts);
  assert.is(problem?.message, "The event stream ended without the response");
});

test("the client reconnects with the same event id after 429, 502, 503 or 504", async () => {
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

test("parameter names in a WWW-Authenticate challenge are case-insensitive", async () => {
  const scopes: (string | undefined)[] = [];
  const fetcher = new Fetcher(URL_, {
    fetch: () => {
      const headers = { "www-authenticate": 'Bearer Scope="a b"' };
      return Promise.resolve(new Response("", { status: 401, headers }));
    },
    authorize: ({ scope }) => void scopes.push(scope),
  });
  const { signal } = new AbortController();
  await fetcher.send({ method: "POST", headers: {}, signal });
  assert.equal(scopes, ["a b"]);
});

test("the authorize callback is called again after it has failed", async () => {
  let asked = 0;
  const authorizer = authorizerOf(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error("no")) : "token";
  });
  const answer = async (): Promise<unknown> =>
    authorizer.challenged({} as never, { headers: {} } as never);
  assert.is(await answer().catch(String), "Error: no");
  assert.is(await answer(), true);
});

test("the credentials of a client contain the current token and the headers of the options", async () => {
  const tokens = ["Bearer a", "Bearer b"];
  const authorize = {
    headers: () => ({ authorization: tokens.shift() ?? "" }),
    challenged: () => false,
  };
  const headers = { "x-key": "k" };
  const fetcher = new Fetcher(URL_, { authorize, headers });
  assert.is(await fetcher.credentials(), '[{"x-key":"k"},"Bearer a"]');
  assert.is(await fetcher.credentials(), '[{"x-key":"k"},"Bearer b"]');
});

test.run();
