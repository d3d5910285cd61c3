/** Tests of the options `unknownKeys` and `formats` of the message decoders. */
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundledModel } from "../../../harness/models/models.js";
import {
  loadValidators,
  writeValidators,
  type Decode,
} from "../../../harness/models/validators.js";
import {
  validators,
  stateless,
} from "../../../harness/models/loaded-validators.js";
import { evaluateExpression, parseCells } from "../../../harness/run/cases.js";

const test = suite("validators: unknown keys and formats of messages");

const batches = await loadValidators(bundledModel("2025-03-26"));

/** Decoder functions, by the first word of a test case. */
const DECODERS: Readonly<Record<string, Decode>> = {
  client: validators.decodeClientMessage,
  server: validators.decodeServerMessage,
  either: validators.decodeMessage,
  statelessServer: stateless.decodeServerMessage,
};

/** Returns the method of the request with the given id. */
const methodOf = (id: unknown) => (id === 2 ? "tools/call" : "tools/list");

/**
 * Test cases: a message, the message without its unknown keys, and the result
 * when unknown keys are rejected. The result is "ok", or an error of the form
 * `reason code: pointers`.
 */
const MESSAGES = parseCells(`
  client { id: 1, method: "ping" } | { id: 1, method: "ping" } | ok
  client { id: 1, method: "tools/call", params: { name: "a", _meta: { b: 1 }, arguments: { c: 1 }, x: 1 } }
    | { id: 1, method: "tools/call", params: { name: "a", _meta: { b: 1 }, arguments: { c: 1 } } }
    | params -32602: /params/x
  client { id: 1, method: "tools/call", params: { name: "a", id: 1, jsonrpc: "2.0" } }
    | { id: 1, method: "tools/call", params: { name: "a" } }
    | params -32602: /params/id /params/jsonrpc
  client { id: 1, method: "completion/complete", params: { ref: { type: "ref/prompt", name: "a", _meta: {} }, argument: { name: "a", value: "" } } }
    | { id: 1, method: "completion/complete", params: { ref: { type: "ref/prompt", name: "a" }, argument: { name: "a", value: "" } } }
    | params -32602: /params/ref/_meta
  client { id: 1, method: "ping", x: 1 } | { id: 1, method: "ping" }
    | invalid -32600: /x
  client { method: "notifications/cancelled", params: { requestId: 1, x: 1 } }
    | { method: "notifications/cancelled", params: { requestId: 1 } }
    | params -: /params/x
  client { method: "notifications/cancelled", params: { requestId: 1 }, x: 1 }
    | { method: "notifications/cancelled", params: { requestId: 1 } }
    | invalid -: /x
  server { id: 1, result: { tools: [{ name: "a", inputSchema: { type: "object", y: 1 }, x: 1 }], more: 1 }, z: 1 }
    | { id: 1, result: { tools: [{ name: "a", inputSchema: { type: "object", y: 1 } }], more: 1 } }
    | invalid -: /result/tools/0/x /z
  statelessServer { id: 2, result: { resultType: "input_required", requestState: "s", inputRequests: { a: { method: "roots/list", x: 1 } } } }
    | { id: 2, result: { resultType: "input_required", requestState: "s", inputRequests: { a: { method: "roots/list" } } } }
    | invalid -: /result/inputRequests/a/x
  server { id: 1, error: { code: 1, message: "", data: { a: 1 }, x: 1 }, y: 1 }
    | { id: 1, error: { code: 1, message: "", data: { a: 1 } } }
    | invalid -: /error/x /y
  either { method: "notifications/progress", params: { progressToken: 1, progress: 1, x: 1 } }
    | { method: "notifications/progress", params: { progressToken: 1, progress: 1 } }
    | params -: /params/x
`);

