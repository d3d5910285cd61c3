/** decodeClientMessage and decodeServerMessage: every outcome, exactly. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadValidators, type Decode } from "../support/generated.js";
import { bundledModel, modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const batches = await loadValidators(bundledModel("2025-03-26"));
const june = await loadValidators(bundledModel("2025-06-18"));
const tasks = await loadValidators(bundledModel("2025-11-25"));
const stateless = await loadValidators(bundledModel("2026-07-28"));

const rpc = { jsonrpc: "2.0" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const decoding = suite("validators: decoding");

const GOOD: readonly (readonly [string, Decode, unknown, string])[] = [
  [
    "a request without params",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "ping" },
    "request",
  ],
  [
    "a request with an id that is a text",
    june.decodeClientMessage,
    { ...rpc, id: "", method: "tools/call", params: { name: "x" } },
    "request",
  ],
  [
    "a request beside keys that nobody knows",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "ping", extra: true, result: undefined },
    "request",
  ],
  [
    "a request of the server",
    june.decodeServerMessage,
    { ...rpc, id: 1, method: "roots/list" },
    "request",
  ],
  [
    "a notification of the client",
    june.decodeClientMessage,
    { ...rpc, method: "notifications/initialized" },
    "notification",
  ],
  [
    "a notification whose id is undefined",
    june.decodeServerMessage,
    { ...rpc, id: undefined, method: "notifications/tools/list_changed" },
    "notification",
  ],
  [
    "a response",
    june.decodeClientMessage,
    { ...rpc, id: 1, result: { anything: 1 } },
    "response",
  ],
  [
    "an error",
    june.decodeServerMessage,
    { ...rpc, id: 1, error: { code: -32601, message: "", data: null } },
    "error",
  ],
  [
    "an error without an id where the revision has that",
    tasks.decodeServerMessage,
    { ...rpc, error: { code: -32700, message: "Parse error" } },
    "error",
  ],
  [
    "a request of the stateless revision",
    stateless.decodeClientMessage,
    { ...rpc, id: 1, method: "server/discover", params: { _meta: META } },
    "request",
  ],
  [
    "either side's requests",
    june.decodeMessage,
    { ...rpc, id: 1, method: "roots/list" },
    "request",
  ],
  [
    "either side's requests, the other side",
    june.decodeMessage,
    { ...rpc, id: 1, method: "tools/list" },
    "request",
  ],
];

for (const [name, decode, message, kind] of GOOD) {
  decoding(`${name} is a ${kind}`, () => {
    const outcome = decode(message);
    assert.equal(outcome, { ok: true, kind, message });
    assert.ok(outcome.ok && outcome.message === message, "not copied");
  });
}

interface Bad {
  readonly reason: "invalid" | "method" | "params";
  /** Code of the error; null when there is none to send. */
  readonly code: number | null;
  /** Id of the error; undefined when it has none. */
  readonly id?: string | number | null;
  readonly says: string;
}

