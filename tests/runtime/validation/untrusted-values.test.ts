/**
 * Tests that untrusted values cause no crash, no prototype pollution and no
 * endless work.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findProblem } from "../../../runtime/validation/explain/problem.js";
import { object, optional, string } from "../../../runtime/validation/shape.js";
import type { ValidateOptions } from "../../../runtime/validation/validate.js";
import {
  parseCases,
  parseCells,
  evaluateExpression,
} from "../../harness/run/cases.js";
import {
  loadValidators,
  type Validators,
} from "../../harness/models/validators.js";
import { parseModel } from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import {
  edge,
  validators,
  stateless,
} from "../../harness/models/loaded-validators.js";

const test = suite("validators: hostile input");

const SCHEMA = { type: "object" };
const refuse = (): never => {
  throw new Error("no");
};

/** Adds a member that throws when it is read, and returns the object. */
function throwing<T extends object>(value: T, name: string): T {
  return Object.defineProperty(value, name, { enumerable: true, get: refuse });
}

/** Returns the pointers of the issues of a value. */
function pointers(of: Validators, type: string, value: unknown): string[] {
  const result = of.of(type).validate(value);
  return result.ok ? [] : result.issues.map(({ pointer }) => pointer);
}

/** Returns a sparse array without any element. */
function sparse(length: number): unknown[] {
  const array: unknown[] = [];
  array.length = length;
  return array;
}

test("a generated type guard (isX) ignores inherited members", () => {
  const { is } = edge.of("OddNames");
  const value = { "a b": true, value: "" };
  assert.not.ok(is(value), "constructor is inherited only");
  assert.ok(is({ ...value, constructor: 1 }));
  assert.not.ok(is({ ...value, constructor: 1, toString: 1 }));
});

test("findProblem ignores inherited members", () => {
  for (const name of ["constructor", "toString", "valueOf"]) {
    const shape = object({ [name]: string });
    assert.is(findProblem(shape, { [name]: "a" }, ""), undefined);
    const text = `params.${name}: expected string, got nothing`;
    assert.is(findProblem(shape, {}, "params"), text);
    const maybe = object({ [name]: optional(string) });
    assert.is(findProblem(maybe, {}, ""), undefined);
  }
});

test("a generated type guard (isX) validates a declared member called __proto__", () => {
  const { is } = edge.of("OddNames");
  const rest = '"constructor":1,"a b":true,"value":""';
  const wrong: unknown = JSON.parse(`{"__proto__":1,${rest}}`);
  assert.ok(is(JSON.parse(`{"__proto__":"a",${rest}}`)));
  assert.not.ok(is(wrong));
  assert.equal(pointers(edge, "OddNames", wrong), ["/__proto__"]);
});

test("a value with keys such as __proto__ or constructor causes no prototype pollution during validation", () => {
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  for (const key of keys) {
    const inner = `{"${key}":{"polluted":true}}`;
    const tool: unknown = JSON.parse(
      `{"name":"a","inputSchema":{"type":"object","properties":${inner}},"_meta":${inner},"${key}":{"polluted":true}}`,
    );
    const { is, validate } = validators.of("Tool");
    assert.ok(is(tool));
    for (const unknownKeys of ["keep", "strip"] as const) {
      const result = validate(tool, { unknownKeys });
      assert.ok(result.ok);
      assert.is((result.value as { polluted?: unknown }).polluted, undefined);
    }
    const kinds = { method: key, params: { [key]: 1 } };
    assert.not.ok(validators.of("ClientRequest").validate(kinds).ok);
    assert.not.ok(validators.of("ContentBlock").validate({ type: key }).ok);
    assert.not.ok(
      validators.decodeClientMessage({ ...kinds, jsonrpc: "2.0" }).ok,
    );
  }
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
});

test("a value whose getter throws is invalid", () => {
  const tool = throwing({ name: "a" }, "inputSchema");
  assert.is(validators.of("Tool").is(tool), false);
  assert.throws(() => validators.of("Tool").assert(tool), /readable/);
  const message = throwing({ jsonrpc: "2.0", id: 1, params: tool }, "method");
  const outcome = validators.decodeClientMessage(message);
  assert.ok(!outcome.ok && outcome.reason === "invalid");
});

/**
 * Test cases: path of the member that throws, type of the value, and the value.
 */
const THROWING = parseCases(`
# inputSchema of Tool
throwing({ name: "a" }, "inputSchema")
# params.uri of ReadResourceRequest
({ method: "resources/read", params: throwing({}, "uri") })
# content[0].type of CallToolResult
({ content: [throwing({}, "type")] })
# content[0].resource.uri of CallToolResult
({ content: [{ type: "resource", resource: throwing({ text: "" }, "uri") }] })
# inputSchema.properties.key of Tool
({ name: "a", inputSchema: { type: "object", properties: throwing({}, "key") } })
# inputSchema.required[0] of Tool
({ name: "a", inputSchema: { type: "object", required: throwing([""], "0") } })
`);
for (const [title, value] of THROWING)
  test(`a getter that throws is reported at ${title}`, () => {
    const [place, type = ""] = title.split(" of ");
    const result = validators
      .of(type)
      .validate(evaluateExpression(value, { throwing }));
    assert.ok(!result.ok);
    const said = result.issues.map(({ message }) => message);
    assert.equal(said, [`${place}: expected a readable value, got nothing`]);
  });

test("a generated type guard (isX) reads each member only once", () => {
  let reads = 0;
  const tool = {
    get name(): unknown {
      return reads++ === 0 ? "a" : 7;
    },
    inputSchema: SCHEMA,
  };
  assert.ok(validators.of("Tool").is(tool));
  assert.is(reads, 1);
});

