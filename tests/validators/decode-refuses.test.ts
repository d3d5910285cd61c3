/** Messages that are not decoded: why, and the error that answers them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadValidators, type Decode } from "../support/generated.js";
import { bundledModel } from "../support/models.js";
import { june, tasks, stateless, rpc } from "./decode-support.js";

const decoding = suite("validators: decoding what is not valid");

const batches = await loadValidators(bundledModel("2025-03-26"));

/** Of each message: `reason code of id: message`, and who decodes it. */
const BAD: Readonly<
  Record<string, readonly [message: unknown, outcome: string, decode?: Decode]>
> = {
  null: [null, "invalid -32600 of null: expected object, got null"],
  "no object, where errors need no id": [
    "ping",
    'invalid -32600: expected object, got string "pi…" (4 characters)',
    tasks.decodeClientMessage,
  ],
  "an array where there are no batches": [
    [{ ...rpc, id: 1, method: "ping" }],
    "invalid -32600 of null: expected object, got array (1 items)",
  ],
  "an empty batch": [
    [],
    "invalid -32600 of null: expected a message, got array (0 items)",
    batches.decodeClientMessage,
  ],
  "an empty object": [
    {},
    "invalid -32600 of null: expected method, result or error, got none of them",
  ],
  "another JSON-RPC": [
    { jsonrpc: "1.0", id: 3, method: "ping" },
    'invalid -32600 of 3: jsonrpc: expected "2.0", got string "1.0"',
  ],
  "an id that is null": [
    { ...rpc, id: null, method: "ping" },
    "invalid -32600 of null: id: expected string or integer, got null",
  ],
  "an id that is no integer": [
    { ...rpc, id: 1.5, method: "ping" },
    "invalid -32600 of null: id: expected string or integer, got number 1.5",
  ],
  "a method that is no text": [
    { ...rpc, id: 1, method: 1 },
    "invalid -32600 of 1: method: expected string, got number 1",
  ],
  "an unknown method": [
    { ...rpc, id: 1, method: "tools/sell" },
    'method -32601 of 1: method: expected one that is known here, got string "tools/sell"',
  ],
  "a method that every object inherits": [
    { ...rpc, id: 1, method: "constructor" },
    'method -32601 of 1: method: expected one that is known here, got string "constructor"',
  ],
  "a method of the other side": [
    { ...rpc, id: 1, method: "roots/list" },
    'method -32601 of 1: method: expected one that is known here, got string "roots/list"',
  ],
  "a method that is only embedded": [
    { ...rpc, id: 1, method: "roots/list" },
    'method -32601 of 1: method: expected one that is known here, got string "roots/list"',
    stateless.decodeServerMessage,
  ],
  "a notification sent as a request": [
    { ...rpc, id: 1, method: "notifications/initialized" },
    'method -32601 of 1: method: expected one that is known here, got string "notifications/initialized"',
  ],
  "a request sent as a notification": [
    { ...rpc, method: "ping" },
    'method -: method: expected one that is known here, got string "ping"',
  ],
  "a request without its params": [
    { ...rpc, id: 1, method: "tools/call" },
    "params -32602 of 1: params: expected object, got nothing",
  ],
  "params that are no object": [
    { ...rpc, id: "a", method: "ping", params: [] },
    "params -32602 of 'a': params: expected object, got array (0 items)",
  ],
  "wrong params": [
    { ...rpc, id: 1, method: "tools/call", params: { name: 7 } },
    "params -32602 of 1: params.name: expected string, got number 7",
  ],
  "a request without _meta, where it must have it": [
    { ...rpc, id: 1, method: "server/discover", params: {} },
    "params -32602 of 1: params._meta: expected RequestMetaObject, got nothing",
    stateless.decodeClientMessage,
  ],
  "wrong params of a notification": [
    { ...rpc, method: "notifications/cancelled", params: {} },
    "params -: params.requestId: expected string or integer, got nothing",
  ],
  "a notification of another JSON-RPC": [
    { method: "notifications/initialized" },
    'invalid -: jsonrpc: expected "2.0", got nothing',
  ],
  "result and error": [
    { ...rpc, id: 1, result: {}, error: { code: 1, message: "" } },
    "invalid -32600 of null: expected either result or error, got both of them",
  ],
  "a result that is no object": [
    { ...rpc, id: 1, result: "ok" },
    'invalid -32600 of null: result: expected object, got string "o…" (2 characters)',
  ],
  "a response without an id": [
    { ...rpc, result: {} },
    "invalid -32600 of null: id: expected string or integer, got nothing",
  ],
  "an error with a code that is no integer": [
    { ...rpc, id: 1, error: { code: "-32600", message: "" } },
    'invalid -: error.code: expected integer, got string "-32…" (6 characters)',
    june.decodeServerMessage,
  ],
  "an error without an id where it must have one": [
    { ...rpc, error: { code: -32700, message: "" } },
    "invalid -: id: expected string or integer, got nothing",
    june.decodeServerMessage,
  ],
};

for (const [
  name,
  [message, want, decode = june.decodeClientMessage],
] of Object.entries(BAD))
  decoding(`${name}: ${want}`, () => {
    const outcome = decode(message);
    assert.ok(!outcome.ok);
    const { reason, issues, error } = outcome;
    const says = issues[0]?.message ?? "";
    const id = error && "id" in error ? ` of ${JSON.stringify(error.id)}` : "";
    const code = `${error?.error.code ?? "-"}${id.replaceAll('"', "'")}`;
    assert.is(`${reason} ${code}: ${says}`, want);
    assert.ok(error === undefined || error.error.message.endsWith(says));
  });

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
