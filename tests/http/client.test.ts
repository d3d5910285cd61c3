import { createServer as createHttp, type Server as Http } from "node:http";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../templates/runtime/client.js";
import { http } from "../../templates/runtime/http/client.js";
import { listen } from "../../templates/runtime/http/listen.js";
import { ServerCore } from "../../templates/runtime/server.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { CLIENT, messageOf, STATELESS_CLIENT } from "../runtime/support.js";
import { closing } from "../support/closing.js";
import { gate, POLLING, SESSIONS, SINGLE } from "./support.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Fetch } from "../../templates/runtime/http/fetcher.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { ListenOptions } from "../../templates/runtime/http/listen.js";
import type { Protocol } from "../../templates/runtime/protocol.js";

const test = suite("HTTP client");
const atEnd = closing(test);

const serve = async (
  protocol: Protocol,
  handlers: Handlers,
  options: ListenOptions = {},
) => {
  const server = new ServerCore(
    protocol,
    { name: "s", version: "1" },
    handlers,
    { capabilities: { logging: {}, tools: {} }, onError: () => {} },
  );
  const served = await listen(server, options);
  atEnd(served.close);
  return served;
};

/** A client, and what it could tell nobody. */
function clientOf(
  protocol: Protocol = CLIENT,
  handlers: Handlers = {},
): { client: ClientCore; errors: string[] } {
  const errors: string[] = [];
  const client = new ClientCore(
    protocol,
    { name: "c", version: "1" },
    handlers,
    { onError: (error) => errors.push(error.message) },
  );
  atEnd(() => client.close());
  return { client, errors };
}

/** `fetch` that notes what is sent, and may change what comes back. */
function spying(
  change: (response: Response, init: RequestInit) => Response = (one) => one,
): { fetch: Fetch; log: string[]; headers: { [name: string]: string }[] } {
  const log: string[] = [];
  const headers: { [name: string]: string }[] = [];
  return {
    log,
    headers,
    fetch: async (url, init) => {
      const body =
        init.body === undefined ? {} : (JSON.parse(init.body) as object);
      const { method = "" } = body as { method?: string };
      log.push(`${init.method} ${method}`.trim());
      headers.push(init.headers);
      return change(await fetch(url, init), init);
    },
  };
}

