/**
 * Tests of the HTTP client with sessions: streams, headers, tokens and the
 * legacy SSE transport.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { http } from "../../../../runtime/http/client/client.js";
import { CLIENT, getRejectionMessage } from "../../../harness/wire/wire.js";
import {
  LEGACY_SSE,
  logging,
  POLLING,
  SESSIONS,
} from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { createPeers, spyFetch, CALL } from "../../../harness/http/client.js";
import { serve as serveAny } from "../../../harness/peers/servers.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("HTTP client");

const { atEnd, serve, openClient } = createPeers(test);

/**
 * Returns a response like `response`, but its body fails after the given number
 * of events.
 */
function failAfter(response: Response, events: number): Response {
  const reader = response.body?.getReader();
  let left = events;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return controller.close();
      const text = new TextDecoder().decode(chunk.value);
      const parts = text.split(/(?<=\n\n)/);
      const kept = parts.slice(0, left);
      left -= kept.length;
      controller.enqueue(new TextEncoder().encode(kept.join("")));
      if (left > 0) return;
      await reader?.cancel();
      controller.error(new Error("cut"));
    },
  });
  return new Response(body, response);
}

for (const url of [
  "localhost:3499/mcp",
  "127.0.0.1:3499/mcp",
  "htp://127.0.0.1:3499/mcp",
  "http://",
  "http:mcp",
  "/mcp",
  "",
])
  test(`http() refuses the text ${JSON.stringify(url)}, which is not an HTTP URL`, () => {
    assert.throws(
      () => http(url),
      (error: Error) =>
        error instanceof TypeError &&
        error.message ===
          `http() needs a URL such as http://localhost:3000/mcp, not "${url}"`,
    );
  });

requirement("91ade7afa430 ba29861d15d3 8cdb873686ef ca6003226572");
test("the client resumes a response stream that breaks after an event", async () => {
  for (let cut = 1; cut <= 4; cut += 1) {
    const handlers = { "tools/call": logging(2) };
    const { url, close } = await serve(POLLING, handlers, { retry: 1 });
    const heard: unknown[] = [];
    const { client } = openClient(CLIENT, {
      "notifications/message": ({ data }: never) => void heard.push(data),
    });
    let cuts = 0;
    const spy = spyFetch((response, init) => {
      const events = response.headers.get("content-type");
      const answer = init.method === "POST" && events?.includes("event-stream");
      if (!answer) return response;
      cuts += 1;
      return failAfter(response, cut);
    });
    await client.connect(http(url, { fetch: spy.fetch }));
    assert.equal(await client.request("tools/call", CALL), { done: true });
    assert.equal(heard, [1, 2, "last"]);
    assert.is(cuts, 1);
    await client.close();
    await close();
  }
});

requirement("64e7f80a1605 6f9d090f7b3e");
test("the client opens exactly one new session after the server has ended the old session", async () => {
  const { url } = await serve(SESSIONS, {
    "tools/call": (_params: never, ctx: Call) => ({ session: ctx.session?.id }),
  });
  const spy = spyFetch();
  const { client, errors } = openClient();
  await client.connect(http(url, { fetch: spy.fetch }));
  const getSession = async () =>
    ((await client.request("tools/call", CALL)) as { session: string }).session;
  const first = await getSession();
  const headers = { "mcp-session-id": first };
  await fetch(url, { method: "DELETE", headers });
  const later = await Promise.all([1, 2, 3].map(getSession));
  assert.is.not(later[0], first);
  assert.is(new Set(later).size, 1);
  const openings = spy.log.filter((entry) => entry === "POST initialize");
  assert.is(openings.length, 2);
  await client.close();
  assert.is(spy.log.at(-1), "DELETE");
  assert.equal(errors, []);
});

requirement(`
  115905160aa0 98fa1fc196e5 d2b579a81673 d4305a78259f 8225c1d3b374
  44f26e2939ee ec5dabcb6e30 bc1c5f32b093 70c359cfba45
`);
test("every request carries the headers of the option `headers`", async () => {
  const { url } = await serve(SESSIONS, {});
  const spy = spyFetch();
  const { client } = openClient();
  let count = 0;
  const headers = () => Promise.resolve({ "x-count": String((count += 1)) });
  await client.connect(http(url, { fetch: spy.fetch, headers }));
  await client.request("ping");
  await client.close();
  assert.is(
    new Set(spy.headers.map((headers) => headers["x-count"])).size,
    count,
  );
  const both = "application/json, text/event-stream";
  for (const [index, { accept }] of spy.headers.entries()) {
    const [method = ""] = spy.log[index]?.split(" ") ?? [];
    if (method === "POST") assert.is(accept, both);
    if (method === "GET") assert.is(accept, "text/event-stream");
    assert.ok(["POST", "GET", "DELETE"].includes(method), method);
  }
  assert.ok(spy.log.includes("POST ping"));
  const [opening, ...later] = spy.headers;
  assert.is(opening?.["mcp-protocol-version"], undefined);
  for (const headers of later) {
    assert.is(headers["mcp-protocol-version"], "2000-01-01");
    assert.match(headers["mcp-session-id"] ?? "", /^\S+$/);
  }
});

