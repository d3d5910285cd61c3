/**
 * Tests of the HTTP client with a server that refuses streams or loses sessions
 * and streams.
 */
import { getEventListeners } from "node:events";
import { setImmediate as immediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { http } from "../../../../runtime/http/client/client.js";
import { Fetcher } from "../../../../runtime/http/client/fetcher.js";
import { HttpClientSession } from "../../../../runtime/http/client/session.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import { CALL, createPeers } from "../../../harness/http/client.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import type { Fetch } from "../../../../runtime/http/client/received.js";

const test = suite("http client: refused streams");

const { openClient } = createPeers(test);

const events = (text: string): Response =>
  new Response(text, { headers: { "content-type": "text/event-stream" } });

/** Returns a complete event stream with the given messages. */
const streamOf = (...messages: object[]): Response =>
  events(
    messages
      .map((message) => ({ jsonrpc: "2.0", ...message }))
      .map((message) => `data: ${JSON.stringify(message)}\n\n`)
      .join(""),
  );

/**
 * Returns an event stream that ends after one notification with an event id, so
 * that the client resumes it.
 */
const broken = (): Response => {
  const note = '{"jsonrpc":"2.0","method":"notifications/x"}';
  return events(`retry: 0\nid: 1\ndata: ${note}\n\n`);
};

/** Returns an event stream that never ends. */
const open = (): Response =>
  new Response(new ReadableStream(), {
    headers: { "content-type": "Text/Event-Stream; charset=utf-8" },
  });

const refusing =
  (status: number) =>
  (_id?: unknown): Response =>
    new Response(status === 204 ? null : "", {
      status,
      headers: { "content-type": "text/html" },
    });

const OPENED = {
  protocolVersion: "2000-01-01",
  capabilities: { tools: {} },
  serverInfo: { name: "s", version: "1" },
};

/**
 * Simulated server that opens the sessions `1`, `2` and so on. Only the newest
 * session is valid. Each GET request receives the next response from `gets`.
 * `log` collects the requests.
 */
class Server {
  readonly log: string[] = [];
  readonly gets: (() => Response)[];
  session = 0;
  readonly ids: unknown[] = [];
  /**
   * Callbacks by request, such as `POST initialize`. If a callback returns a
   * response, the server sends it instead of its normal response.
   */
  readonly on: { [what: string]: (() => Response | void) | undefined } = {};

  constructor(...gets: (() => Response)[]) {
    this.gets = gets;
  }

  readonly fetch: Fetch = (_url, { method, headers, body }) => {
    type Asked = { id?: number; method?: string };
    const asked = JSON.parse(body ?? "{}") as Asked;
    const what = `${method} ${asked.method ?? ""}`.trim();
    this.log.push(what);
    this.ids.push(asked.id);
    return Promise.resolve(
      this.on[what]?.() ?? this.#answer(what, asked, headers),
    );
  };

  /**
   * Waits until the server has received the given requests, and asserts that no
   * others arrive.
   */
  async asked(...want: string[]): Promise<void> {
    await waitUntil(
      `${want.length} requests arrive`,
      () => this.log.length >= want.length,
    );
    for (let turn = 0; turn < 50; turn += 1) await immediate();
    assert.equal(this.log, want);
  }

  #answer(
    what: string,
    { id, method }: { id?: number; method?: string },
    headers: { readonly [name: string]: string },
  ): Response {
    const opens = method === "initialize";
    if (opens) this.session += 1;
    else if (headers["mcp-session-id"] !== String(this.session)) {
      return new Response("", { status: 404 });
    }
    if (what === "GET") return (this.gets.shift() ?? open)();
    if (id === undefined) return new Response(null, { status: 202 });
    const result = opens ? OPENED : {};
    const session = { "mcp-session-id": String(this.session) };
    return Response.json({ jsonrpc: "2.0", id, result }, { headers: session });
  }
}

const OPENING = ["POST initialize", "POST notifications/initialized", "GET"];
const PING = "POST ping";

async function connected({ fetch }: { readonly fetch: Fetch }) {
  const { client, errors } = openClient();
  await client.connect(http("http://s.example/mcp", { fetch }));
  return { client, errors };
}

test("the client opens a new session if the server ends the session before the GET stream opens", async () => {
  const server = new Server();
  server.on["GET"] = () => {
    server.on["GET"] = undefined;
    server.session += 1;
  };
  const { errors } = await connected(server);
  await server.asked(...OPENING, PING, ...OPENING, PING);
  assert.equal(errors, []);
});

const again = (answer: object) => (id: unknown) =>
  Response.json({ jsonrpc: "2.0", id, ...answer });

for (const [title, answer, problem] of [
  [
    "answers `initialize` with 500",
    refusing(500),
    "http://s.example/mcp answered 500",
  ],
  [
    "answers `initialize` with an error",
    again({ error: { code: 1, message: "no" } }),
    "The session has ended and could not be reopened",
  ],
  [
    "answers `initialize` with another revision",
    again({ result: { ...OPENED, protocolVersion: "1999-12-31" } }),
    "The server chose another protocol version for the reopened session",
  ],
] as const)
  test(`the client reports that it cannot replace a lost session if the server ${title}`, async () => {
    const server = new Server(() => {
      server.session += 1;
      server.on["POST initialize"] = () => answer(server.ids.at(-1));
      return broken();
    });
    const { errors } = await connected(server);
    await server.asked(...OPENING, "GET", "POST initialize");
    assert.equal(errors, [problem]);
  });

test("a request fails if the server also ends the session that replaces a lost session", async () => {
  const server = new Server(open, open, open);
  const { client, errors } = await connected(server);
  server.on["POST tools/call"] = () => void (server.session += 1);
  assert.is(
    await getRejectionMessage(client.request("tools/call", CALL)),
    "http://s.example/mcp answered 404",
  );
  assert.equal(errors, []);
});

