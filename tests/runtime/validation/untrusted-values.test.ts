/** Values that mean harm: no crash, no pollution, no endless work. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findProblem } from "../../../runtime/validation/explain/problem.js";
import { object, optional, string } from "../../../runtime/validation/shape.js";
import type { ValidateOptions } from "../../../runtime/validation/validate.js";
import { casesOf, cellsOf, valueOf } from "../../harness/run/cases.js";
import {
  loadValidators,
  type Validators,
} from "../../harness/models/validators.js";
import { modelOf } from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import {
  edge,
  june,
  stateless,
} from "../../harness/models/loaded-validators.js";

const hostile = suite("validators: hostile input");

const SCHEMA = { type: "object" };
const refuse = (): never => {
  throw new Error("no");
};

/** The same object with a member of this name that throws. */
function throwing<T extends object>(value: T, name: string): T {
  return Object.defineProperty(value, name, { enumerable: true, get: refuse });
}

/** Where the issues of a value are. */
function pointers(of: Validators, type: string, value: unknown): string[] {
  const result = of.of(type).validate(value);
  return result.ok ? [] : result.issues.map(({ pointer }) => pointer);
}

/** An array of holes only. */
function sparse(length: number): unknown[] {
  const array: unknown[] = [];
  array.length = length;
  return array;
}

hostile("inherited members are not mistaken for own ones", () => {
  const { is } = edge.of("OddNames");
  const value = { "a b": true, value: "" };
  assert.not.ok(is(value), "constructor is inherited only");
  assert.ok(is({ ...value, constructor: 1 }));
  assert.not.ok(is({ ...value, constructor: 1, toString: 1 }));
});

hostile("the first problem of a value is of its own members", () => {
  for (const name of ["constructor", "toString", "valueOf"]) {
    const shape = object({ [name]: string });
    assert.is(findProblem(shape, { [name]: "a" }, ""), undefined);
    const text = `params.${name}: expected string, got nothing`;
    assert.is(findProblem(shape, {}, "params"), text);
    const maybe = object({ [name]: optional(string) });
    assert.is(findProblem(maybe, {}, ""), undefined);
  }
});

hostile("a member called __proto__ is checked where it is declared", () => {
  const { is } = edge.of("OddNames");
  const rest = '"constructor":1,"a b":true,"value":""';
  const wrong: unknown = JSON.parse(`{"__proto__":1,${rest}}`);
  assert.ok(is(JSON.parse(`{"__proto__":"a",${rest}}`)));
  assert.not.ok(is(wrong));
  assert.equal(pointers(edge, "OddNames", wrong), ["/__proto__"]);
});

hostile("keys of Object.prototype do no harm, and pollute nothing", () => {
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  for (const key of keys) {
    const inner = `{"${key}":{"polluted":true}}`;
    const tool: unknown = JSON.parse(
      `{"name":"a","inputSchema":{"type":"object","properties":${inner}},"_meta":${inner},"${key}":{"polluted":true}}`,
    );
    const { is, validate } = june.of("Tool");
    assert.ok(is(tool));
    for (const unknownKeys of ["keep", "strip"] as const) {
      const result = validate(tool, { unknownKeys });
      assert.ok(result.ok);
      assert.is((result.value as { polluted?: unknown }).polluted, undefined);
    }
    const kinds = { method: key, params: { [key]: 1 } };
    assert.not.ok(june.of("ClientRequest").validate(kinds).ok);
    assert.not.ok(june.of("ContentBlock").validate({ type: key }).ok);
    assert.not.ok(june.decodeClientMessage({ ...kinds, jsonrpc: "2.0" }).ok);
  }
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
});

hostile("a getter that throws makes a value wrong", () => {
  const tool = throwing({ name: "a" }, "inputSchema");
  assert.is(june.of("Tool").is(tool), false);
  assert.throws(() => june.of("Tool").assert(tool), /readable/);
  const message = throwing({ jsonrpc: "2.0", id: 1, params: tool }, "method");
  const outcome = june.decodeClientMessage(message);
  assert.ok(!outcome.ok && outcome.reason === "invalid");
});

