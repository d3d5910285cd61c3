/** Tests of the requests that the client sends with `node:http` on Node.js. */
import { execFile } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CLOSED_IDLE,
  IDLE_SOCKET,
  MAX_DISCARDED,
} from "../../../../runtime/http/client/constants.js";
import { RequestAbort } from "../../../../runtime/http/client/abort.js";
import { createSender } from "../../../../runtime/http/client/node-http.js";
import {
  openBody,
  readText,
  wholeText,
} from "../../../../runtime/http/client/received.js";
import { closing } from "../../../harness/run/closing.js";
import { defer } from "../../../harness/run/deferred.js";
import { withClock } from "../../../harness/time/timers.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import type {
  Fetch,
  Received,
  TextStream,
} from "../../../../runtime/http/client/received.js";
import type { AddressInfo, Server } from "node:net";

const test = suite("http client: node:http");

const atEnd = closing(test);

const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
const names = globalThis as { [name: symbol]: unknown };

async function start(server: Server, host = "127.0.0.1"): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  atEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return `http://${host}:${port}/mcp?key=k`;
}

const serve = (answer: RequestListener): Promise<string> =>
  start(createServer(answer));

/** Returns a function that sends requests to a URL. */
function createClient(url: string, own?: Fetch) {
  const sender = createSender(own);
  atEnd(sender.close);
  return {
    send: (
      headers: { [name: string]: string } = {},
      signal: RequestAbort | AbortSignal = new RequestAbort(),
    ): Promise<Received> =>
      sender.request(url, {
        method: "POST",
        headers,
        body: "{}",
        signal,
        redirect: "manual",
      }),
    async text(headers?: { [name: string]: string }): Promise<string> {
      return wholeText(await this.send(headers), 1_000_000);
    },
  };
}

/**
 * Request listener that answers "fetch" or "node:http", depending on what sent
 * the request.
 */
const tellSender: RequestListener = (request, response) => {
  response.end(request.headers["sec-fetch-mode"] ? "fetch" : "node:http");
};

/**
 * Runs a test while the global `fetch` or its dispatcher is replaced by another
 * value.
 */
async function replacing(
  name: string | symbol,
  value: unknown,
  run: () => Promise<void>,
): Promise<void> {
  const before = names[name as symbol];
  names[name as symbol] = value;
  try {
    await run();
  } finally {
    names[name as symbol] = before;
  }
}

test("the client uses node:http even after the program has called fetch", async () => {
  const client = createClient(await serve(tellSender));
  assert.is(await client.text(), "node:http");
  await fetch("data:,").then((response) => response.text());
  assert.is(names[DISPATCHER]?.constructor.name, "Agent");
  assert.is(await client.text(), "node:http");
});

test("the client uses fetch if the program has replaced the global fetch", async () => {
  const { fetch: before } = globalThis;
  const client = createClient(await serve(tellSender));
  assert.is(await client.text(), "node:http");
  const fake = (url: string, init: RequestInit) => before(url, init);
  await replacing("fetch" as never, fake, async () =>
    assert.is(await client.text(), "fetch"),
  );
  assert.is(await client.text(), "node:http");
});

/** Dispatchers that a program can set for `fetch`, such as a proxy. */
class ProxyAgent {
  dispatch(): never {
    throw new Error("sent to the proxy");
  }
}
const standard = async (): Promise<object> => {
  await fetch("data:,").then((response) => response.text());
  return names[DISPATCHER] as object;
};
for (const [title, create] of [
  ["a proxy", () => new ProxyAgent()],
  [
    "an interceptor",
    async () =>
      new Proxy(await standard(), {
        get: (target, name) =>
          name === "dispatch"
            ? new ProxyAgent().dispatch
            : (Reflect.get(target, name) as unknown),
      }),
  ],
  [
    "connection options",
    async () => {
      const agent = await standard();
      const Agent = agent.constructor as new (options: object) => object;
      const connect = new ProxyAgent().dispatch;
      return new Agent({ connect });
    },
  ],
] as const)
  test(`the client uses fetch if the dispatcher of fetch has ${title}`, async () => {
    const client = createClient(await serve(tellSender));
    await replacing(DISPATCHER, await create(), async () => {
      const error = await client.send().catch((thrown: Error) => thrown);
      assert.match(String((error as Error).cause), "sent to the proxy");
    });
    assert.is(await client.text(), "node:http");
  });

test("a custom fetch function is called with the request and a signal", async () => {
  const calls: unknown[] = [];
  const own: Fetch = (url, { signal, ...init }) => {
    calls.push(url, init, signal instanceof AbortSignal);
    return Promise.resolve(new Response("own"));
  };
  const client = createClient("http://s.example/", own);
  assert.is(await client.text({ a: "b" }), "own");
  const init = { method: "POST", headers: { a: "b" }, body: "{}" };
  const url = "http://s.example/";
  assert.equal(calls, [url, { ...init, redirect: "manual" }, true]);
});