requirement(`
  77eb4cfc0158 1539c34340d6 764dbd6f9bfa b32c02eaf6db f255e9a7ad91
  3b32ac3b8c34 4f8f7071ac47
`);
test("after a 401, the client sends the token from the callback `authorize` with every request", async () => {
  const metadata = {
    resource: "https://mcp.example/mcp",
    authorization_servers: ["https://auth.example"],
  };
  const verify = (token: string) =>
    token === "t" ? { subject: "me" } : undefined;
  const { url } = await serve(SESSIONS, {}, { auth: { verify, metadata } });
  const spy = spyFetch();
  const { client } = openClient();
  const challenges: unknown[] = [];
  const authorize = (challenge: unknown): string => {
    challenges.push(challenge);
    return "t";
  };
  await client.connect(http(url, { fetch: spy.fetch, authorize }));
  await client.request("ping");
  await client.close();
  const well = "https://mcp.example/.well-known/oauth-protected-resource/mcp";
  assert.equal(challenges, [
    {
      status: 401,
      resourceMetadata: well,
      scope: undefined,
      error: undefined,
      dpopNonce: undefined,
      header: `Bearer resource_metadata="${well}"`,
    },
  ]);
  for (const { authorization } of spy.headers.slice(1))
    assert.is(authorization, "Bearer t");
  const wrong = openClient().client;
  const never = spyFetch();
  const refused = wrong.connect(
    http(url, { fetch: never.fetch, authorize: () => "wrong" }),
  );
  const why = `${url} answered 401: The token is not valid`;
  assert.is(await getRejectionMessage(refused), why);
  assert.equal(
    never.log.filter((entry) => entry === "POST initialize").length,
    3,
  );
});

requirement("3d36f3e13c93 e2816cf0a9bc 093b5a36baad");
test("the client falls back to the legacy SSE transport if the server supports no other transport", async () => {
  const call = (_params: never, ctx: Call) => {
    ctx.log("info", 1);
    return { session: ctx.session?.id };
  };
  const { url, port, close } = await serve(LEGACY_SSE, { "tools/call": call });
  const spy = spyFetch();
  const heard: unknown[] = [];
  const { client, errors } = openClient(CLIENT, {
    "notifications/message": ({ data }: never) => void heard.push(data),
  });
  const sse = `http://127.0.0.1:${port}/sse`;
  assert.is.not(url, sse);
  await client.connect(http(sse, { fetch: spy.fetch }));
  assert.equal(spy.log.slice(0, 4), [
    "POST initialize",
    "GET",
    "POST initialize",
    "POST notifications/initialized",
  ]);
  const result = await client.request("tools/call", CALL);
  assert.match((result as { session: string }).session, /^[\w-]{36}$/);
  assert.equal(heard, [1]);
  const closed = client.closed;
  await close(); // Closing the server ends the stream, and therefore the connection.
  await closed;
  assert.match(errors.join(), "The server closed the event stream");
});

test("connect fails when a legacy SSE server refuses the first message", async () => {
  const { url, close } = await serveAny((request, response) => {
    if (request.method === "POST") {
      return void response.writeHead(request.url === "/" ? 405 : 500).end();
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: endpoint\ndata: /in?key=1\n\n");
  });
  atEnd(close);
  const failed = openClient().client.connect(http(`${url}/`));
  assert.is(await getRejectionMessage(failed), `${url}/in answered 500`);
});

test("the client refuses a legacy SSE endpoint on another origin", async () => {
  const { url, close } = await serveAny((request, response) => {
    if (request.method === "POST") return void response.writeHead(405).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: endpoint\ndata: http://evil.example/x\n\n");
  });
  atEnd(close);
  const spy = spyFetch();
  const { client } = openClient();
  const failed = client.connect(http(`${url}/`, { fetch: spy.fetch }));
  assert.match(await getRejectionMessage(failed), `${url}/ answered 405`);
  assert.equal(spy.log, ["POST initialize", "GET"]);
});

test.run();