for (const [line = "", stripped = "", rejected = ""] of MESSAGES)
  test(`the decoder removes unknown keys with \`unknownKeys: "strip"\`, and reports them with \`"reject"\` (decoder and message: ${line})`, () => {
    const [, name = "", text = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    const decode = DECODERS[name];
    assert.ok(decode);
    const read = (source: string) => ({
      jsonrpc: "2.0",
      ...(evaluateExpression(source) as object),
    });
    const message = read(text);
    const outcome = decode(message, { methodOf, unknownKeys: "strip" });
    assert.ok(outcome.ok);
    assert.equal(outcome.message, read(stripped));
    assert.equal(message, read(text), "the message was modified");
    const refused = decode(message, { methodOf, unknownKeys: "reject" });
    if (refused.ok) {
      assert.is(rejected, "ok");
      return;
    }
    const pointers = refused.issues.map(({ pointer }) => pointer);
    const { reason, error } = refused;
    assert.is(refused.id, "id" in message ? message.id : undefined);
    const found = `${reason} ${error?.error.code ?? "-"}: ${pointers.join(" ")}`;
    assert.is(found, rejected);
  });

test("decoders keep all keys of a result if the method of its request is unknown", () => {
  const message = { jsonrpc: "2.0", id: 1, result: { any: { key: 1 } } };
  const outcome = validators.decodeServerMessage(message, {
    unknownKeys: "reject",
  });
  assert.ok(outcome.ok);
  assert.equal(outcome.message, message);
});

test("decoders check the formats of params if the option `formats` is assert", () => {
  const message = (uri: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "resources/read",
    params: { uri },
  });
  const decode = (uri: string) =>
    validators.decodeClientMessage(message(uri), { formats: "assert" });
  assert.equal(decode("file:///a").ok, true);
  const outcome = decode("a b");
  assert.ok(!outcome.ok);
  assert.is(
    outcome.error?.error.message,
    'Invalid params: params.uri: expected string of format uri, got string "a…" (3 characters)',
  );
});

test("decoding a batch strips unknown keys only from its valid messages", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const value = [{ ...ping, x: 1 }, { y: 1 }];
  const strip = batches.decodeClientMessage(value, { unknownKeys: "strip" });
  assert.equal(strip.ok && strip.message, [ping, { y: 1 }]);
  const keep = batches.decodeClientMessage(value);
  assert.ok(keep.ok && "message" in keep && keep.message === value);
});

/** Bundles a program that imports generated validators, and runs the program. */
async function runBundle(source: string): Promise<unknown> {
  const { folder, remove } = writeValidators(bundledModel("2025-06-18"));
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  }).finally(remove);
  const code = outputFiles[0]?.text ?? "";
  return import(`data:text/javascript,${encodeURIComponent(code)}`).then(
    ({ outcome }: { outcome: unknown }) => outcome,
  );
}

const DECODE = (options: string, decoder = "decodeClientMessage") => `
  import { ${decoder}, refinement } from "./validators.js";
  const message = { jsonrpc: "2.0", id: 1, method: "ping", x: 1 };
  export const outcome = ${decoder}(message, ${options});
`;

test("in a bundle, decoders strip unknown keys if the options contain `refinement` from validators.js", async () => {
  const source = '{ unknownKeys: "strip", refinement }';
  assert.equal(await runBundle(DECODE(source)), {
    ok: true,
    kind: "request",
    message: { jsonrpc: "2.0", id: 1, method: "ping" },
  });
  assert.equal(await runBundle(DECODE(source, "validatePingRequest")), {
    ok: true,
    value: { method: "ping" },
  });
});

test("in a bundle, decoders throw an error if the options lack `refinement` from validators.js", async () => {
  for (const decoder of ["decodeClientMessage", "validatePingRequest"])
    for (const options of ['{ unknownKeys: "strip" }', '{ formats: "assert" }'])
      await runBundle(DECODE(options, decoder)).then(
        () => assert.unreachable(options),
        (error: Error) => {
          assert.is(error.name, "TypeError");
          assert.match(error.message, "Import refinement from validators.js");
        },
      );
});

test.run();