/** Types, the member that throws, and the value around it. */
const THROWING = casesOf(`
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
  hostile(`${title} throws: the issue is there`, () => {
    const [place, type = ""] = title.split(" of ");
    const result = june.of(type).validate(valueOf(value, { throwing }));
    assert.ok(!result.ok);
    const said = result.issues.map(({ message }) => message);
    assert.equal(said, [`${place}: expected a readable value, got nothing`]);
  });

hostile("each member is read once, so that it cannot change in between", () => {
  let reads = 0;
  const tool = {
    get name(): unknown {
      return reads++ === 0 ? "a" : 7;
    },
    inputSchema: SCHEMA,
  };
  assert.ok(june.of("Tool").is(tool));
  assert.is(reads, 1);
});

hostile("proxies are looked at like what they pretend to be", () => {
  const { is, validate } = june.of("Tool");
  const tool = { name: "a", inputSchema: SCHEMA };
  assert.ok(is(new Proxy(tool, {})));
  const { proxy, revoke } = Proxy.revocable(tool, {});
  revoke();
  assert.is(is(proxy), false);
  assert.is(is({ ...tool, _meta: proxy }), false);
  assert.not.ok(validate({ ...tool, icons: proxy, inputSchema: proxy }).ok);
  const liar = new Proxy(tool, { ownKeys: refuse });
  assert.not.ok(validate(liar, { unknownKeys: "strip" }).ok);
});

hostile("sparse arrays have no members that are right", () => {
  // eslint-disable-next-line no-sparse-arrays
  const holes = ["a", , "b"];
  assert.not.ok(june.of("ModelPreferences").is({ hints: sparse(3) }));
  assert.not.ok(edge.of("Limits").is({ some: [holes[1]] }));
  assert.not.ok(stateless.of("JSONArray").is(holes));
  const endless = sparse(2 ** 32 - 1);
  assert.not.ok(june.of("ListToolsResult").is({ tools: endless }));
});

const REFINED: readonly ValidateOptions[] = [
  { unknownKeys: "strip" },
  { unknownKeys: "reject" },
  { formats: "assert" },
];

hostile("cycles and depth end", () => {
  const { is, validate } = stateless.of("JSONValue");
  const cycle: Record<string, unknown> = {};
  cycle["again"] = { more: [cycle] };
  assert.is(is(cycle), false);
  assert.not.ok(validate(cycle).ok);

  const nested = (depth: number): unknown =>
    JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const { MAX_DEPTH } = stateless;
  assert.is(MAX_DEPTH, 512);
  // Of one array within another, the inner one is a level deep.
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
  // What is not looked at may be as deep as it likes.
  assert.ok(
    stateless.of("CallToolResult").is({
      resultType: "complete",
      content: [],
      structuredContent: deep,
    }),
  );
});

hostile("10 million elements are no trouble", () => {
  const roots = sparse(10_000_000).fill("a");
  assert.ok(june.of("CompleteResult").is({ completion: { values: roots } }));
  roots[9_999_999] = 1;
  const result = { completion: { values: roots } };
  const last = ["/completion/values/9999999"];
  assert.equal(pointers(june, "CompleteResult", result), last);
  assert.not.ok(june.of("ListRootsResult").validate({ roots }).ok);
});

hostile("nothing is explained behind what is too deep", async () => {
  const plain = "type Plain = string | Plain[] | { [key: string]: Plain };";
  const model = modelOf(`${SMALL_SCHEMA}export ${plain}`);
  const deep = await loadValidators(model);
  // With a cycle in the place of each `true` there would be no end.
  let value: unknown = [];
  for (let i = 0; i < 600; i++) value = [value, true];
  const result = deep.of("Plain").validate(value);
  assert.ok(!result.ok);
  assert.is(result.issues.length + result.more, 1);
});

hostile("lone surrogates are texts like others", () => {
  assert.ok(june.of("Cursor").is("\ud800"));
  const { is } = edge.of("Limits");
  // A surrogate pair counts as one character, a lone surrogate too.
  assert.ok(is({ text: "𝒳𝒳𝒳" }));
  assert.not.ok(is({ text: "𝒳" }));
  assert.ok(is({ text: "\ud800\ud800" }));
  assert.ok(is({ text: "\udc00𝒳\ud800" }));
  const lone = { "\ud800": 1 };
  assert.not.ok(june.of("Root").validate({ uri: 1, ...lone }).ok);
  const { validate } = june.of("Annotations");
  assert.not.ok(validate(lone, { unknownKeys: "reject" }).ok);
});

/** Types, values with a number `n`, right numbers, and wrong ones. */
const NUMBERS = cellsOf(`
  Resource | { name: "", uri: "", size: n } | 2 ** 53, 1e21, -0, undefined | 0.5, NaN, Infinity, null, 1n
  Annotations | { priority: n } | 0.5, 1, -0 | 1.0000001, -5e-324, NaN, "1"
  ElicitResult | { action: "accept", content: { a: n } } | 0.5 | NaN, null
`);
for (const [type = "", value = "", ...lists] of NUMBERS)
  hostile(`numbers of ${type}`, () => {
    for (const [at, list] of lists.entries())
      for (const n of valueOf(`[${list}]`) as unknown[]) {
        const given = valueOf(value, { n });
        assert.is(june.of(type).is(given), at === 0, String(n));
        assert.is(june.of(type).validate(given).ok, at === 0, String(n));
      }
  });

hostile.run();