const BAD: readonly (readonly [string, Decode, unknown, Bad])[] = [
  [
    "null",
    june.decodeClientMessage,
    null,
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "expected object, got null",
    },
  ],
  [
    "no object, where errors need no id",
    tasks.decodeClientMessage,
    "ping",
    {
      reason: "invalid",
      code: -32600,
      says: 'expected object, got string "pi…" (4 characters)',
    },
  ],
  [
    "an array where there are no batches",
    june.decodeClientMessage,
    [{ ...rpc, id: 1, method: "ping" }],
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "expected object, got array (1 items)",
    },
  ],
  [
    "an empty batch",
    batches.decodeClientMessage,
    [],
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "expected a message, got array (0 items)",
    },
  ],
  [
    "an empty object",
    june.decodeClientMessage,
    {},
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "expected method, result or error, got none of them",
    },
  ],
  [
    "another JSON-RPC",
    june.decodeClientMessage,
    { jsonrpc: "1.0", id: 3, method: "ping" },
    {
      reason: "invalid",
      code: -32600,
      id: 3,
      says: 'jsonrpc: expected "2.0", got string "1.0"',
    },
  ],
  [
    "an id that is null",
    june.decodeClientMessage,
    { ...rpc, id: null, method: "ping" },
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "id: expected string or integer, got null",
    },
  ],
  [
    "an id that is no integer",
    june.decodeClientMessage,
    { ...rpc, id: 1.5, method: "ping" },
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "id: expected string or integer, got number 1.5",
    },
  ],
  [
    "a method that is no text",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: 1 },
    {
      reason: "invalid",
      code: -32600,
      id: 1,
      says: "method: expected string, got number 1",
    },
  ],
  [
    "an unknown method",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "tools/sell" },
    {
      reason: "method",
      code: -32601,
      id: 1,
      says: 'method: expected one that is known here, got string "tools/sell"',
    },
  ],
  [
    "a method that every object inherits",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "constructor" },
    {
      reason: "method",
      code: -32601,
      id: 1,
      says: 'method: expected one that is known here, got string "constructor"',
    },
  ],
  [
    "a method of the other side",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "roots/list" },
    {
      reason: "method",
      code: -32601,
      id: 1,
      says: 'method: expected one that is known here, got string "roots/list"',
    },
  ],
  [
    "a method that is only embedded",
    stateless.decodeServerMessage,
    { ...rpc, id: 1, method: "roots/list" },
    {
      reason: "method",
      code: -32601,
      id: 1,
      says: 'method: expected one that is known here, got string "roots/list"',
    },
  ],
  [
    "a notification sent as a request",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "notifications/initialized" },
    {
      reason: "method",
      code: -32601,
      id: 1,
      says: 'method: expected one that is known here, got string "notifications/initialized"',
    },
  ],
  [
    "a request sent as a notification",
    june.decodeClientMessage,
    { ...rpc, method: "ping" },
    {
      reason: "method",
      code: null,
      says: 'method: expected one that is known here, got string "ping"',
    },
  ],
  [
    "a request without its params",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "tools/call" },
    {
      reason: "params",
      code: -32602,
      id: 1,
      says: "params: expected object, got nothing",
    },
  ],
  [
    "params that are no object",
    june.decodeClientMessage,
    { ...rpc, id: "a", method: "ping", params: [] },
    {
      reason: "params",
      code: -32602,
      id: "a",
      says: "params: expected object, got array (0 items)",
    },
  ],
  [
    "wrong params",
    june.decodeClientMessage,
    { ...rpc, id: 1, method: "tools/call", params: { name: 7 } },
    {
      reason: "params",
      code: -32602,
      id: 1,
      says: "params.name: expected string, got number 7",
    },
  ],
  [
    "a request without _meta, where it must have it",
    stateless.decodeClientMessage,
    { ...rpc, id: 1, method: "server/discover", params: {} },
    {
      reason: "params",
      code: -32602,
      id: 1,
      says: "params._meta: expected RequestMetaObject, got nothing",
    },
  ],
  [
    "wrong params of a notification",
    june.decodeClientMessage,
    { ...rpc, method: "notifications/cancelled", params: {} },
    {
      reason: "params",
      code: null,
      says: "params.requestId: expected string or integer, got nothing",
    },
  ],
  [
    "a notification of another JSON-RPC",
    june.decodeClientMessage,
    { method: "notifications/initialized" },
    {
      reason: "invalid",
      code: null,
      says: 'jsonrpc: expected "2.0", got nothing',
    },
  ],
  [
    "result and error",
    june.decodeClientMessage,
    { ...rpc, id: 1, result: {}, error: { code: 1, message: "" } },
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "expected either result or error, got both of them",
    },
  ],
  [
    "a result that is no object",
    june.decodeClientMessage,
    { ...rpc, id: 1, result: "ok" },
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: 'result: expected object, got string "o…" (2 characters)',
    },
  ],
  [
    "a response without an id",
    june.decodeClientMessage,
    { ...rpc, result: {} },
    {
      reason: "invalid",
      code: -32600,
      id: null,
      says: "id: expected string or integer, got nothing",
    },
  ],
  [
    "an error with a code that is no integer",
    june.decodeServerMessage,
    { ...rpc, id: 1, error: { code: "-32600", message: "" } },
    {
      reason: "invalid",
      code: null,
      says: 'error.code: expected integer, got string "-32…" (6 characters)',
    },
  ],
  [
    "an error without an id where it must have one",
    june.decodeServerMessage,
    { ...rpc, error: { code: -32700, message: "" } },
    {
      reason: "invalid",
      code: null,
      says: "id: expected string or integer, got nothing",
    },
  ],
];

