/** Tests of tools: definitions, lists, and the validation of arguments. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolHandlers } from "../../../runtime/features/tools.js";
import {
  assertFormats,
  type FormatAssertion,
} from "../../../runtime/json-schema/formats.js";
import { ask, SERVER, text } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("features: tools");

requirement("c9924ddd8d1e");
test("tools/list returns the complete tool definition except the handler", async () => {
  const full = {
    title: "Full",
    description: "All",
    annotations: { readOnlyHint: true },
    _meta: { a: 1 },
    inputSchema: { type: "object", properties: {} },
    outputSchema: { type: "object" },
  };
  const handler = (): string => "";
  const tools = toolHandlers({ none: { handler }, full: { ...full, handler } });
  const inputSchema = { type: "object", additionalProperties: false };
  assert.equal((await ask(tools, "tools/list")).result, {
    tools: [
      { name: "none", inputSchema },
      { name: "full", ...full },
    ],
  });
});

requirement("82a800880e7a");
test("invalid arguments of a tool cause a result with isError, or a JSON-RPC error in older revisions", async () => {
  let calls = 0;
  const tools = toolHandlers({
    t: {
      inputSchema: { type: "object", properties: { n: { type: "number" } } },
      handler: () => `${calls++}`,
    },
  });
  const params = { name: "t", arguments: { n: "1" } };
  const message = "Invalid arguments for t: n must be number";
  const { result } = await ask(tools, "tools/call", params);
  assert.equal(result, { content: [text(message)], isError: true });
  const older = { ...SERVER, toolErrorsAreResults: false };
  const { error } = await ask(tools, "tools/call", params, older);
  assert.equal(error, { code: -32602, message });
  assert.is(calls, 0);
});

for (const [title, settings, own, expected] of [
  ["if no option is set", {}, {}, { n: 1 }],
  ["unless the tool opts out", {}, { applyDefaults: false }, {}],
  ["unless all tools opt out", { applyDefaults: false }, {}, {}],
  [
    "if only the tool opts in",
    { applyDefaults: false },
    { applyDefaults: true },
    { n: 1 },
  ],
] as const)
  test(`an absent argument gets the default of its schema ${title}`, async () => {
    const inputSchema = {
      type: "object",
      properties: { n: { type: "number", default: 1 } },
    };
    const handler = (args: object): string => JSON.stringify(args);
    const tools = toolHandlers(
      { t: { inputSchema, handler, ...own } },
      settings,
    );
    const { result } = await ask(tools, "tools/call", { name: "t" });
    assert.equal(result, { content: [text(JSON.stringify(expected))] });
    const { result: list } = await ask(tools, "tools/list");
    assert.equal(list, { tools: [{ name: "t", inputSchema }] });
  });

test("a missing required argument is an error even if it has a default", async () => {
  const inputSchema = {
    type: "object",
    properties: { n: { type: "number", default: 1 } },
    required: ["n"],
  };
  const tools = toolHandlers({ t: { inputSchema, handler: () => "" } });
  const { result } = await ask(tools, "tools/call", { name: "t" });
  const message = 'Invalid arguments for t: needs "n"';
  assert.equal(result, { content: [text(message)], isError: true });
});

test("an unknown tool is refused, even if its name is `constructor`", async () => {
  for (const name of ["none", "constructor", "__proto__"]) {
    const { error } = await ask(toolHandlers({}), "tools/call", { name });
    assert.equal(error, { code: -32602, message: `Unknown tool: ${name}` });
  }
});

for (const late of [false, true])
  test(`a Standard Schema validates and converts arguments ${late ? "asynchronously" : "synchronously"}`, async () => {
    const validate = (value: unknown): unknown => {
      const { n } = value as { n?: unknown };
      const issues = [{ message: "wants text", path: [{ key: "n" }] }];
      const outcome = typeof n === "string" ? { value: { n: +n } } : { issues };
      return late ? Promise.resolve(outcome) : outcome;
    };
    const input = (options: object) => ({ type: "object", ...options });
    const jsonSchema = { input, output: () => ({}) };
    const standard = { version: 1, vendor: "test", validate, jsonSchema };
    const tools = toolHandlers({
      t: {
        inputSchema: { "~standard": standard } as never,
        handler: ({ n }: { n: number }) => `${n + 1}`,
      },
    });
    const inputSchema = { type: "object", target: "draft-2020-12" };
    assert.equal((await ask(tools, "tools/list")).result, {
      tools: [{ name: "t", inputSchema }],
    });
    const call = (args: object) =>
      ask(tools, "tools/call", { name: "t", arguments: args });
    assert.equal((await call({ n: "1" })).result, { content: [text("2")] });
    assert.equal((await call({})).result, {
      content: [text("Invalid arguments for t: n wants text")],
      isError: true,
    });
  });

const OLD = { version: 1, vendor: "old", validate: () => ({}) };
const NOWHERE = "https://x.example/";

requirement("ef6df2d32eb5 159c8c512f85");
for (const [inputSchema, problem] of [
  [{ type: "string" }, "The input schema of t must be an object schema"],
  [
    { type: "object", $ref: NOWHERE },
    `The input schema of t is invalid: The reference ${NOWHERE} is not a part of the schema`,
  ],
  [{ type: "objct" }, "The input schema of t is invalid: Unknown type: objct"],
  [
    { "~standard": OLD },
    "The input schema of t is invalid: The old schema provides no JSON Schema for input",
  ],
] as const)
  test(`a tool with an invalid input schema is refused: ${problem}`, () => {
    assert.throws(
      () => toolHandlers({ t: { inputSchema, handler: () => "" } } as never),
      (error: Error) => error.message === problem,
    );
  });

test("a tool with an invalid output schema is refused with a `SchemaError`", () => {
  const outputSchema = { type: "object", properties: { a: 1 } };
  assert.throws(
    () => toolHandlers({ t: { outputSchema, handler: () => "" } }),
    (error: Error) =>
      error.name === "SchemaError" &&
      error.message ===
        "The output schema of t is invalid: A schema must be an object or boolean",
  );
});

/** JSON Schema formats, each with one valid text and several invalid texts. */
const FORMATS: readonly (readonly [string, string, readonly string[]])[] = [
  ["date", "2024-02-29", ["2023-02-29", "today"]],
  ["time", "23:59:60Z", ["12:00:60Z", "24:00:00Z", "12:00"]],
  ["date-time", "2024-02-29T12:00:00+01:00", ["2024-02-29"]],
  ["email", "me@a.example", ["me"]],
  ["hostname", "a-b.example", ["-a.example", "a..example", "a_b"]],
  ["ipv4", "127.0.0.1", ["127.0.0.256", "1.2.3", "1.2.3.4."]],
  ["ipv6", "::1", ["1::2::3", "127.0.0.1", "::1]:80/[::1"]],
  ["uri", "x:y", ["y"]],
  ["uri-template", "x:{y}", ["x:{y"]],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000", ["123e4567"]],
  ["byte", "AA==", ["A"]],
  ["no-such-format", "anything", []],
];