test("a request over node:http has the same path, body and headers as with fetch", async () => {
  const seen: unknown[] = [];
  const ports = new Set<unknown>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { host, connection, ...headers } = request.headers;
      seen.push(request.url, body, headers, connection, host);
      response.writeHead(307, { location: "/b", a: ["1", "2"] }).end("é");
    });
  });
  const client = createClient(url);
  const response = await client.send({ "x-key": "k" });
  const { ok, status } = response;
  const [location, a, none] = ["location", "a", "none"].map((name) =>
    response.headers.get(name),
  );
  assert.equal(
    [ok, status, location, a, none],
    [false, 307, "/b", "1, 2", null],
  );
  assert.is(await wholeText(response, 10), "é");
  await client.text();
  assert.equal(seen.slice(0, 5), [
    "/mcp?key=k",
    "{}",
    {
      "accept-encoding": "gzip",
      "content-length": "2",
      "user-agent": "node",
      "x-key": "k",
    },
    "keep-alive",
    new URL(url).host,
  ]);
  assert.is(ports.size, 1);
});

test("the client decompresses compressed responses", async () => {
  const bodies = [gzipSync("\uFEFFa\uFEFF"), Buffer.from("")];
  const url = await serve((_request, response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(bodies.shift());
  });
  const client = createClient(url);
  assert.is(await client.text(), "a\uFEFF");
  assert.is(await client.text(), "");
});

test("the client delivers the text of an event stream as soon as the server sends the text", async () => {
  const parts = [defer(), defer()];
  const url = await serve((_request, response) => {
    response.setHeader("content-type", "text/event-stream; charset=utf-8");
    const euro = Buffer.from("€");
    response.write(Buffer.concat([Buffer.from("a"), euro.subarray(0, 1)]));
    void parts[0]?.promise.then(() => response.write(euro.subarray(1)));
    void parts[1]?.promise.then(() => response.end("z"));
  });
  const texts: string[] = [];
  await readText(await createClient(url).send(), (text) => {
    texts.push(text);
    parts[texts.length - 1]?.resolve();
  });
  assert.equal(texts, ["a", "€", "z"]);
});

for (const [title, wrap] of [
  ["a signal", () => new AbortController()],
  ["a RequestAbort", () => new RequestAbort()],
] as const)
  test(`${title} can abort a request before and during the response`, async () => {
    const asked = [defer(), defer()];
    const closed = [defer(), defer()];
    let count = 0;
    const url = await serve((_request, response) => {
      const place = count++;
      asked[place]?.resolve();
      response.on("close", () => closed[place]?.resolve());
      if (place === 1) response.write("a");
    });
    const client = createClient(url);
    const abort = wrap();
    const signal = (
      abort instanceof RequestAbort ? abort : abort.signal
    ) as RequestAbort;
    const waiting = client.send({}, signal);
    await asked[0]?.promise;
    abort.abort();
    assert.match(await getRejectionMessage(waiting), "aborted");
    await closed[0]?.promise;
    assert.match(await getRejectionMessage(client.send({}, signal)), "aborted");
    const second = wrap();
    const response = await client.send(
      {},
      (second instanceof RequestAbort ? second : second.signal) as RequestAbort,
    );
    const text = readText(response, () => second.abort());
    assert.match(await getRejectionMessage(text), "aborted");
    await closed[1]?.promise;
    assert.is(count, 2);
  });

test("reading a response body fails when the connection closes", async () => {
  const closed = defer();
  const sent = defer();
  let count = 0;
  const url = await serve((_request, response) => {
    response.write("a");
    if (count++ === 0) response.on("close", closed.resolve);
    else void sent.promise.then(() => response.destroy());
  });
  const client = createClient(url);
  const refused = readText(await client.send(), () => {
    throw new Error("too long");
  });
  assert.is(await getRejectionMessage(refused), "too long");
  await closed.promise;
  const cut = readText(await client.send(), () => sent.resolve());
  assert.is(await getRejectionMessage(cut), "aborted");
});

/** Creates a response body whose text comes from a stream of Node.js. */
const openText = (
  stream: Readable,
  endless: boolean,
  release: (complete: boolean) => void,
): ReturnType<typeof openBody> =>
  openBody(stream as unknown as TextStream, endless, release);

test("the client does not read a response before the caller reads its text", async () => {
  let reads = 0;
  const stream = new Readable({
    highWaterMark: 10,
    read() {
      this.push(reads++ < 100 ? "0123456789" : null);
    },
  });
  const { readText: read } = openText(stream, false, () => {});
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  assert.is(reads, 0);
  let length = 0;
  await read((text) => (length += text.length));
  assert.is(length, 1_000);
});

