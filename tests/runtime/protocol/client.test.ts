/**
 * Tests of a client: paged lists, connections and health checks. Also tests the
 * log messages of a server.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { pings } from "../../../runtime/json-rpc/health.js";
import { memory } from "../../../runtime/transport/memory.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import {
  CLIENT,
  connect,
  LIST,
  listing,
  LOGGING,
  getRejectionMessage,
  openServer,
  pair,
  SERVER,
  Wire,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";
import { assertThrows } from "../../harness/run/throws.js";

const test = suite("client connection");
const SERVER_INFO = { name: "server", version: "1" };

/**
 * Returns a handler of `tools/list` that returns the given pages. Each cursor
 * is the index of a page.
 */
function pages(...list: object[]): Handlers {
  return {
    "tools/list": (params: { cursor?: string } | undefined) =>
      list[Number(params?.cursor ?? 0)],
  };
}

async function listNames(client: ClientCore): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const page of client.pages("tools/list"))
    names.push(...(page as { tools: unknown[] }).tools);
  return names;
}

requirement(`
  13ef43d7fea1 1259a26cd35b 8f36bd705310 60544caa6449 8fd515060bd7
`);
test("a client returns the items of all pages of a list", async () => {
  const first = { tools: [1, 2], nextCursor: "1", note: "a" };
  const second = { tools: [], nextCursor: "2", note: "b" };
  const { client } = await pair(pages(first, second, { tools: [3] }));
  assert.equal(await listNames(client), [1, 2, 3]);
  const whole = await client.listAll("tools/list");
  assert.equal(whole, { tools: [1, 2, 3], note: "b" });
  // The client must not modify a page when it joins the pages, because the page
  // may also be in a cache.
  assert.equal(first.tools, [1, 2]);
  await client.close();
});

requirement("1259a26cd35b 8f36bd705310 60544caa6449 8fd515060bd7");
test("a client stops reading a list when the server returns the same cursor twice", async () => {
  const { client } = await pair(
    pages({ tools: [1], nextCursor: "1" }, { tools: [2], nextCursor: "1" }),
  );
  assert.is(
    await getRejectionMessage(listNames(client)),
    "The pages of tools/list never end: the server repeated a cursor",
  );
  assert.match(
    await getRejectionMessage(client.listAll("tools/list")),
    "the server repeated a cursor",
  );
  await client.close();
});

for (const [item, count, problem] of [
  [0, 50_001, "100000 items"],
  ["x".repeat(33_554_432), 1, "67108864 characters"],
] as const)
  test(`a client rejects a list whose pages together have more than ${problem}`, async () => {
    const tools = Array<unknown>(count).fill(item);
    const { client } = await pair(
      pages({ tools, nextCursor: "1" }, { tools }),
      {},
      { limits: { message: Infinity } },
    );
    assert.is(
      await getRejectionMessage(client.listAll("tools/list")),
      `The result of tools/list has more than ${problem}`,
    );
    await client.close();
  });

test("`client.pages()` requests the next page of a list only when the caller's loop continues", async () => {
  let asked = 0;
  const { client } = await pair({
    "tools/list": () => {
      asked += 1;
      return { tools: [], nextCursor: `${asked}` };
    },
  });
  for await (const _ of client.pages("tools/list")) {
    if (asked === 2) break;
  }
  assert.is(asked, 2);
  await client.close();
});
test("a client rejects requests while it is not connected", async () => {
  const { client, server, session } = await pair(pages({ tools: [] }));
  const second = client.connect(memory()[0]);
  assert.is(
    await getRejectionMessage(second),
    "The client is already connected",
  );
  assert.equal(client.server.info, SERVER_INFO);
  assert.is(session.client.info?.name, "client");
  await client.close();
  await session.closed;
  await client.closed;
  const late = client.request("tools/list");
  assert.is(
    await getRejectionMessage(late),
    "The client is not connected: call connect() first",
  );
  assertThrows(() => client.notify("notifications/x"), "is not connected");
  const [ours, theirs] = memory();
  await server.connect(theirs);
  await client.connect(ours);
  assert.equal(await client.request("tools/list"), { tools: [] });
  await server.close();
  await client.closed;
});

test("a connection closes its transport only once, even if `close()` is called several times", async () => {
  const { wire, connection } = connect(SERVER, {
    "tools/list": (_params: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => void connection.close());
      }),
  });
  wire.give(LIST);
  wire.close = async () => {
    wire.closes += 1;
    await Promise.resolve();
  };
  await Promise.all([connection.close(), connection.close()]);
  assert.equal([connection.isActive, wire.closes], [false, 1]);
});

/**
 * Timer that keeps the process running, because the timers of health checks do
 * not keep a process running.
 */
let alive: ReturnType<typeof setInterval>;
test.before.each(() => {
  alive = setInterval(() => {}, 1_000);
});

test.after.each(() => clearInterval(alive));

requirement("859f481013d6 6b92affb9850 499445f0ae3a 86fc843383f9");
for (const answer of [
  { result: {} },
  { error: { code: -32601, message: "Method not found" } },
])
  test(`a health check keeps a connection open if the peer answers a ping with ${JSON.stringify(answer)}`, async () => {
    const health = pings({ interval: 1, failures: 1 });
    const { wire, connection, errors } = connect(SERVER, {}, { health });
    await connection.open();
    for (let count = 0; count < 3; count++) {
      const { id, method } = await wire.next();
      assert.is(method, "ping");
      wire.give({ id, ...answer });
    }
    assert.equal([errors, wire.closes], [[], 0]);
    await connection.close();
  });

