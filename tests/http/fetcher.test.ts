/** Where a client's requests go, and with which headers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Fetcher } from "../../templates/runtime/http/client/fetcher.js";
import { messageOf } from "../runtime/support.js";
import type { Fetch } from "../../templates/runtime/http/client/fetcher.js";

const test = suite("HTTP client: requests");

const URL_ = "https://s.example/mcp?key=k";

/** Answers with redirects, one after the other; `log` is what was asked. */
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
  const send = (): Promise<Response> =>
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

test("a redirect to the same server is followed, the request as it was", async () => {
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
  test(`a redirect is not followed: ${status} to ${location}`, async () => {
    const { send, log } = redirecting([status, location]);
    const text = `The server redirects to ${where}, which is not followed`;
    assert.is(await messageOf(send()), text);
    assert.equal(log, [asked("/mcp?key=k")]);
  });

test("redirects that never end", async () => {
  const many = Array.from({ length: 9 }, () => [307, "/mcp"] as const);
  const { send, log } = redirecting(...many);
  assert.is(await messageOf(send()), "Too many redirects");
  assert.is(log.length, 6);
});

test("a header has one value, however it is written", async () => {
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

test.run();