test("a generated type guard (isX) refuses a revoked proxy", () => {
  const { is, validate } = validators.of("Tool");
  const tool = { name: "a", inputSchema: SCHEMA };
  assert.ok(is(new Proxy(tool, {})));
  const { proxy, revoke } = Proxy.revocable(tool, {});
  revoke();
  assert.is(is(proxy), false);
  assert.not.ok(validate(proxy).ok);
  assert.is(is({ ...tool, _meta: proxy }), false);
  assert.not.ok(validate({ ...tool, icons: proxy, inputSchema: proxy }).ok);
  const liar = new Proxy(tool, { ownKeys: refuse });
  assert.not.ok(validate(liar, { unknownKeys: "strip" }).ok);
});

test("a generated type guard (isX) refuses sparse arrays", () => {
  // eslint-disable-next-line no-sparse-arrays
  const holes = ["a", , "b"];
  assert.not.ok(validators.of("ModelPreferences").is({ hints: sparse(3) }));
  assert.not.ok(edge.of("Limits").is({ some: [holes[1]] }));
  assert.not.ok(stateless.of("JSONArray").is(holes));
  const endless = sparse(2 ** 32 - 1);
  assert.not.ok(validators.of("ListToolsResult").is({ tools: endless }));
});

const REFINED: readonly ValidateOptions[] = [
  { unknownKeys: "strip" },
  { unknownKeys: "reject" },
  { formats: "assert" },
];

test("the generated functions isX and validateX limit the depth of values", () => {
  const { is, validate } = stateless.of("JSONValue");
  const cycle: Record<string, unknown> = {};
  cycle["again"] = { more: [cycle] };
  assert.is(is(cycle), false);
  assert.not.ok(validate(cycle).ok);

  const nested = (depth: number): unknown =>
    JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const { MAX_DEPTH } = stateless;
  assert.is(MAX_DEPTH, 512);
  // The outermost array has the depth 0, so 513 nested arrays reach the limit
  // of 512.
  for (const [arrays, fits] of [
    [513, true],
    [514, false],
  ] as const) {
    assert.is(is(nested(arrays)), fits);
    assert.is(validate(nested(arrays)).ok, fits);
  }
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = i % 2 ? [deep] : { a: deep };
  for (const value of [deep, { deep }, [deep]]) {
    assert.is(is(value), false);
    const result = validate(value);
    assert.ok(!result.ok);
    const [issue] = result.issues;
    assert.match(issue?.expected ?? "", `at most ${MAX_DEPTH} levels`);
    for (const options of REFINED) assert.not.ok(validate(value, options).ok);
  }
  // Members of type unknown are not visited, so their depth is not limited.
  assert.ok(
    stateless.of("CallToolResult").is({
      resultType: "complete",
      content: [],
      structuredContent: deep,
    }),
  );
});

test("the generated functions isX and validateX handle an array of 10 million elements", () => {
  const roots = sparse(10_000_000).fill("a");
  assert.ok(
    validators.of("CompleteResult").is({ completion: { values: roots } }),
  );
  roots[9_999_999] = 1;
  const result = { completion: { values: roots } };
  const last = ["/completion/values/9999999"];
  assert.equal(pointers(validators, "CompleteResult", result), last);
  assert.not.ok(validators.of("ListRootsResult").validate({ roots }).ok);
});

test("a generated function validateX reports only one issue for a deeply nested value", async () => {
  const plain = "type Plain = string | Plain[] | { [key: string]: Plain };";
  const model = parseModel(`${SMALL_SCHEMA}export ${plain}`);
  const deep = await loadValidators(model);
  // Each element `true` is also invalid. But only one problem is reported,
  // because the search stops at the depth limit. Without the limit, the search
  // would never end in a cyclic value.
  let value: unknown = [];
  for (let i = 0; i < 600; i++) value = [value, true];
  const result = deep.of("Plain").validate(value);
  assert.ok(!result.ok);
  assert.is(result.issues.length + result.more, 1);
});

test("a generated type guard (isX) accepts lone surrogates in strings", () => {
  assert.ok(validators.of("Cursor").is("\ud800"));
  const { is } = edge.of("Limits");
  // For length limits, a surrogate pair counts as one character, and so does a
  // lone surrogate.
  assert.ok(is({ text: "𝒳𝒳𝒳" }));
  assert.not.ok(is({ text: "𝒳" }));
  assert.ok(is({ text: "\ud800\ud800" }));
  assert.ok(is({ text: "\udc00𝒳\ud800" }));
  const lone = { "\ud800": 1 };
  assert.not.ok(validators.of("Root").validate({ uri: 1, ...lone }).ok);
  const { validate } = validators.of("Annotations");
  assert.not.ok(validate(lone, { unknownKeys: "reject" }).ok);
});

/**
 * Test cases: type, value with a number `n`, valid values of `n`, and invalid
 * values of `n`.
 */
const NUMBERS = parseCells(`
  Resource | { name: "", uri: "", size: n } | 2 ** 53, 1e21, -0, undefined | 0.5, NaN, Infinity, null, 1n
  Annotations | { priority: n } | 0.5, 1, -0 | 1.0000001, -5e-324, NaN, "1"
  ElicitResult | { action: "accept", content: { a: n } } | 0.5 | NaN, null
`);
for (const [type = "", value = "", ...lists] of NUMBERS)
  test(`is${type} separates valid from invalid numbers`, () => {
    for (const [at, list] of lists.entries())
      for (const n of evaluateExpression(`[${list}]`) as unknown[]) {
        const given = evaluateExpression(value, { n });
        assert.is(validators.of(type).is(given), at === 0, String(n));
        assert.is(validators.of(type).validate(given).ok, at === 0, String(n));
      }
  });

test.run();
