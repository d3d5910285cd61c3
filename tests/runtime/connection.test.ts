import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import { BATCH_SERVER, messageOf, openClient, openServer } from "./support.js";

const test = suite("connection");
const LIST = { id: 1, method: "tools/list" };
const cyclic: { self?: object } = {};
cyclic.self = cyclic;

test("a request is answered with its own id", async () => {
  const { wire } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.give({ id: "a", method: "tools/list" });
  wire.give({ id: 0, method: "tools/list", params: {} });
  assert.equal(wire.sent, [
    { jsonrpc: "2.0", id: "a", result: { tools: [] } },
    { jsonrpc: "2.0", id: 0, result: { tools: [] } },
  ]);
});

test("answers come in the order in which they are ready", async () => {
  let late = (): void => {};
  const { wire } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (late = () => resolve({ tools: [] }))),
    "prompts/list": async () => ({ prompts: [] }),
  });
  wire.give(LIST);
  wire.give({ id: 2, method: "prompts/list" });
  const [first] = await wire.take();
  assert.equal(first, { jsonrpc: "2.0", id: 2, result: { prompts: [] } });
  late();
  const [second] = await wire.take();
  assert.equal(second, { jsonrpc: "2.0", id: 1, result: { tools: [] } });
});

for (const [title, handler, error] of [
  [
    "an error of the protocol is sent as it is",
    () => {
      throw new McpError(-32001, "no", { why: 1 });
    },
    { code: -32001, message: "no", data: { why: 1 } },
  ],
  [
    "any other error says nothing of itself",
    () => {
      throw new Error("secret");
    },
    { code: -32603, message: "Internal error" },
  ],
  [
    "a promise that rejects",
    () => Promise.reject(new Error("secret")),
    { code: -32603, message: "Internal error" },
  ],
  [
    "a result that is no object",
    () => 5,
    { code: -32603, message: "Internal error" },
  ],
  [
    "a result that JSON cannot hold",
    () => cyclic,
    { code: -32603, message: "Internal error" },
  ],
  [
    "an error whose data JSON cannot hold",
    () => {
      throw new McpError(-32001, "no", cyclic);
    },
    { code: -32603, message: "Internal error" },
  ],
  [
    "a promise of an error with a bigint in it",
    async () => {
      throw new McpError(-32001, "no", { n: 1n });
    },
    { code: -32603, message: "Internal error" },
  ],
  [
    "a result with a bigint in it",
    async () => ({ n: 1n }),
    { code: -32603, message: "Internal error" },
  ],
] as const) {
  test(title, async () => {
    const { wire } = openServer({ "tools/list": handler });
    wire.give(LIST);
    assert.equal(await wire.take(), [{ jsonrpc: "2.0", id: 1, error }]);
  });
}

test("no handler, no such method, and a method of the other side", () => {
  const { wire } = openServer({
    "sampling/createMessage": () => ({}),
  });
  for (const method of [
    "tools/list",
    "x/y",
    "sampling/createMessage",
    "__proto__",
  ]) {
    wire.give({ id: method, method });
    assert.equal(wire.sent.splice(0), [
      {
        jsonrpc: "2.0",
        id: method,
        error: { code: -32601, message: `Method not found: ${method}` },
      },
    ]);
  }
});

test("params are checked before the handler runs", () => {
  let calls = 0;
  const { wire } = openServer({
    "tools/call": () => (calls++, { content: [] }),
  });
  wire.give({ id: 1, method: "tools/call", params: {} });
  wire.give({ id: 2, method: "tools/call", params: [1] });
  wire.give({ id: 3, method: "tools/call", params: { name: "x" } });
  assert.equal(wire.sent, [
    {
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32602,
        message: "Invalid params: params.name: expected string, got nothing",
      },
    },
    {
      jsonrpc: "2.0",
      id: 2,
      error: {
        code: -32602,
        message: "Invalid params: they must be an object",
      },
    },
    { jsonrpc: "2.0", id: 3, result: { content: [] } },
  ]);
  assert.is(calls, 1);
});