for (const [title, text, endless, complete] of [
  ["reads a short body to its end", "short", false, true],
  ["stops reading a long body", "x".repeat(MAX_DISCARDED + 1), false, false],
  ["stops reading an event stream", "data", true, false],
] as const)
  test(`after the caller has cancelled a response, the client ${title}`, async () => {
    const stream = Readable.from([text], { objectMode: false });
    const released = defer<boolean>();
    const body = openText(stream, endless, released.resolve);
    await body.cancel();
    assert.is(await released.promise, complete);
  });

test("the connection closes when the client cancels an unfinished response", async () => {
  const closed = defer();
  const url = await serve((_request, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
  });
  const { body } = await createClient(url).send();
  await body?.cancel();
  await closed.promise;
});

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/**
 * Starts a server that handles each request with the next function of `turns`.
 * For each request, `log` contains the number of the connection.
 */
async function serveRaw(
  ...turns: readonly ((socket: Socket) => void)[]
): Promise<{ url: string; log: number[] }> {
  const log: number[] = [];
  const left = [...turns];
  let connections = 0;
  const server = createTcpServer((socket) => {
    const connection = ++connections;
    socket.on("data", () => {
      log.push(connection);
      left.shift()?.(socket);
    });
  });
  return { url: await start(server), log };
}

const answer = (socket: Socket): unknown => socket.write(OK);
const close = (socket: Socket): unknown => socket.destroy();
const finish = (socket: Socket): unknown => socket.end();
const closeInAnswer = (socket: Socket): unknown =>
  socket.write("HTTP/1.1 2", () => socket.destroy());

for (const [title, turns, expected, connections] of [
  ["repeats a request", [answer, close, answer], "ok", [1, 1, 2]],
  [
    "repeats a request (after a FIN)",
    [answer, finish, answer],
    "ok",
    [1, 1, 2],
  ],
  ["repeats a request only once", [answer, close, close], "error", [1, 1, 2]],
] as const)
  test(`the client ${title} if the server has closed the idle connection`, async () => {
    const { url, log } = await serveRaw(...turns);
    const client = createClient(url);
    assert.is(await client.text(), "ok");
    const second = await client.text().catch(() => "error");
    assert.equal([second, log], [expected, [...connections]]);
  });

for (const [title, turns, connections] of [
  ["a part of the response has arrived", [answer, closeInAnswer], [1, 1]],
  ["the connection was new", [close], [1]],
] as const)
  test(`the client does not repeat a request if ${title}`, async () => {
    const { url, log } = await serveRaw(...turns);
    const client = createClient(url);
    if (turns.length > 1) await client.text();
    const message = await getRejectionMessage(client.text());
    assert.match(message, /socket hang up|ECONNRESET/);
    assert.equal(log, [...connections]);
  });

test("the client does not repeat a request if the server closes the connection long after the request", () =>
  withClock(async (wait) => {
    const { url, log } = await serveRaw(answer, (socket) => {
      wait(CLOSED_IDLE);
      socket.destroy();
    });
    const client = createClient(url);
    await client.text();
    assert.match(
      await getRejectionMessage(client.text()),
      /hang up|ECONNRESET/,
    );
    assert.equal(log, [1, 1]);
  }));

test("the client does not reuse a connection that was idle for too long", () =>
  withClock(async (wait) => {
    const { url, log } = await serveRaw(answer, answer, answer);
    const client = createClient(url);
    await client.text();
    wait(IDLE_SOCKET - 1_000);
    await client.text();
    wait(IDLE_SOCKET + 1);
    await client.text();
    assert.equal(log, [1, 1, 2]);
  }));

test("a process ends although the client has an idle HTTP connection", async () => {
  const url = await serve((request, response) => {
    if (request.headers["x-open"]) response.write("a");
    else response.end("a");
  });
  const [file, received] = ["node-http", "received"].map(
    (name) =>
      new URL(`../../../../runtime/http/client/${name}.js`, import.meta.url)
        .href,
  );
  const script = `
    import { createSender } from ${JSON.stringify(file)};
    import { wholeText } from ${JSON.stringify(received)};
    const sender = createSender();
    const { signal } = new AbortController();
    const send = (headers) => sender.request(${JSON.stringify(url)}, { method: "POST", headers, signal });
    await wholeText(await send({}), 10);
    if (process.argv[1] === "open") {
      await send({ "x-open": "1" });
      sender.close();
    }
    console.log("end");`;
  for (const mode of ["idle", "open"]) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      mode,
    ]);
    assert.equal([mode, stdout], [mode, "end\n"]);
  }
});

test.run();
