/** Tests of the message decoders, and of their errors for invalid messages. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseCells, evaluateExpression } from "../../harness/run/cases.js";
import {
  loadValidators,
  type Decode,
} from "../../harness/models/validators.js";
import { createMeta } from "../../harness/peers/meta.js";
import { bundledModel, parseModel } from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import {
  validators,
  stateless,
} from "../../harness/models/loaded-validators.js";

const test = suite("validators: decoding");

const batches = await loadValidators(bundledModel("2025-03-26"));
const tasks = await loadValidators(bundledModel("2025-11-25"));
const rpc = { jsonrpc: "2.0" };
const META = createMeta("2026-07-28");
const TASK = {
  taskId: "1",
  status: "working",
  createdAt: "",
  lastUpdatedAt: "",
  ttl: null,
};

/** Decoder functions, by the first word of a test case. */
const DECODERS: Readonly<Record<string, Decode>> = {
  client: validators.decodeClientMessage,
  server: validators.decodeServerMessage,
  either: validators.decodeMessage,
  batchClient: batches.decodeClientMessage,
  taskClient: tasks.decodeClientMessage,
  taskServer: tasks.decodeServerMessage,
  statelessClient: stateless.decodeClientMessage,
  statelessServer: stateless.decodeServerMessage,
};

/**
 * Parses the line of a test case. Returns the decoder, the value and the
 * optional method.
 */
function readLine(
  line: string,
): [Decode, value: unknown, method: string | undefined] {
  const [, name = "", method, text = ""] =
    /^(\w+) (?:(\w+\/\S+) )?(.*)$/.exec(line) ?? [];
  const decode = DECODERS[name];
  assert.ok(decode, line);
  return [decode, evaluateExpression(text, { rpc, META, TASK }), method];
}

/**
 * Test cases: a message, and the expected result of decoding. The result is the
 * kind of the message, or an error of the form `reason code of id: message`.
 */
const MESSAGES = parseCells(`
  client { ...rpc, id: 1, method: "ping", extra: true, result: undefined }
    | request
  server { ...rpc, id: undefined, method: "notifications/tools/list_changed" }
    | notification
  client { ...rpc, id: 1, result: { anything: 1 } } | response
  server { ...rpc, id: 1, error: { code: -32601, message: "", data: null } }
    | error
  taskServer { ...rpc, error: { code: -32700, message: "Parse error" } } | error
  either { ...rpc, id: 1, method: "roots/list" } | request
  either { ...rpc, id: 1, method: "tools/list" } | request
  client null | invalid -32600 of null: expected object, got null
  client undefined | invalid -32600 of null: expected object, got nothing
  taskClient "ping"
    | invalid -32600: expected object, got string "pi…" (4 characters)
  client [{ ...rpc, id: 1, method: "ping" }]
    | invalid -32600 of null: expected object, got array (1 items)
  batchClient []
    | invalid -32600 of null: expected a message, got array (0 items)
  client {}
    | invalid -32600 of null: expected method, result or error, got none of them
  client { jsonrpc: "1.0", id: 3, method: "ping" }
    | invalid -32600 of 3: jsonrpc: expected "2.0", got string "1.0"
  client { ...rpc, id: null, method: "ping" }
    | invalid -32600 of null: id: expected string or integer, got null
  client { ...rpc, id: 1.5, method: "ping" }
    | invalid -32600 of null: id: expected string or integer, got number 1.5
  client { ...rpc, id: 1, method: 1 }
    | invalid -32600 of 1: method: expected string, got number 1
  client { ...rpc, id: 1, method: "tools/sell" }
    | method -32601 of 1: method: expected a known method, got string "tools/sell"
  client { ...rpc, id: 1, method: "constructor" }
    | method -32601 of 1: method: expected a known method, got string "constructor"
  statelessServer { ...rpc, id: 1, method: "roots/list" }
    | method -32601 of 1: method: expected a known method, got string "roots/list"
  client { ...rpc, id: 1, method: "notifications/initialized" }
    | method -32601 of 1: method: expected a known method, got string "notifications/initialized"
  client { ...rpc, method: "ping" }
    | method -: method: expected a known method, got string "ping"
  client { ...rpc, id: 1, method: "tools/call" }
    | params -32602 of 1: params: expected object, got nothing
  client { ...rpc, id: "a", method: "ping", params: [] }
    | params -32602 of "a": params: expected object, got array (0 items)
  client { ...rpc, id: 1, method: "tools/call", params: { name: 7 } }
    | params -32602 of 1: params.name: expected string, got number 7
  client { ...rpc, method: "notifications/cancelled", params: {} }
    | params -: params.requestId: expected string or integer, got nothing
  client { method: "notifications/initialized" }
    | invalid -: jsonrpc: expected "2.0", got nothing
  client { method: "notifications/unknown" }
    | invalid -: jsonrpc: expected "2.0", got nothing
  taskServer { ...rpc, id: null, error: { code: -32700, message: "" } }
    | invalid -: id: expected string or integer, got null
  taskServer { id: 1, error: { code: 1, message: "" } }
    | invalid -: jsonrpc: expected "2.0", got nothing
  client { ...rpc, id: 1, result: {}, error: { code: 1, message: "" } }
    | invalid -32600 of null: expected either result or error, got both of them
  client { ...rpc, id: 1, result: "ok" }
    | invalid -32600 of null: result: expected object, got string "o…" (2 characters)
  client { ...rpc, result: {} }
    | invalid -32600 of null: id: expected string or integer, got nothing
  server { ...rpc, id: 1, error: { code: "-32600", message: "" } }
    | invalid -: error.code: expected integer, got string "-32…" (6 characters)
  server { ...rpc, id: 1, error: { code: 1 } }
    | invalid -: error.message: expected string, got nothing
  server { ...rpc, error: { code: -32700, message: "" } }
    | invalid -: id: expected string or integer, got nothing
  either { ...rpc, id: 1, method: "sampling/createMessage", params: { messages: [], maxTokens: "1" } }
    | params -32602 of 1: params.maxTokens: expected integer, got string "…" (1 characters)
  either { ...rpc, method: "notifications/resources/updated", params: {} }
    | params -: params.uri: expected string, got nothing
`);