/** The response, whose body ends after so many events. */
function cutAfter(response: Response, events: number): Response {
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

const CALL = { name: "x" };

test("a stream that is cut anywhere is read to its end", async () => {
  for (let cut = 1; cut <= 4; cut += 1) {
    const { url, close } = await serve(
      POLLING,
      {
        "tools/call": (_params: never, ctx: Call) => {
          for (let n = 1; n <= 3; n += 1) ctx.log("info", n);
          return { done: true };
        },
      },
      { retry: 1 },
    );
    const heard: unknown[] = [];
    const { client } = clientOf(CLIENT, {
      "notifications/message": ({ data }: never) => void heard.push(data),
    });
    let cuts = 0;
    const spy = spying((response, init) => {
      const events = response.headers.get("content-type");
      const answer = init.method === "POST" && events?.includes("event-stream");
      if (!answer) return response;
      cuts += 1;
      return cutAfter(response, cut);
    });
    await client.connect(http(url, { fetch: spy.fetch }));
    assert.equal(await client.request("tools/call", CALL), { done: true });
    assert.equal(heard, [1, 2, 3]);
    assert.is(cuts, 1);
    await client.close();
    await close();
  }
});

test("a session that the server ended is opened again", async () => {
  const { url, close } = await serve(SESSIONS, {
    "tools/call": (_params: never, ctx: Call) => ({ session: ctx.session }),
  });
  const spy = spying();
  const { client, errors } = clientOf();
  await client.connect(http(url, { fetch: spy.fetch }));
  const first = (await client.request("tools/call", CALL)) as {
    session: string;
  };
  const headers = { "mcp-session-id": first.session };
  await fetch(url, { method: "DELETE", headers });
  const calls = Array.from({ length: 3 }, () =>
    client.request("tools/call", CALL),
  );
  const sessions = (await Promise.all(calls)) as { session: string }[];
  const [second] = sessions;
  assert.is.not(second?.session, first.session);
  assert.is(new Set(sessions.map(({ session }) => session)).size, 1);
  const openings = spy.log.filter((one) => one === "POST initialize");
  assert.is(openings.length, 2);
  await client.close();
  assert.is(spy.log.at(-1), "DELETE");
  assert.equal(errors, []);
  await close();
});

test("headers of every request, fixed and asked for", async () => {
  const { url, close } = await serve(SESSIONS, {});
  const spy = spying();
  const { client } = clientOf();
  let count = 0;
  const headers = () => Promise.resolve({ "x-count": String((count += 1)) });
  await client.connect(http(url, { fetch: spy.fetch, headers }));
  await client.request("ping");
  await client.close();
  assert.is(new Set(spy.headers.map((one) => one["x-count"])).size, count);
  const both = "application/json, text/event-stream";
  for (const [index, one] of spy.headers.entries()) {
    const [method = ""] = spy.log[index]?.split(" ") ?? [];
    if (method === "POST") assert.is(one.accept, both);
    if (method === "GET") assert.is(one.accept, "text/event-stream");
    assert.ok(["POST", "GET", "DELETE"].includes(method), method);
  }
  assert.ok(spy.log.includes("POST ping"));
  const [opening, ...later] = spy.headers;
  assert.is(opening?.["mcp-protocol-version"], undefined);
  for (const one of later) {
    assert.is(one["mcp-protocol-version"], "2000-01-01");
    assert.match(one["mcp-session-id"] ?? "", /^\S+$/);
  }
  await close();
});

test("a token is got when it is asked for, and sent from then on", async () => {
  const { url, close } = await serve(
    SESSIONS,
    {},
    {
      auth: {
        verify: (token) => (token === "t" ? { subject: "me" } : undefined),
        metadata: {
          resource: "https://mcp.example/mcp",
          authorization_servers: ["https://auth.example"],
        },
      },
    },
  );
  const spy = spying();
  const { client } = clientOf();
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
      header: `Bearer resource_metadata="${well}"`,
    },
  ]);
  for (const one of spy.headers.slice(1)) {
    assert.is(one.authorization, "Bearer t");
  }
  const wrong = clientOf().client;
  const never = spying();
  const refused = wrong.connect(
    http(url, { fetch: never.fetch, authorize: () => "wrong" }),
  );
  assert.is(await messageOf(refused), "The token is not valid");
  assert.equal(never.log.filter((one) => one === "POST initialize").length, 3);
  await close();
});

