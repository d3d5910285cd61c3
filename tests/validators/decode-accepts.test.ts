/** Messages that are decoded: of which kind they are, and their results. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadValidators, type Decode } from "../support/generated.js";
import { modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";
import { june, tasks, stateless, rpc } from "./decode-support.js";
import { metaOf } from "../support/meta.js";

const decoding = suite("validators: decoding what is valid");

const META = metaOf("2026-07-28");

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