for (const [name, decode, message, { reason, code, id, says }] of BAD) {
  decoding(`${name}: ${reason}`, () => {
    const outcome = decode(message);
    assert.ok(!outcome.ok);
    assert.is(outcome.reason, reason);
    assert.is(outcome.issues[0]?.message, says);
    assert.is(outcome.error?.error.code ?? null, code);
    if (outcome.error) {
      assert.is(outcome.error.jsonrpc, "2.0");
      assert.is(outcome.error.id, id);
      assert.ok(outcome.error.error.message.endsWith(says));
    }
  });
}

decoding("a batch answers for each of its messages", () => {
  const ping = { ...rpc, id: 1, method: "ping" };
  const outcome = batches.decodeClientMessage([ping, 5, [ping]]);
  assert.ok(outcome.ok && outcome.kind === "batch");
  assert.equal(
    outcome.items.map((item) => (item.ok ? item.kind : item.reason)),
    ["request", "invalid", "invalid"],
  );
});

const RESULTS: readonly (readonly [
  string,
  Decode,
  method: string | undefined,
  result: unknown,
  ok: boolean,
])[] = [
  [
    "a right result",
    june.decodeClientMessage,
    "roots/list",
    { roots: [] },
    true,
  ],
  [
    "a wrong result",
    june.decodeClientMessage,
    "roots/list",
    { roots: 1 },
    false,
  ],
  ["no method", june.decodeClientMessage, undefined, { roots: 1 }, true],
  ["a method of one's own", june.decodeClientMessage, "my/own", {}, true],
  [
    "a task in place of the result",
    tasks.decodeServerMessage,
    "tools/call",
    {
      task: {
        taskId: "1",
        status: "working",
        createdAt: "",
        lastUpdatedAt: "",
        ttl: null,
      },
    },
    true,
  ],
  [
    "neither task nor result",
    tasks.decodeServerMessage,
    "tools/call",
    { task: {} },
    false,
  ],
  [
    "no task where there can be none",
    tasks.decodeServerMessage,
    "tools/list",
    { task: {} },
    false,
  ],
  [
    "a request for input",
    stateless.decodeServerMessage,
    "tools/call",
    { resultType: "input_required", requestState: "x" },
    true,
  ],
  [
    "a wrong request for input",
    stateless.decodeServerMessage,
    "tools/call",
    { resultType: "input_required", content: [], inputRequests: { a: {} } },
    false,
  ],
  [
    "a request for input where none can be",
    stateless.decodeServerMessage,
    "tools/list",
    { resultType: "input_required" },
    false,
  ],
  [
    "a complete result",
    stateless.decodeServerMessage,
    "tools/call",
    { resultType: "complete", content: [] },
    true,
  ],
];

for (const [name, decode, method, result, ok] of RESULTS) {
  decoding(`results: ${name}`, () => {
    const outcome = decode(
      { ...rpc, id: 9, result },
      { methodOf: (id) => (id === 9 ? method : "ping") },
    );
    assert.is(outcome.ok, ok);
    if (!outcome.ok) {
      assert.is(outcome.reason, "invalid");
      assert.is(outcome.id, 9);
      assert.is(outcome.error, undefined);
    }
  });
}

decoding("a schema without server messages decodes none", async () => {
  const small = await loadValidators(modelOf(SMALL_SCHEMA));
  const message = { ...rpc, id: 1, method: "echo", params: { text: "a" } };
  assert.ok(small.decodeClientMessage(message).ok);
  const outcome = small.decodeServerMessage(message);
  assert.ok(!outcome.ok && outcome.reason === "method");
});

decoding.run();