requirement("914ae753a37e 8a2572095732");
test("a health check closes the connection after the maximum number of failed pings", async () => {
  const health = pings({ interval: 1, timeout: 1, failures: 2 });
  const { wire, connection, errors } = connect(SERVER, {}, { health });
  await connection.open();
  await connection.done;
  assert.equal(
    errors.map((text) => text.replace(/\d+ ms/, "N ms")),
    [1, 2].map((n) => `Ping ${n} of 2 failed: No answer to ping within N ms`),
  );
  assert.is(wire.closes, 1);
});

requirement("eb71c3c02c8b cb368061a892 920216fc338b");
test("a server applies the redact option to log messages", () => {
  const logs = listing((ctx) => {
    ctx.log("loud", "no level");
    ctx.log("info", { user: "u", password: "p" });
  });
  const redact = (data: unknown) => ({
    ...(data as object),
    password: undefined,
  });
  const { wire } = openServer(logs, { ...LOGGING, redact });
  wire.give(LIST);
  const data = { user: "u" };
  assert.equal(wire.sent[0]?.params, { level: "info", data });
});

requirement("7279abe6b84c");
test("a server limits the rate at which it sends log messages", () => {
  const flood = listing((ctx) => {
    for (let count = 0; count < 5_000; count++) ctx.log("info", count);
  });
  const { wire } = openServer(flood, LOGGING);
  wire.give(LIST);
  assert.ok(wire.sent.length > 1_000 && wire.sent.length < 1_500);
});

test("a client reports a line that is not a JSON-RPC message as escaped text", async () => {
  const errors: string[] = [];
  const wire = new Wire();
  const onError = ({ message }: Error) => errors.push(message);
  const client = new ClientCore(CLIENT, SERVER_INFO, {}, { onError });
  const opening = client.connect(wire);
  const { id } = await wire.next();
  const long = "x".repeat(79);
  for (const [text, shown] of [
    ["Listening on 端口 3000", '"Listening on 端口 3000"'],
    ['"\u001b[2J\r', String.raw`"\"\u001b[2J\r"`],
    ["\u007f\u0085\u202e\u2028", '"\uFFFD\uFFFD\uFFFD\uFFFD"'],
    [`${long}x`, `"${long}x"`],
    [`${long}xx`, `"${long}x"…`],
    [`${long}🙂`, `"${long}\\ud83d"…`],
  ] as const) {
    wire.receiver.unreadable(new Error("A line was not JSON"), text);
    assert.equal(errors.splice(0), [`A line was not JSON: ${shown}`]);
  }
  assert.equal(await wire.rest(), []);
  for (const [line, reason] of [
    [{ level: 30, id: 7, msg: "ready" }, "The message is not JSON-RPC 2.0"],
    [
      { jsonrpc: "1.0", id: 7, method: "ping" },
      "The message is not JSON-RPC 2.0",
    ],
    ["ready", "The message is not JSON-RPC 2.0"],
    [null, "The message is not JSON-RPC 2.0"],
    [
      { jsonrpc: "2.0", id: 7 },
      "The message is neither a request nor a known response",
    ],
    [
      { jsonrpc: "2.0", id: null, method: "ping" },
      "An id must be a string or an integer",
    ],
  ] as const) {
    wire.receiver.receive(line);
    const quoted = JSON.stringify(JSON.stringify(line));
    assert.equal(errors.splice(0), [`${reason}: ${quoted}`]);
  }
  wire.receiver.receive([1, { level: 30, id: 7 }]);
  assert.equal(errors.splice(0), ['This revision does not allow batches: "1"']);
  const deep = JSON.parse("[".repeat(1e5) + "]".repeat(1e5)) as unknown;
  wire.receiver.receive({ deep });
  assert.equal(errors.splice(0), [
    "The message is not JSON-RPC 2.0: a deeply nested value",
  ]);
  assert.equal(await wire.rest(), []);
  wire.receiver.unreadable(new Error("A message was too long"));
  assert.equal(errors, ["A message was too long"]);
  assert.equal(await wire.rest(), []);
  const serverInfo = SERVER_INFO;
  const { version: protocolVersion } = CLIENT;
  wire.give({ id, result: { protocolVersion, capabilities: {}, serverInfo } });
  await opening;
  await client.close();
});

test("a client answers a request in a batch with an error if the revision has no batches", async () => {
  const wire = new Wire();
  const client = new ClientCore(CLIENT, SERVER_INFO, {}, { onError: () => {} });
  const opening = client.connect(wire).catch(() => {});
  await wire.next();
  wire.give([{ id: 7, method: "ping" }]);
  const message = "This revision does not allow batches";
  const error = { code: -32600, message };
  assert.equal(await wire.rest(), [{ id: 7, error }]);
  await client.close();
  await opening;
});

for (const isOpen of [false, true])
  test(`if a server ends ${isOpen ? "after" : "before"} the handshake, the error of a request ${isOpen ? "does not contain" : "contains"} the server's first invalid line`, async () => {
    const wire = new Wire();
    const onError = () => {};
    const client = new ClientCore(CLIENT, SERVER_INFO, {}, { onError });
    const opening = client.connect(wire);
    const { id } = await wire.next();
    wire.receiver.unreadable(new Error("A line was not JSON"), "Welcome");
    const serverInfo = SERVER_INFO;
    const { version: protocolVersion } = CLIENT;
    const result = { protocolVersion, capabilities: {}, serverInfo };
    if (isOpen) {
      wire.give({ id, result });
      await opening;
    }
    const pending = isOpen ? client.request("ping") : opening;
    const failed = getRejectionMessage(pending);
    wire.receiver.closed(new Error("node ended with code 1"));
    const line = isOpen ? "" : '. A line was not JSON: "Welcome"';
    assert.is(await failed, `node ended with code 1${line}`);
  });

test.run();
