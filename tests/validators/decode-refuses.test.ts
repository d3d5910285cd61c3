/** Messages that are not decoded: why, and the error that answers them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadValidators, type Decode } from "../support/generated.js";
import { bundledModel } from "../support/models.js";
import { june, tasks, stateless, rpc } from "./decode-support.js";

const decoding = suite("validators: decoding what is not valid");

const batches = await loadValidators(bundledModel("2025-03-26"));

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

/** What is said of a result that answers a request of this method. */
function saysOfResult(
  decode: Decode,
  method: string,
  result: object,
): readonly string[] {
  const options = { methodOf: () => method };
  const outcome = decode({ ...rpc, id: 1, result }, options);
  assert.ok(!outcome.ok && outcome.reason === "invalid");
  return outcome.issues.map(({ message }) => message);
}

const INPUT = { resultType: "input_required" };

decoding("a result that asks for input is explained as such", () => {
  const says = (result: object) =>
    saysOfResult(stateless.decodeServerMessage, "tools/call", result);
  assert.equal(says({ ...INPUT, content: [], requestState: 7 }), [
    "result.requestState: expected string, got number 7",
  ]);
  const [first = ""] = says({
    ...INPUT,
    inputRequests: { a: { method: "x" } },
  });
  assert.match(first, /^result\.inputRequests\.a\.method: expected /);
  assert.equal(says({ resultType: "complete" }), [
    "result.content: expected array, got nothing",
  ]);
});

decoding(
  "a result from either side is explained by the one that gives it",
  () => {
    for (const { decodeMessage } of [batches, june, tasks, stateless])
      assert.equal(
        saysOfResult(decodeMessage, "prompts/get", {
          resultType: "complete",
          messages: 1,
        }),
        ["result.messages: expected array, got number 1"],
      );
  },
);

decoding(
  "a message from either side is explained by the one that sends it",
  () => {
    const outcome = june.decodeMessage({
      ...rpc,
      id: 1,
      method: "sampling/createMessage",
      params: { messages: [], maxTokens: "1" },
    });
    assert.ok(!outcome.ok);
    assert.is(
      outcome.error?.error.message,
      'Invalid params: params.maxTokens: expected integer, got string "…" (1 characters)',
    );
    const notified = june.decodeMessage({
      ...rpc,
      method: "notifications/resources/updated",
      params: {},
    });
    assert.ok(!notified.ok);
    assert.equal(
      notified.issues.map(({ message }) => message),
      ["params.uri: expected string, got nothing"],
    );
  },
);

decoding("what throws when it is read is no message", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const get = () => {
    throw new Error("no");
  };
  for (const value of [proxy, new Proxy([1], { get })])
    for (const decode of [
      batches.decodeClientMessage,
      batches.decodeMessage,
      june.decodeClientMessage,
    ]) {
      const outcome = decode(value);
      assert.ok(!outcome.ok && outcome.reason === "invalid");
    }
});

decoding("a batch answers for each of its messages", () => {
  const ping = { ...rpc, id: 1, method: "ping" };
  const outcome = batches.decodeClientMessage([ping, 5, [ping]]);
  assert.ok(outcome.ok && outcome.kind === "batch");
  assert.equal(
    outcome.items.map((item) => (item.ok ? item.kind : item.reason)),
    ["request", "invalid", "invalid"],
  );
});

decoding.run();
