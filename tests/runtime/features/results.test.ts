/**
 * Tests of the values that handlers of tools, resources and prompts return, and
 * of the validation of these values.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sanitizeContent } from "../../../runtime/features/outputs.js";
import { promptHandlers } from "../../../runtime/features/prompts.js";
import { resourceHandlers } from "../../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { ask, openServer, text } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("features: results");

const failed = (why: string) => ({
  content: [text(`t failed: ${why}`)],
  isError: true,
});
const thrown = (): never => {
  throw new Error("out of paper");
};
const structuredContent = { n: 1 };
const shown = { structuredContent, content: [text('{"n":1}')] };
const blocks = [text("x"), { type: "image" }];
const soon = { then: (resolve: (value: string) => void) => resolve("later") };
const never = {
  then: (_: unknown, reject: (error: Error) => void) =>
    reject(new Error("out of paper")),
};

requirement("e3a3eb9f0ecb");
for (const [title, handler, result] of [
  ["a string", () => "x", { content: [text("x")] }],
  ["a promise of a string", async () => "x", { content: [text("x")] }],
  ["content blocks", () => blocks, { content: blocks }],
  ["a complete result", () => failed("x"), failed("x")],
  ["structured content", () => ({ structuredContent }), shown],
  [
    "structured content and a text",
    () => ({ structuredContent, content: [text("one")] }),
    { structuredContent, content: [text("one")] },
  ],
  [
    "structured content and an empty list of content",
    () => ({ structuredContent, content: [] }),
    shown,
  ],
  ["a thenable", () => soon, { content: [text("later")] }],
  ["a thenable that rejects", () => never, failed("out of paper")],
  ["nothing, because it throws an error", thrown, failed("out of paper")],
  ["a rejected promise", async () => thrown(), failed("out of paper")],
  [
    "nothing",
    () => undefined,
    failed("A tool must return text, content blocks or a result"),
  ],
] as const)
  test(`a tool call gets the expected result from a handler that returns ${title}`, async () => {
    const tools = toolHandlers({ t: { handler } });
    const answer = await ask(tools, "tools/call", { name: "t" });
    assert.equal(answer, { id: 1, result });
  });

requirement("1ca9b4381abd 9a5df9a85329");
test("structured content of a tool is validated against the output schema", async () => {
  const outputSchema = { type: "object", required: ["n"] };
  for (const [value, result] of [
    [{ structuredContent }, shown],
    [
      { structuredContent: {} },
      failed('output does not match outputSchema: needs "n"'),
    ],
    [failed("x"), failed("x")],
  ] as const) {
    const tools = toolHandlers({ t: { outputSchema, handler: () => value } });
    const answer = await ask(tools, "tools/call", { name: "t" });
    assert.equal(answer.result, result);
  }
});

const IMAGE = { type: "image", data: "iVAA/w==", mimeType: "image/png" };

for (const block of [
  IMAGE,
  { ...IMAGE, data: "" },
  { ...IMAGE, mimeType: "image/svg+xml" },
  { type: "audio", data: "AAAA", mimeType: "audio/wav; codecs=1" },
  { type: "text", text: "tab\t, line\r\n, é, 😀 and \u2028" },
  { type: "resource", resource: { uri: "a:b", text: "\u001b[31m" } },
  { type: "resource", resource: { uri: "a:b", blob: "AAA=" } },
  { type: "resource_link", uri: "a:b", name: "b", mimeType: "text/plain" },
])
  test(`the content block ${JSON.stringify(block)} is sent unchanged`, () => {
    assert.equal(sanitizeContent([block], "x"), [block]);
  });

requirement("fdc68482a16e ba72ad22af73");
for (const [block, message] of [
  [{ ...IMAGE, data: "iVAA/w=" }, "x returned invalid base64"],
  [{ ...IMAGE, data: "a b=" }, "x returned invalid base64"],
  [{ ...IMAGE, data: "ab-_" }, "x returned invalid base64"],
  [
    { ...IMAGE, data: "data:image/png;base64,AAAA" },
    "x returned invalid base64",
  ],
  [{ ...IMAGE, mimeType: "png" }, "x returned the invalid MIME type png"],
  [{ ...IMAGE, mimeType: "image/" }, "x returned the invalid MIME type image/"],
  [
    { type: "resource", resource: { uri: "a:b", blob: "?" } },
    "x returned invalid base64",
  ],
] as const)
  test(`the content block ${JSON.stringify(block)} is refused`, () => {
    assert.throws(
      () => sanitizeContent([block], "x"),
      (error: Error) => error instanceof TypeError && error.message === message,
    );
  });

test("a server replaces control characters and lone surrogates in a text block", () => {
  const block = { type: "text", text: "\u001b[31mred\u0007\u009b\ud83d" };
  assert.equal(sanitizeContent(block, "x"), {
    type: "text",
    text: "\ufffd[31mred\ufffd\ufffd\ufffd",
  });
});

test("a server converts a number in a text block to a string", () => {
  const block = { type: "text", text: 5 };
  assert.equal(sanitizeContent(block, "x") as unknown, {
    type: "text",
    text: "5",
  });
});

test("an image with 32 MB of base64 data is validated quickly", () => {
  const data = "AAAA".repeat(8_000_000);
  assert.is(sanitizeContent({ ...IMAGE, data }, "x").data, data);
  assert.throws(() => sanitizeContent({ ...IMAGE, data: `${data}AA?=` }, "x"));
});

const BAD = { ...IMAGE, data: "?" };
const FITTING = { type: "text", text: "\u0007" };

test("the error about invalid content of a tool contains the name of the tool", async () => {
  const handlers = toolHandlers({
    bad: { handler: () => [BAD] },
    bell: { handler: () => "\u0007" },
  });
  const { wire, errors } = openServer(handlers);
  wire.give({ id: 1, method: "tools/call", params: { name: "bad" } });
  wire.give({ id: 2, method: "tools/call", params: { name: "bell" } });
  const text = "bad failed: bad returned invalid base64";
  assert.equal(await wire.take(2), [
    { id: 1, result: { content: [{ type: "text", text }], isError: true } },
    { id: 2, result: { content: [{ type: "text", text: "\ufffd" }] } },
  ]);
  assert.equal(errors, ["bad returned invalid base64"]);
});

requirement("fdc68482a16e ba72ad22af73 4f7bfbe59d03");
test("the error about invalid content names the resource or prompt that returned the content", async () => {
  const contents = [{ uri: "a:whole", blob: "?" }];
  const { wire, errors } = openServer({
    ...resourceHandlers({
      "a:part": { read: () => ({ blob: "?" }) },
      "a:whole": { read: () => ({ contents }) },
    }),
    ...promptHandlers({
      one: { handler: () => [{ role: "user", content: BAD }] },
      bell: { handler: () => [{ role: "user", content: FITTING }] },
    }),
  });
  wire.give({ id: 1, method: "resources/read", params: { uri: "a:part" } });
  wire.give({ id: 2, method: "resources/read", params: { uri: "a:whole" } });
  wire.give({ id: 3, method: "prompts/get", params: { name: "one" } });
  wire.give({ id: 4, method: "prompts/get", params: { name: "bell" } });
  const answers = (await wire.take(4)) as { id: number; result?: object }[];
  const content = { type: "text", text: "\ufffd" };
  assert.equal(
    answers.flatMap(({ result }) => result ?? []),
    [{ messages: [{ role: "user", content }] }],
  );
  assert.equal(
    errors.sort(),
    ["a:part", "a:whole", "one"].map(
      (name) => `${name} returned invalid base64`,
    ),
  );
});

test.run();