for (const [title, message, reason, id] of [
  [
    "no version",
    { id: 1, method: "ping", jsonrpc: undefined },
    "The message is not JSON-RPC 2.0",
    1,
  ],
  [
    "another version",
    { id: "1", method: "ping", jsonrpc: "1.0" },
    "The message is not JSON-RPC 2.0",
    "1",
  ],
  [
    "an id of null",
    { id: null, method: "ping" },
    "The id of a request must be a string or an integer",
  ],
  [
    "an id with a fraction",
    { id: 1.5, method: "ping" },
    "The id of a request must be a string or an integer",
  ],
  [
    "an id that is an object",
    { id: {}, method: "ping" },
    "The id of a request must be a string or an integer",
  ],
  [
    "a method that is a number",
    { id: 1, method: 5 },
    "The message is neither a request nor a known response",
    1,
  ],
  [
    "nothing but an id",
    { id: 1 },
    "The message is neither a request nor a known response",
  ],
] as const) {
  test(`not a message: ${title}`, () => {
    const { wire, errors } = openServer();
    wire.give(message);
    assert.equal(wire.sent, [
      {
        jsonrpc: "2.0",
        ...(id === undefined ? {} : { id }),
        error: { code: -32600, message: reason },
      },
    ]);
    assert.equal(errors, [reason]);
  });
}

test("text that is no JSON is answered without an id", () => {
  const { wire } = openServer();
  wire.receiver.unreadable(new Error("A line was not JSON"));
  assert.equal(wire.sent, [
    { jsonrpc: "2.0", error: { code: -32700, message: "A line was not JSON" } },
  ]);
});

test("an id that is in use is refused, and the first request goes on", async () => {
  let finish = (): void => {};
  const { wire } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (finish = () => resolve({ tools: [] }))),
  });
  wire.give(LIST);
  wire.give(LIST);
  assert.equal(wire.sent.splice(0), [
    {
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32600, message: "The id is in use by a request" },
    },
  ]);
  finish();
  assert.equal(await wire.take(), [
    { jsonrpc: "2.0", id: 1, result: { tools: [] } },
  ]);
});

test("cancelled: the signal aborts, and nothing is answered", async () => {
  const reasons: unknown[] = [];
  const { wire, errors } = openServer({
    "tools/list": (_params: never, { signal }: Call) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push((signal.reason as Error).message);
          reject(signal.reason as Error);
        });
      }),
  });
  wire.give(LIST);
  wire.give({
    method: "notifications/cancelled",
    params: { requestId: 1, reason: "changed my mind" },
  });
  assert.equal(await wire.rest(), []);
  assert.equal(reasons, ["changed my mind"]);
  assert.equal(errors, ["tools/list was cancelled: changed my mind"]);
});

test("cancelled: a signal that is looked at later is aborted", async () => {
  let look = (): boolean => false;
  const { wire } = openServer({
    "tools/list": (_params: never, call: Call) => {
      look = () => call.signal.aborted;
      return new Promise(() => {});
    },
  });
  wire.give(LIST);
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.is(look(), true);
});

test("cancellations of nothing are ignored", async () => {
  const { wire, errors } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.give(LIST);
  for (const params of [
    { requestId: 1 },
    { requestId: 9 },
    {},
    { requestId: {} },
  ]) {
    wire.give({ method: "notifications/cancelled", params });
  }
  wire.give({ method: "notifications/cancelled" });
  wire.give({ method: "notifications/cancelled", params: [1] });
  assert.is((await wire.rest()).length, 1);
  assert.equal(errors, []);
});

test("nothing is sent for a request after its answer", async () => {
  let call: Call | undefined;
  const { wire } = openServer(
    { "tools/list": (_: never, ctx: Call) => ((call = ctx), { tools: [] }) },
    { capabilities: { logging: {} } },
  );
  wire.give({ ...LIST, params: { _meta: { progressToken: "t" } } });
  call?.progress(1);
  call?.log("error", "late");
  call?.notify("notifications/tools/list_changed");
  assert.is(wire.sent.length, 1);
});

test("progress grows, and only where it was asked for", () => {
  const { wire } = openServer({
    "tools/list": (_: never, ctx: Call) => {
      for (const value of [0, 1, 1, 0.5, Number.NaN, Infinity, 2]) {
        ctx.progress(value);
      }
      ctx.progress(3, 4, "almost");
      ctx.progress(5, Infinity);
      return { tools: [] };
    },
  });
  wire.give(LIST);
  assert.is(wire.sent.splice(0).length, 1);
  wire.give({ ...LIST, params: { _meta: { progressToken: 7 } } });
  const progress = wire.sent
    .slice(0, -1)
    .map((one) => (one as { params?: unknown }).params);
  assert.equal(progress, [
    { progressToken: 7, progress: 0 },
    { progressToken: 7, progress: 1 },
    { progressToken: 7, progress: 2 },
    { progressToken: 7, progress: 3, total: 4, message: "almost" },
    { progressToken: 7, progress: 5 },
  ]);
});