for (const [line = "", want = ""] of MESSAGES)
  test(`the outcome is "${want}" when a decoder reads the message in "${line}" (decoder, message)`, () => {
    const [decode, message] = readLine(line);
    const outcome = decode(message);
    if (outcome.ok) {
      assert.equal(outcome, { ok: true, kind: want, message });
      assert.ok(
        "message" in outcome && outcome.message === message,
        "the message was copied",
      );
      return;
    }
    const { reason, issues, error } = outcome;
    const says = issues[0]?.message ?? "";
    const id = error && "id" in error ? ` of ${JSON.stringify(error.id)}` : "";
    assert.is(`${reason} ${error?.error.code ?? "-"}${id}: ${says}`, want);
    assert.ok(error === undefined || error.error.message.endsWith(says));
  });

/**
 * Test cases: results with the method of their request, and the problems of
 * each invalid result.
 */
const RESULTS = parseCells(`
  client roots/list { roots: [] }
  client roots/list { roots: 1 } | result.roots: expected array, got number 1
  client { roots: 1 }
  client my/own {}
  taskServer tools/call { task: TASK }
  taskServer tools/call { task: { ...TASK, ttl: true } }
    | result.task.ttl: expected null or integer, got boolean true
  taskServer tools/list { task: {} } | result.tools: expected array, got nothing
  statelessServer tools/call { resultType: "input_required", requestState: "x" }
  statelessServer tools/call { resultType: "input_required", content: [], inputRequests: { a: {} } }
    | result.inputRequests.a.method: expected "sampling/createMessage", "roots/list" or "elicitation/create", got nothing
  statelessServer tools/call { resultType: "input_required", content: [], requestState: 7 }
    | result.requestState: expected string, got number 7
  statelessServer tools/list { resultType: "input_required" }
    | result.ttlMs: expected integer of at least 0, got nothing
    | result.cacheScope: expected "public" or "private", got nothing
    | result.tools: expected array, got nothing
  statelessServer tools/call { resultType: "complete", content: [] }
  statelessServer tools/call { resultType: "complete" }
    | result.content: expected array, got nothing
`);