test("requests that stand alone: headers, and tools that cannot be", async () => {
  const mark = (name: unknown, type = "string") => ({
    type: "object",
    properties: { a: { type, "x-mcp-header": name } },
  });
  const handler = (args: unknown) => JSON.stringify(args);
  const { url, close } = await serve(
    SINGLE,
    toolHandlers({
      good: { inputSchema: mark("Area"), handler },
      bad: { inputSchema: mark("Not a token"), handler },
      wrong: { inputSchema: mark("N", "number"), handler },
    }),
  );
  const spy = spying();
  const { client, errors } = clientOf(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const list = (await client.request("tools/list")) as {
    tools: { name: string }[];
  };
  assert.equal(
    list.tools.map(({ name }) => name),
    ["good"],
  );
  assert.equal(errors, [
    "The tool bad cannot be used: x-mcp-header of a is not a header name",
    "The tool wrong cannot be used: x-mcp-header of a is not on a string, integer or boolean",
  ]);
  await client.request("tools/call", { name: "good", arguments: { a: "é" } });
  const sent = spy.headers.at(-1);
  assert.is(sent?.["mcp-method"], "tools/call");
  assert.is(sent?.["mcp-name"], "good");
  assert.is(sent?.["mcp-param-area"], "=?base64?w6k=?=");
  await client.close();
  assert.not.ok(spy.log.includes("DELETE"));
  assert.not.ok(spy.log.includes("GET"));
  await close();
});

test("tools are listed again when a call's headers are refused", async () => {
  const { url, close } = await serve(
    SINGLE,
    toolHandlers({
      t: {
        inputSchema: {
          type: "object",
          properties: { a: { type: "string", "x-mcp-header": "A" } },
        },
        handler: (args: unknown) => JSON.stringify(args),
      },
    }),
  );
  const spy = spying();
  const { client } = clientOf(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const call = { name: "t", arguments: { a: "x" } };
  const result = (await client.request("tools/call", call)) as {
    content: { text: string }[];
  };
  assert.is(result.content[0]?.text, '{"a":"x"}');
  assert.equal(spy.log.slice(1), [
    "POST tools/call",
    "POST tools/list",
    "POST tools/call",
  ]);
  await client.close();
  await close();
});

test("to cancel a request that stands alone is to close it", async () => {
  const started = gate();
  const aborted = gate();
  const { url, close } = await serve(SINGLE, {
    "tools/call": (_params: never, ctx: Call) =>
      new Promise((resolve) => {
        ctx.signal.addEventListener("abort", () => {
          aborted.open();
          resolve({});
        });
        started.open();
      }),
  });
  const spy = spying();
  const { client } = clientOf(STATELESS_CLIENT);
  await client.connect(http(url, { fetch: spy.fetch }));
  const stop = new AbortController();
  const { signal } = stop;
  const call = client.request("tools/call", CALL, { signal });
  await started.promise;
  stop.abort(new Error("enough"));
  assert.is(await messageOf(call), "enough");
  await aborted.promise;
  assert.not.ok(spy.log.includes("POST notifications/cancelled"));
  await client.close();
  await close();
});

/** A server that says the same to everything. */
async function saying(
  status: number,
  body: string,
  headers: { [name: string]: string } = {},
): Promise<{ url: string; http: Http }> {
  const server = createHttp((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/mcp`, http: server };
}

const TABLE: readonly (readonly [
  number,
  string,
  { [name: string]: string },
  string,
])[] = [
  [500, "oops", {}, "The server answered 500: oops"],
  [404, "", {}, "The server answered 404"],
  [202, "", {}, "The server accepted, and no more"],
  [200, "<html>", { "content-type": "text/html" }, "Not JSON"],
  [200, "{}", { "content-type": "application/json" }, "to no request"],
  [
    200,
    'data: {"jsonrpc":"2.0","id":99,"result":{}}\n\n',
    { "content-type": "text/event-stream" },
    "The stream ended without the answer",
  ],
  [
    400,
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"no"},"id":null}',
    { "content-type": "application/json" },
    "no",
  ],
];

for (const [status, body, headers, want] of TABLE) {
  test(`the server answers ${status} ${body.slice(0, 20)}`, async () => {
    const { url, http: server } = await saying(status, body, headers);
    const { client } = clientOf();
    assert.match(await messageOf(client.connect(http(url))), want);
    await client.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
}

test("there is no server", async () => {
  const { url, close } = await serve(SESSIONS, {});
  await close();
  const { client } = clientOf();
  assert.match(await messageOf(client.connect(http(url))), "fetch failed");
});

test("the older transport, where the server knows only that", async () => {
  const older = { ...SESSIONS.http, twoAddresses: true };
  const { url, port, close } = await serve(
    { ...SESSIONS, http: older },
    {
      "tools/call": (_params: never, ctx: Call) => {
        ctx.log("info", 1);
        return { session: ctx.session };
      },
    },
  );
  const spy = spying();
  const heard: unknown[] = [];
  const { client, errors } = clientOf(CLIENT, {
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
  await close(); // the server ends the stream, and with it the connection
  await closed;
  assert.match(errors.join(), "The server ended the stream");
});

test("an endpoint of another server is not used", async () => {
  const server = createHttp((request, response) => {
    if (request.method === "POST") return void response.writeHead(405).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: endpoint\ndata: http://evil.example/x\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const spy = spying();
  const { client } = clientOf();
  const failed = client.connect(
    http(`http://127.0.0.1:${port}/`, { fetch: spy.fetch }),
  );
  assert.match(await messageOf(failed), "The server answered 405");
  assert.equal(spy.log, ["POST initialize", "GET"]);
});

test.run();