test("a flood of progress is thinned out", () => {
  const { wire } = openServer({
    "tools/list": (_: never, ctx: Call) => {
      for (let value = 0; value < 10_000; value++) ctx.progress(value);
      return { tools: [] };
    },
  });
  wire.give({ ...LIST, params: { _meta: { progressToken: 7 } } });
  assert.ok(wire.sent.length >= 101 && wire.sent.length < 200);
});

test("a request of this side: result, error, ids", async () => {
  const { wire, connection } = await openClient();
  const first = connection.request("tools/list");
  const second = connection.request("tools/list", { cursor: "c" });
  const [one, two] = (await wire.take(2)) as { id: number }[];
  assert.equal(
    [one, two],
    [
      { jsonrpc: "2.0", id: one?.id, method: "tools/list" },
      {
        jsonrpc: "2.0",
        id: two?.id,
        method: "tools/list",
        params: { cursor: "c" },
      },
    ],
  );
  assert.is.not(one?.id, two?.id);
  wire.give({ id: two?.id, error: { code: -32602, message: "bad", data: 1 } });
  wire.give({ id: one?.id, result: { tools: [], more: true } });
  assert.equal(await first, { tools: [], more: true });
  const error = await second.catch((thrown: unknown) => thrown);
  assert.instance(error, McpError);
  assert.equal(
    [
      (error as McpError).code,
      (error as McpError).message,
      (error as McpError).data,
    ],
    [-32602, "bad", 1],
  );
});

for (const [title, answer, problem] of [
  [
    "both",
    { result: { tools: [] }, error: { code: 1, message: "m" } },
    "The response to tools/list is not valid",
  ],
  [
    "a result that is no object",
    { result: 5 },
    "The response to tools/list is not valid",
  ],
  [
    "an error that is no object",
    { error: "no" },
    "The response to tools/list is not valid",
  ],
  [
    "a code with a fraction",
    { error: { code: 1.5, message: "m" } },
    "The response to tools/list is not valid",
  ],
  [
    "no message",
    { error: { code: 1 } },
    "The response to tools/list is not valid",
  ],
  [
    "a result of another shape",
    { result: { tools: 1 } },
    "The result of tools/list is not valid: tools: expected array, got nothing",
  ],
] as const) {
  test(`a response that is not valid: ${title}`, async () => {
    const { wire, connection } = await openClient();
    const request = connection.request("tools/list");
    const [{ id }] = (await wire.take()) as [{ id: number }];
    wire.give({ id, ...answer });
    assert.is(await messageOf(request), problem);
  });
}

test("unknown, repeated and late responses are survived", async () => {
  const { wire, connection, errors } = await openClient();
  wire.give({ id: 999, result: {} });
  wire.give({ id: "text", error: { code: 1, message: "m" } });
  wire.give({ error: { code: -32700, message: "not read" } });
  const request = connection.request("tools/list");
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({ id: String(id), result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  assert.equal(await request, { tools: [] });
  assert.equal(errors, [
    "No request waits for the response 999",
    "No request waits for the response text",
    "No request waits for the response undefined",
    `No request waits for the response ${id}`,
    `No request waits for the response ${id}`,
  ]);
  assert.equal(await wire.rest(), []);
});

test("an answer that is late because this side ended is no problem", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list");
  const [{ id }] = (await wire.take()) as [{ id: number }];
  const told = messageOf(request);
  wire.close = () => {
    wire.give({ id, result: { tools: [] } });
    wire.receiver.closed();
  };
  await connection.close();
  assert.is(await told, "The connection was closed");
  assert.equal(errors, []);
});

test("who waits is told how the peer ended, in order or not", async () => {
  for (const problem of [undefined, new Error("it broke")]) {
    const { wire, connection, errors } = await openClient();
    const told = messageOf(connection.request("tools/list"));
    wire.receiver.closed(problem, "the server ended");
    assert.is(await told, "the server ended");
    assert.equal(errors, problem ? ["it broke"] : []);
  }
});

test("an aborted request rejects, tells the peer, and ignores the answer", async () => {
  const { wire, connection, errors } = await openClient();
  const stop = new AbortController();
  const request = connection.request("tools/list", undefined, {
    signal: stop.signal,
  });
  const [{ id }] = (await wire.take()) as [{ id: number }];
  stop.abort(new Error("enough"));
  assert.is(await messageOf(request), "enough");
  assert.equal(wire.sent.splice(0), [
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, reason: "enough" },
    },
  ]);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, []);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, [`No request waits for the response ${id}`]);
  const never = connection.request("tools/list", undefined, {
    signal: stop.signal,
  });
  assert.is(await messageOf(never), "enough");
  assert.equal(await wire.rest(), []);
});