test("a request fails if its session ends before the client resumes the response stream", async () => {
  const server = new Server(open);
  const { client, errors } = await connected(server);
  const call = "POST tools/call";
  server.on[call] = () => {
    server.session += 1;
    return broken();
  };
  const failed = await getRejectionMessage(client.request("tools/call", CALL));
  assert.is(
    failed,
    "http://s.example/mcp answered a GET request with status 404",
  );
  await server.asked(...OPENING, call, "GET", ...OPENING);
  assert.equal(errors, []);
  server.on[call] = undefined;
  assert.equal(await client.request("tools/call", CALL), {});
});

for (const [status, ...next] of [[400, undefined], [204]] as const)
  test(`the client opens ${next.length} new GET streams if the server refuses with ${status} to resume the old stream`, async () => {
    const ids: (string | undefined)[] = [];
    const server = new Server(broken, refusing(status), open);
    const fetch: Fetch = (url, init) => {
      if (init.method === "GET") ids.push(init.headers["last-event-id"]);
      return server.fetch(url, init);
    };
    const { errors } = await connected({ fetch });
    await server.asked(...OPENING, "GET", ...next.map(() => "GET"));
    assert.equal(ids, [undefined, "1", ...next]);
    assert.equal(errors, [
      `http://s.example/mcp answered a GET request with status ${status}`,
    ]);
  });

/**
 * Returns a session whose GET requests receive responses from `answer`, the
 * signals of these requests, and the signal of the client.
 */
function createSession(answer: () => Response) {
  const signals: AbortSignal[] = [];
  const fetch: Fetch = (_url, init) => {
    signals.push(init.signal);
    return Promise.resolve(answer());
  };
  const { signal } = new AbortController();
  const session = new HttpClientSession({
    fetcher: new Fetcher("http://s.example/mcp", { fetch }),
    limit: 1_000,
    signal,
    onMessage() {},
    ask: () => Promise.resolve({}),
    tell: () => Promise.resolve(),
    report() {},
  });
  return { session, signals, signal };
}

test("the client opens the GET stream at most four times without waiting, and closes the previous stream", () =>
  withStoppedClock(async (clock) => {
    const { session, signals } = createSession(open);
    clock.skip(60_000);
    for (let time = 0; time < 6; time += 1) session.listen();
    await clock.wait(1_999);
    assert.is(signals.length, 4);
    await clock.wait(1);
    const closed = signals.map(({ aborted }) => aborted);
    assert.equal(closed, [true, true, true, true, false]);
  }));

test("a client that closes does not abort the requests that have ended", async () => {
  const server = new Server(open);
  const signals: AbortSignal[] = [];
  const fetch: Fetch = (url, init) => {
    if (init.method === "POST") signals.push(init.signal);
    return server.fetch(url, init);
  };
  const { client } = await connected({ fetch });
  await client.request("tools/call", CALL);
  await client.close();
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [false, false, false],
  );
});

test("the client sends one GET request if the server first answers with 503", () =>
  withStoppedClock(async (clock) => {
    const { session, signals } = createSession(refusing(503));
    session.listen();
    await clock.wait(60_000);
    assert.is(signals.length, 1);
  }));

test("the client removes its abort listener when the server refuses the GET stream", async () => {
  const { session, signal } = createSession(refusing(405));
  session.listen();
  assert.is(getEventListeners(signal, "abort").length, 1);
  await waitUntil(
    "the listener is removed",
    () => getEventListeners(signal, "abort").length === 0,
  );
});

for (const again of [{ result: {} }, { error: {} }])
  test(`the client reports a second response to the \`initialize\` request of a new session: ${JSON.stringify(again)}`, async () => {
    const server = new Server(() => {
      server.session += 1;
      return broken();
    });
    const { client, errors } = await connected(server);
    await server.asked(...OPENING, "GET", ...OPENING);
    const id = server.ids.find((id) => String(id).startsWith("transport-"));
    server.on["POST tools/call"] = () =>
      streamOf({ id, ...again }, { id: server.ids.at(-1), result: {} });
    assert.equal(await client.request("tools/call", CALL), {});
    const problem = `No pending request has the id ${String(id)}`;
    assert.equal(errors, [problem]);
  });

test("the client answers a server's request whose id equals the id of a client's request", async () => {
  const server = new Server(() => {
    server.session += 1;
    server.on["POST initialize"] = () => {
      const id = server.ids.at(-1);
      const answer = streamOf({ id, method: "ping" }, { id, result: OPENED });
      answer.headers.set("mcp-session-id", String(server.session));
      return answer;
    };
    return broken();
  });
  const { errors } = await connected(server);
  await server.asked(
    ...OPENING,
    "GET",
    "POST initialize",
    "POST",
    "POST notifications/initialized",
    "GET",
  );
  assert.equal(errors, []);
});

test("the client reports invalid JSON on a GET stream", async () => {
  const server = new Server(() => events("data: {\n\n"));
  const { errors } = await connected(server);
  await waitUntil("an error is reported", () => errors.length > 0);
  const problem = "http://s.example/mcp answered with text that is not JSON";
  assert.is(errors[0], problem);
});

for (const [status, ...said] of [
  [200, "http://s.example/mcp answered a GET request with status 200"],
  [204, "http://s.example/mcp answered a GET request with status 204"],
  [405],
  [501],
] as const)
  test(`if the GET stream is refused with ${status}, the client reports ${said.length} errors and never retries`, async () => {
    const server = new Server(refusing(status));
    const { errors } = await connected(server);
    await server.asked(...OPENING);
    assert.equal(errors, said);
  });

test.run();
