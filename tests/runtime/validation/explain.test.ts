/**
 * Tests of the issues that validateX reports: position, expectation and
 * received value.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  parseCases,
  parseCells,
  evaluateExpression,
} from "../../harness/run/cases.js";
import { type Validators } from "../../harness/models/validators.js";
import {
  edge,
  validators,
  stateless,
} from "../../harness/models/loaded-validators.js";

const test = suite("validators: explaining");

/** Test cases: type and value, and the messages of all issues of the value. */
const MESSAGES = parseCases(`
# 2025-06-18 Cursor 7
=> expected string, got number 7
# 2025-06-18 Tool null
=> expected Tool, got null
# 2025-06-18 Tool "a𝒳𝒳𝒳𝒳"
=> expected Tool, got string "a𝒳\\ud835…" (9 characters)
# 2025-06-18 Tool "abcdefghijklmnopqr"
=> expected Tool, got string "abcdefgh…" (18 characters)
# 2025-06-18 Role "usr"
=> expected "user" or "assistant", got string "usr"
# 2025-06-18 RequestId undefined
=> expected string or integer, got nothing
# 2025-06-18 SamplingMessage { role: "user", content: { type: "text", text: 7 } }
=> content.text: expected string, got number 7
# 2025-06-18 Tool { name: "a", inputSchema: { type: "object", required: ["a", 1, true] } }
=> inputSchema.required[1]: expected string, got number 1
=> inputSchema.required[2]: expected string, got boolean true
# 2025-06-18 Tool { name: "a", inputSchema: { type: "object", required: [, 1] } }
=> inputSchema.required[0]: expected string, got nothing
=> inputSchema.required[1]: expected string, got number 1
# 2025-06-18 ContentBlock { type: "txt", text: "a" }
=> type: expected "text", "image", "audio", "resource_link" or "resource", got string "txt"
# 2025-06-18 ClientRequest { method: "x" }
=> method: expected "ping", "initialize", "completion/complete", "logging/setLevel", "prompts/get", "prompts/list", "resources/list", "resources/templates/list" or one of 5 others, got string "x"
# 2025-06-18 Annotations { priority: 2 }
=> priority: expected number of at least 0 and at most 1, got number 2
# 2025-06-18 ReadResourceResult { contents: [{ uri: "a", text: 1, blob: "" }, { uri: "a", text: 1 }] }
=> contents[1].text: expected string, got number 1
# stateless RequestMetaObject { "io.modelcontextprotocol/protocolVersion": 1 }
=> ["io.modelcontextprotocol/protocolVersion"]: expected string, got number 1
=> ["io.modelcontextprotocol/clientCapabilities"]: expected ClientCapabilities, got nothing
# stateless CompleteResult { resultType: "complete", completion: { values: Array(101).fill("") } }
=> completion.values: expected array of at most 100 items, got array (101 items)
# stateless JSONObject { a: { b: [1, undefined] } }
=> a.b[1]: expected null, string, number, boolean, array or JSONObject, got nothing
# edge Limits { whole: 11, text: "abcd", path: "A/x", some: [] }
=> whole: expected integer of at least 1 and at most 10, got number 11
=> text: expected string of at least 2 and at most 3 characters, got string "ab…" (4 characters)
=> path: expected string like /^[a-z]+\\/x$/u, got string "A…" (3 characters)
=> some: expected array of at least 1 and at most 2 items, got array (0 items)
# edge OddNames { constructor: "a", "a b": 1, value: 2, "x/y~z": 3 }
=> constructor: expected integer, got string "…" (1 characters)
=> ["a b"]: expected boolean, got number 1
=> ["x/y~z"]: expected string, got number 3
=> value: expected string, got number 2
# edge Containers { names: [1], everything: 1, never: 0 }
=> names[0]: expected string, got number 1
=> never: expected never, got number 0
`);

const VALIDATORS: Record<string, Validators> = {
  "2025-06-18": validators,
  stateless,
  edge,
};
for (const [title, , messages] of MESSAGES)
  test(`validation of "${title}" (validators, type, value) returns an issue for each problem`, () => {
    const [of = "", type = "", ...value] = title.split(" ");
    const result = VALIDATORS[of]
      ?.of(type)
      .validate(evaluateExpression(value.join(" ")));
    assert.ok(result && !result.ok);
    const said = result.issues.map(({ message }) => message);
    assert.equal([said, result.more], [messages, 0]);
  });