test("a request without an answer times out, and tells the peer", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list", undefined, { timeout: 5 });
  assert.match(
    await messageOf(request),
    /^No answer to tools\/list within 5 ms$/,
  );
  const [{ id }, cancelled] = wire.sent as unknown as [{ id: number }, object];
  assert.equal(
    (cancelled as { params: { requestId: number } }).params.requestId,
    id,
  );
  wire.give({ id, error: { code: 1, message: "too late" } });
  assert.equal(errors, []);
});

/** Time that passes when the test says so, until `restore`. */
function fakeTime() {
  const { setTimeout: realTimeout } = globalThis;
  const realNow = performance.now;
  let now = 0;
  let due: { readonly at: number; readonly run: () => void }[] = [];
  const timeout = (run: () => void, delay: number): number =>
    due.push({ at: now + delay, run });
  globalThis.setTimeout = timeout as unknown as typeof setTimeout;
  performance.now = () => now;
  return {
    pass(milliseconds: number): void {
      now += milliseconds;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { run } of ready) run();
    },
    restore(): void {
      globalThis.setTimeout = realTimeout;
      performance.now = realNow;
    },
  };
}

test("progress puts the timeout off, but not beyond the maximum", async () => {
  const { wire, connection } = await openClient();
  const time = fakeTime();
  const seen: number[] = [];
  const limits = { timeout: 60, maxTimeout: 150 };
  const onProgress = ({ progress }: { progress: number }): void =>
    void seen.push(progress);
  const request = connection.request("tools/list", undefined, {
    ...limits,
    onProgress,
  });
  const idle = connection.request("tools/list", undefined, limits);
  const [sent] = (await wire.take()) as [
    { params: { _meta: { progressToken: number } } },
  ];
  const { progressToken } = sent.params._meta;
  for (const progress of [1, 2, 3]) {
    time.pass(45);
    wire.give({
      method: "notifications/progress",
      params: { progressToken, progress },
    });
  }
  time.pass(15);
  time.restore();
  assert.is(await messageOf(idle), "No answer to tools/list within 60 ms");
  assert.is(await messageOf(request), "No answer to tools/list within 150 ms");
  assert.equal(seen, [1, 2, 3]);
});

test("a tool that ends because it was cancelled is no failure", async () => {
  const handlers = toolHandlers({
    wait: {
      handler: (_args: never, { signal }: Call) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    },
  });
  const { wire, errors } = openServer(handlers);
  wire.give({ id: 1, method: "tools/call", params: { name: "wait" } });
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.equal(await wire.rest(), []);
  assert.equal(errors, ["tools/call was cancelled: Cancelled by the peer"]);
});

test("progress of an unknown token is ignored", async () => {
  const { wire, errors } = await openClient();
  for (const params of [{ progressToken: 5, progress: 1 }, {}, undefined]) {
    wire.give({ method: "notifications/progress", params });
  }
  assert.equal(errors, []);
});

test("closing settles every promise, in both directions", async () => {
  let aborted = false;
  const { wire, connection } = openServer({
    "tools/list": (_: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => (aborted = true));
      }),
  });
  wire.give(LIST);
  const request = connection.request("roots/list");
  await connection.close();
  assert.is(await messageOf(request), "The connection was closed");
  assert.is(aborted, true);
  assert.is(
    await messageOf(connection.request("roots/list")),
    "The connection was closed",
  );
  await connection.done;
  assert.is(wire.closes, 1);
  wire.give(LIST);
  assert.equal(
    (await wire.rest()).filter((one) => "result" in (one as object)),
    [],
  );
});

