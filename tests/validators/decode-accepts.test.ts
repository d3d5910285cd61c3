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

const GOOD: Readonly<
  Record<string, readonly [kind: string, message: unknown, decode?: Decode]>
> = {
  "a request without params": ["request", { ...rpc, id: 1, method: "ping" }],
  "a request with an id that is a text": [
    "request",
    { ...rpc, id: "", method: "tools/call", params: { name: "x" } },
  ],
  "a request beside keys that nobody knows": [
    "request",
    { ...rpc, id: 1, method: "ping", extra: true, result: undefined },
  ],
  "a request of the server": [
    "request",
    { ...rpc, id: 1, method: "roots/list" },
    june.decodeServerMessage,
  ],
  "a notification of the client": [
    "notification",
    { ...rpc, method: "notifications/initialized" },
  ],
  "a notification whose id is undefined": [
    "notification",
    { ...rpc, id: undefined, method: "notifications/tools/list_changed" },
    june.decodeServerMessage,
  ],
  "a response": ["response", { ...rpc, id: 1, result: { anything: 1 } }],
  "an error": [
    "error",
    { ...rpc, id: 1, error: { code: -32601, message: "", data: null } },
    june.decodeServerMessage,
  ],
  "an error without an id where the revision has that": [
    "error",
    { ...rpc, error: { code: -32700, message: "Parse error" } },
    tasks.decodeServerMessage,
  ],
  "a request of the stateless revision": [
    "request",
    { ...rpc, id: 1, method: "server/discover", params: { _meta: META } },
    stateless.decodeClientMessage,
  ],
  "either side's requests": [
    "request",
    { ...rpc, id: 1, method: "roots/list" },
    june.decodeMessage,
  ],
  "either side's requests, the other side": [
    "request",
    { ...rpc, id: 1, method: "tools/list" },
    june.decodeMessage,
  ],
};

for (const [
  name,
  [kind, message, decode = june.decodeClientMessage],
] of Object.entries(GOOD))
  decoding(`${name} is a ${kind}`, () => {
    const outcome = decode(message);
    assert.equal(outcome, { ok: true, kind, message });
    assert.ok(outcome.ok && outcome.message === message, "not copied");
  });

const fromClient = june.decodeClientMessage;
const ofTasks = tasks.decodeServerMessage;
const fromServer = stateless.decodeServerMessage;

/** Whether a result is one of the method that it answers. */
const RESULTS: Readonly<
  Record<
    string,
    readonly [
      ok: boolean,
      method: string | undefined,
      result: unknown,
      decode: Decode,
    ]
  >
> = {
  "a right result": [true, "roots/list", { roots: [] }, fromClient],
  "a wrong result": [false, "roots/list", { roots: 1 }, fromClient],
  "no method": [true, undefined, { roots: 1 }, fromClient],
  "a method of one's own": [true, "my/own", {}, fromClient],
  "a task in place of the result": [
    true,
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
    ofTasks,
  ],
  "neither task nor result": [false, "tools/call", { task: {} }, ofTasks],
  "no task where there can be none": [
    false,
    "tools/list",
    { task: {} },
    ofTasks,
  ],
  "a request for input": [
    true,
    "tools/call",
    { resultType: "input_required", requestState: "x" },
    fromServer,
  ],
  "a wrong request for input": [
    false,
    "tools/call",
    { resultType: "input_required", content: [], inputRequests: { a: {} } },
    fromServer,
  ],
  "a request for input where none can be": [
    false,
    "tools/list",
    { resultType: "input_required" },
    fromServer,
  ],
  "a complete result": [
    true,
    "tools/call",
    { resultType: "complete", content: [] },
    fromServer,
  ],
};

for (const [name, [ok, method, result, decode]] of Object.entries(RESULTS))
  decoding(`results: ${name}`, () => {
    const methodOf = (id: unknown) => (id === 9 ? method : "ping");
    const outcome = decode({ ...rpc, id: 9, result }, { methodOf });
    assert.is(outcome.ok, ok);
    if (outcome.ok) return;
    const { reason, id, error } = outcome;
    assert.equal([reason, id, error], ["invalid", 9, undefined]);
  });

decoding("a schema without server messages decodes none", async () => {
  const small = await loadValidators(modelOf(SMALL_SCHEMA));
  const message = { ...rpc, id: 1, method: "echo", params: { text: "a" } };
  assert.ok(small.decodeClientMessage(message).ok);
  const outcome = small.decodeServerMessage(message);
  assert.ok(!outcome.ok && outcome.reason === "method");
});

decoding.run();