test("an issue contains a path, a JSON pointer, the expected type and a message", () => {
  const result = edge
    .of("OddNames")
    .validate({ constructor: 1, "a b": true, value: "", "x/y~z": null });
  assert.equal(result, {
    ok: false,
    issues: [
      {
        path: ["x/y~z"],
        pointer: "/x~1y~0z",
        expected: "string",
        received: "null",
        message: '["x/y~z"]: expected string, got null',
      },
    ],
    more: 0,
  });
});

/**
 * Test cases: validators, union type, value, and the union member with which the value is
 * compared to find its problems.
 */
const BRANCHES = parseCells(`
  2025-06-18 | ContentBlock | { type: "image", data: 1, mimeType: "" } | ImageContent
  2025-06-18 | ContentBlock | { type: "img", data: "", mimeType: 1 } | ImageContent
  2025-06-18 | ContentBlock | { resource: { uri: "", text: "" } } | EmbeddedResource
  2025-06-18 | ClientRequest | { method: "ping", params: 1 } | PingRequest
  2025-06-18 | JSONRPCMessage | { jsonrpc: "2.0", id: 1, result: 1 } | JSONRPCResponse
  2025-06-18 | JSONRPCMessage | { jsonrpc: "2.0", method: 1 } | JSONRPCNotification
  2025-06-18 | JSONRPCMessage | { id: 1, method: "ping" } | JSONRPCRequest
  2025-06-18 | JSONRPCMessage | { jsonrpc: "2.0", id: 1, error: {} } | JSONRPCError
  2025-06-18 | JSONRPCMessage | { jsonrpc: "2.0", id: {}, result: {}, error: {} } | JSONRPCResponse
  2025-06-18 | JSONRPCMessage | { id: {}, result: 1, error: { code: 1, message: "" } } | JSONRPCError
  2025-06-18 | RequestId | {} | undefined
  stateless | ContentBlock | { type: "resource_link", uri: "", name: "", icons: [{ src: "", sizes: [1] }] } | ResourceLink
  stateless | SamplingMessageContentBlock | { type: "tool_result", toolUseId: "", content: [{ type: "text", text: "", annotations: { audience: [1] } }] } | TextContent
`);
for (const [of = "", type = "", value = "", branch] of BRANCHES)
  test(`if ${value} is not a valid ${type}, its issues come from the union member ${branch}`, () => {
    const result = VALIDATORS[of]?.of(type).validate(evaluateExpression(value));
    assert.ok(result && !result.ok);
    assert.is(String(result.issues[0]?.branch), branch);
  });

test("a generated function validateX lists 20 issues and counts the others", () => {
  const tools = Array.from({ length: 50 }, () => ({ name: 1 }));
  for (const [options, listed, more] of [
    [{}, 20, 80],
    [{ maxIssues: 3 }, 3, 97],
  ] as const) {
    const result = validators
      .of("ListToolsResult")
      .validate({ tools }, options);
    assert.ok(!result.ok);
    assert.equal([result.issues.length, result.more], [listed, more]);
  }
});

test("a generated function validateX truncates received strings in its issues", () => {
  for (const secret of ["sk-0123456789", "hunter2", "x", "a".repeat(500)]) {
    const result = validators
      .of("ModelPreferences")
      .validate({ hints: secret });
    assert.ok(!result.ok);
    for (const { message, received } of result.issues)
      assert.not.ok(message.includes(`"${secret}"`) || received === secret);
    const text = JSON.stringify(result.issues);
    assert.ok(text.length < 400, "the issues are too long");
    if (secret.length > 1) assert.not.ok(text.includes(secret));
  }
});

test("a generated function assertX throws an error with all issues", () => {
  const { assert: assertTool } = validators.of("Tool");
  assertTool({ name: "", inputSchema: { type: "object" } });
  assert.throws(
    () => assertTool({ name: 1, inputSchema: {} }),
    (error: Error & { issues: unknown[] }) =>
      error instanceof validators.ValidationError &&
      error.name === "ValidationError" &&
      error.issues.length === 2 &&
      error.message ===
        'name: expected string, got number 1\ninputSchema.type: expected "object", got nothing',
  );
});

test.run();