test("the end of input: what runs is answered, then the connection closes", async () => {
  let finish = (): void => {};
  const { wire, connection } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (finish = () => resolve({ tools: [] }))),
  });
  wire.give(LIST);
  const request = connection.request("roots/list");
  wire.sent.length = 0;
  wire.receiver.ended();
  assert.is(await messageOf(request), "The peer closed");
  assert.is(wire.closes, 0);
  wire.give({ id: 2, method: "ping" });
  finish();
  await connection.done;
  assert.equal(wire.sent, [{ jsonrpc: "2.0", id: 1, result: { tools: [] } }]);
  assert.is(wire.closes, 1);
});

test("a lost channel rejects with its problem", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list");
  wire.receiver.closed(new Error("gone"));
  const error = (await request.catch((thrown: unknown) => thrown)) as Error;
  assert.is(error.message, "gone");
  assert.is((error.cause as Error).message, "gone");
  assert.equal(errors, ["gone"]);
  await connection.done;
});

test("10,000 requests in flight, in both directions", async () => {
  const waiting: (() => void)[] = [];
  const { wire } = openServer({
    "tools/list": () =>
      new Promise((resolve) => waiting.push(() => resolve({ tools: [] }))),
  });
  for (let id = 0; id < 10_000; id++) wire.give({ id, method: "tools/list" });
  for (const answer of waiting.reverse()) answer();
  const answers = (await wire.rest()) as { id: number }[];
  assert.equal(
    answers.map(({ id }) => id),
    Array.from({ length: 10_000 }, (_, index) => 9_999 - index),
  );
  const client = await openClient();
  const requests = Array.from({ length: 10_000 }, () =>
    client.connection.request("tools/list"),
  );
  for (const one of await client.wire.take(10_000)) {
    client.wire.give({ id: (one as { id: number }).id, result: { tools: [] } });
  }
  assert.is((await Promise.all(requests)).length, 10_000);
});

test("a batch is refused where the revision has none", () => {
  const { wire } = openServer({ "tools/list": () => ({ tools: [] }) });
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "b", method: "ping" },
  ]);
  const error = { code: -32600, message: "This revision has no batches" };
  assert.equal(wire.sent.splice(0), [
    { jsonrpc: "2.0", id: 1, error },
    { jsonrpc: "2.0", id: "b", error },
  ]);
  wire.receiver.receive([]);
  assert.equal(wire.sent, [{ jsonrpc: "2.0", error }]);
});

test("a batch is answered as one", async () => {
  const { wire } = openServer(
    { "tools/list": async () => ({ tools: [] }), "prompts/list": () => cyclic },
    {},
    BATCH_SERVER,
  );
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", id: 3, method: "x/y" },
    { jsonrpc: "2.0", id: 4, method: "prompts/list" },
  ]);
  assert.equal(await wire.take(), [
    [
      { jsonrpc: "2.0", id: 2, result: {} },
      {
        jsonrpc: "2.0",
        id: 3,
        error: { code: -32601, message: "Method not found: x/y" },
      },
      {
        jsonrpc: "2.0",
        id: 4,
        error: { code: -32603, message: "Internal error" },
      },
      { jsonrpc: "2.0", id: 1, result: { tools: [] } },
    ],
  ]);
  wire.receiver.receive([{ jsonrpc: "2.0", method: "notifications/x" }]);
  assert.equal(await wire.rest(), []);
});

test("a batch leaves out what was cancelled, and is not sent when it is empty", async () => {
  const { wire } = openServer(
    { "tools/list": () => new Promise(() => {}) },
    {},
    BATCH_SERVER,
  );
  const cancel = (requestId: number): object => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId },
  });
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
    cancel(1),
  ]);
  assert.equal(await wire.rest(), [[{ jsonrpc: "2.0", id: 2, result: {} }]]);
  wire.receiver.receive([
    { jsonrpc: "2.0", id: 3, method: "tools/list" },
    cancel(3),
  ]);
  assert.equal(await wire.rest(), []);
});

test("a batch with initialize, an empty one, and one in another", () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.receiver.receive([{ jsonrpc: "2.0", id: 1, method: "initialize" }]);
  wire.receiver.receive([]);
  wire.receiver.receive([[{ jsonrpc: "2.0", id: 2, method: "ping" }]]);
  assert.equal(wire.sent, [
    {
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32600,
        message: "initialize must not be part of a batch",
      },
    },
    {
      jsonrpc: "2.0",
      error: { code: -32600, message: "A batch must not be empty" },
    },
    {
      jsonrpc: "2.0",
      error: { code: -32600, message: "A batch must not hold another one" },
    },
  ]);
});

test.run();
