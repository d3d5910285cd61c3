/**
 * Tests of the data that a client keeps for a server. Its total length is
 * limited: the client keeps the most recently listed entries.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ParamHeaders } from "../../../runtime/http/client/param-headers.js";
import { outputValidator } from "../../../runtime/features/client/output-validator.js";
import { PendingUrlElicitations } from "../../../runtime/features/client/pending-url-elicitations.js";
import { TaskWatch } from "../../../runtime/tasks/core/client/watch.js";
import { startMetered } from "../../harness/host/usage-meter.js";
import { createScriptedHost } from "../../harness/host/scripted-servers.js";

const test = suite("client memory used by a server");

const long = (length: number): string => "x".repeat(length);

test("a client drops the oldest output schemas when all output schemas together exceed the limit", () => {
  const check = outputValidator();
  const connection = { report() {} };
  const big = { type: "object", description: long(5_000_000) };
  const list = (name: string, outputSchema: object = big) =>
    check(connection, "tools/list", {}, { tools: [{ name, outputSchema }] });
  const knows = (name: string): boolean => {
    try {
      check(connection, "tools/call", { name }, { content: [] });
      return false;
    } catch {
      return true;
    }
  };
  const known = (...names: string[]) => names.map(knows);
  for (const name of ["a", "b", "c"]) list(name);
  assert.equal(known("a", "b", "c"), [true, true, true]);
  list("d");
  assert.equal(known("a", "b", "c", "d"), [false, true, true, true]);
  // Listing a tool again makes it the most recently used tool, so the client
  // evicts other tools first.
  list("b");
  list("e");
  assert.equal(known("b", "c", "d", "e"), [true, false, true, true]);
  list("f", { ...big, description: long(16_000_000) });
  assert.equal(known("b", "d", "e", "f"), [true, true, true, false]);
});

test("a client keeps only the parameter headers of the most recently listed tools", () => {
  const headers = new ParamHeaders();
  const inputSchema = (length: number) => ({
    type: "object",
    properties: { [long(length)]: { type: "string", "x-mcp-header": "A" } },
  });
  const list = (name: string, length: number) =>
    headers.takeToolList(
      { tools: [{ name, inputSchema: inputSchema(length) }] },
      () => {},
    );
  const call = (name: string, length: number) => {
    const params = { name, arguments: { [long(length)]: "x" } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return "mcp-param-a" in headers.getHeaders(message as never, "1");
  };
  list("a", 9_000_000);
  assert.ok(call("a", 9_000_000));
  list("b", 9_000_000);
  assert.equal([call("a", 9_000_000), call("b", 9_000_000)], [false, true]);
});

test("a client ignores an elicitation id that is longer than 1,000 characters", () => {
  const visits = new PendingUrlElicitations();
  visits.begin(long(1_000));
  visits.begin(long(1_001));
  assert.equal(
    [1_000, 1_001].map((length) => visits.end(long(length))),
    [true, false],
  );
});

test("a client watches at most 10,000 tasks with 16,000,000 characters of task ids", () => {
  for (const [count, length, known] of [
    [10_000, 9, true],
    [10_001, 9, false],
    [2, 8_000_000, true],
    [2, 8_000_001, false],
  ] as const) {
    const watch = new TaskWatch();
    let ended = 0;
    for (let id = 1; id <= count; id += 1)
      watch.untilEnd(String(id).padEnd(length), () => (ended = id));
    watch.ended("1".padEnd(length));
    assert.is(ended === 1, known, `${count} of ${length}`);
  }
});

test("a host accepts at most 60,000 messages and 256 Mi characters per server and minute", async () => {
  const { now } = performance;
  performance.now = () => 0;
  try {
    // The two quotes of the JSON string also count as characters.
    const text = long(2 ** 26 - 2);
    for (const [count, message] of [
      [60_000, 1],
      [4, text],
    ] as const) {
      const { inner, seen } = await startMetered({});
      for (let left = count; left > 0; left -= 1) inner.receive(message);
      assert.is(seen.length, count);
      inner.receive(1);
      assert.match(
        String(seen[count]),
        "The server exceeded its limit of messages or characters per minute",
      );
    }
  } finally {
    performance.now = now;
  }
});

test("a host accepts at most 60 sampling requests per server and minute", async () => {
  const { now } = performance;
  let sampled = 0;
  const sample = () => (sampled += 1) && {};
  const handlers = { "sampling/createMessage": sample };
  const { host, servers } = createScriptedHost(
    () => ({ tools: [] }),
    {},
    handlers,
  );
  await host.connect();
  // Stop the clock at the current time. Do not stop it at 0: if the clock moved
  // backwards, the server would have less quota.
  const at = performance.now();
  performance.now = () => at;
  for (let id = 1; id <= 61; id += 1)
    await servers[0]?.say("sampling/createMessage", {}, id);
  performance.now = now;
  assert.is(sampled, 60);
  await host.close();
});

test("a host accepts lists of at most 100,000 items and 64 Mi characters", async () => {
  for (const [tools, problem] of [
    [Array(100_000).fill({ name: "a" }), ""],
    [Array(100_001).fill({ name: "a" }), "more than 100000 items"],
    [Array(2).fill({ name: long(33_554_400) }), ""],
    [
      Array(2).fill({ name: long(33_554_432) }),
      "more than 67108864 characters",
    ],
  ] as const) {
    const { host } = createScriptedHost(() => ({ tools }), {
      limits: { characters: Infinity },
    });
    const { failed } = await host.connect();
    assert.match(failed[0]?.error.message ?? "", problem);
    assert.is(failed.length, problem ? 1 : 0);
    await host.close();
  }
});

test("a host counts each message of a batch towards the server's message limit", async () => {
  const { inner, seen } = await startMetered({ messages: 100 });
  const batch = Array(90).fill({ method: "notifications/message" });
  inner.receive(batch);
  assert.equal(seen, [batch]);
  inner.receive(batch);
  assert.match(
    String(seen[1]),
    "The server exceeded its limit of messages or characters per minute",
  );
});

test.run();