/**
 * Returns the problems of a result that answers a request of the given method.
 */
function getProblems(
  decode: Decode,
  result: unknown,
  method?: string,
): string[] {
  const methodOf = (id: unknown) => (id === 9 ? method : "ping");
  const outcome = decode({ ...rpc, id: 9, result }, { methodOf });
  if (outcome.ok) return [];
  const { reason, id, error, issues } = outcome;
  assert.equal([reason, id, error], ["invalid", 9, undefined]);
  return issues.map(({ message }) => message);
}

for (const [line = "", ...want] of RESULTS)
  test(`${want.length} problems are reported when a decoder reads the result in "${line}" (decoder, method, result)`, () => {
    const [decode, result, method] = readLine(line);
    assert.equal(getProblems(decode, result, method), want);
  });

test("decodeMessage validates a result by the request method that the caller passes", () => {
  const wrong = { resultType: "complete", messages: 1 };
  for (const { decodeMessage } of [batches, validators, tasks, stateless])
    assert.equal(getProblems(decodeMessage, wrong, "prompts/get"), [
      "result.messages: expected array, got number 1",
    ]);
});

/**
 * Test cases: members that the request type declares besides `params`, and the
 * paths at which the test message is invalid for this type.
 */
const ENVELOPES: readonly (readonly [members: string, ...paths: string[]])[] = [
  ["", "/params/text"],
  ["jsonrpc: '2.0'; id: RequestId;", "/params/text"],
  ["/** @maxLength 1 */ id: string;", "/params/text", "/id"],
  ["jsonrpc: '2.1';", "/params/text", "/jsonrpc"],
  ["extra: string;", "/params/text", "/extra"],
  ["[key: string]: unknown; extra: 1 | 2;", "/params/text", "/extra"],
];

for (const [members, ...want] of ENVELOPES)
  test(`decodeClientMessage reports all invalid members of a request whose type has the additional members "${members}"`, async () => {
    const schema = SMALL_SCHEMA.replace(
      "params: { text: string };",
      (params) => `${params} ${members}`,
    );
    const { decodeClientMessage, of } = await loadValidators(
      parseModel(schema),
    );
    const params = { text: 7 };
    const message = { ...rpc, id: "ab", method: "echo", params, extra: 3 };
    const outcome = decodeClientMessage(message);
    assert.ok(!outcome.ok);
    assert.equal(
      outcome.issues.map(({ pointer }) => pointer),
      want,
    );
    const validated = of("EchoRequest").validate(message);
    assert.ok(!validated.ok);
    assert.equal(
      outcome.issues.map((issue) => ({ ...issue, branch: undefined })),
      validated.issues.map((issue) => ({ ...issue, branch: undefined })),
    );
  });

test("decodeServerMessage refuses every message if the schema has no server messages", async () => {
  const small = await loadValidators(parseModel(SMALL_SCHEMA));
  const message = { ...rpc, id: 1, method: "echo", params: { text: "a" } };
  assert.ok(small.decodeClientMessage(message).ok);
  const outcome = small.decodeServerMessage(message);
  assert.ok(!outcome.ok && outcome.reason === "method");
});

test("decoders refuse values whose getters throw", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const get = () => {
    throw new Error("no");
  };
  const decoders = [batches.decodeClientMessage, batches.decodeMessage];
  for (const value of [proxy, new Proxy([1], { get })])
    for (const decode of [...decoders, validators.decodeClientMessage]) {
      const outcome = decode(value);
      assert.ok(!outcome.ok && outcome.reason === "invalid");
    }
});

test("decoding a batch returns a separate outcome for each message", () => {
  const ping = { ...rpc, id: 1, method: "ping" };
  const outcome = batches.decodeClientMessage([ping, 5, [ping]]);
  assert.ok(outcome.ok && outcome.kind === "batch");
  assert.equal(
    outcome.items.map((item) => (item.ok ? item.kind : item.reason)),
    ["request", "invalid", "invalid"],
  );
});

test.run();