/**
 * Calls a tool with an argument of the given schema. Returns the text of the
 * result.
 */
async function callWith(
  a: unknown,
  schema: object,
  formats?: FormatAssertion,
): Promise<unknown> {
  const inputSchema = {
    type: "object",
    properties: { a: { $ref: "#/$defs/it" } },
    $defs: { it: schema },
  };
  const tools = toolHandlers(
    { t: { inputSchema, handler: () => "fine" } },
    { formats },
  );
  const params = { name: "t", arguments: { a } };
  const { result } = await ask(tools, "tools/call", params);
  return (result as { content: { text: string }[] }).content[0]?.text;
}

for (const [format, good, bad] of FORMATS)
  test(`strings are checked for the format ${format} only if the option \`formats\` is set`, async () => {
    const wrong = `Invalid arguments for t: a must have the format ${format}`;
    for (const value of [good, 7, ...bad]) {
      assert.is(await callWith(value, { format }), "fine");
      assert.is(
        await callWith(value, { format }, assertFormats()),
        bad.includes(String(value)) ? wrong : "fine",
      );
    }
  });

test("draft-07 ignores the keyword `format` next to `$ref`, and 2020-12 checks it", () => {
  const schema = { $ref: "#/$defs/a", format: "email", $defs: { a: {} } };
  const validate = assertFormats();
  assert.is(validate(schema)("no").length, 1);
  const $schema = "http://json-schema.org/draft-07/schema#";
  assert.equal(validate({ $schema, ...schema })("no"), []);
});

test("a custom format check applies inside the keywords `anyOf` and `not`", async () => {
  const odd = assertFormats((format, text) => format !== "odd" || text === "1");
  const format = "odd";
  const shapes = { anyOf: [{ format }, { const: "3" }] };
  const wrong = "Invalid arguments for t: a ";
  for (const [value, schema, said] of [
    ["1", shapes, "fine"],
    ["3", shapes, "fine"],
    ["2", shapes, `${wrong}must match at least one "anyOf" schema`],
    ["1", { not: { format } }, `${wrong}must not match the "not" schema`],
  ] as const)
    assert.is(await callWith(value, schema, odd), said);
  const outputSchema = { type: "object", properties: { a: { format } } };
  const handler = () => ({ structuredContent: { a: "2" } });
  const tools = toolHandlers(
    { t: { outputSchema, handler } },
    { formats: odd },
  );
  const { result } = await ask(tools, "tools/call", { name: "t" });
  assert.equal(result, {
    content: [
      text(
        "t failed: output does not match outputSchema: a must have the format odd",
      ),
    ],
    isError: true,
  });
});

test.run();
