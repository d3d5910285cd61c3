/** What a tool returns or throws, and what its peer is sent for it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { ask, text } from "./support.js";

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
const soon = {
  then: (resolve: (value: string) => void) => resolve("later"),
};
const never = {
  then: (_: unknown, reject: (error: Error) => void) =>
    reject(new Error("out of paper")),
};

for (const [title, handler, result] of [
  ["text", () => "x", { content: [text("x")] }],
  ["a promise of text", async () => "x", { content: [text("x")] }],
  ["content", () => blocks, { content: blocks }],
  ["a result", () => failed("x"), failed("x")],
  ["structured content", () => ({ structuredContent }), shown],
  [
    "structured content with its own text",
    () => ({ structuredContent, content: [text("one")] }),
    { structuredContent, content: [text("one")] },
  ],
  [
    "structured content without any text",
    () => ({ structuredContent, content: [] }),
    shown,
  ],
  ["what can be awaited", () => soon, { content: [text("later")] }],
  ["what can be awaited, and fails", () => never, failed("out of paper")],
  ["an error", thrown, failed("out of paper")],
  ["a rejection", async () => thrown(), failed("out of paper")],
  ["nothing", () => undefined, failed("No text, content or result")],
] as const) {
  test(`a tool returns ${title}`, async () => {
    const tools = toolHandlers({ t: { handler } });
    const answer = await ask(tools, "tools/call", { name: "t" });
    assert.equal(answer, { id: 1, result });
  });
}

test("a tool's error of the protocol stays one", async () => {
  const thrown = new McpError(-32042, "url", { a: 1 });
  const throws = (): never => {
    throw thrown;
  };
  for (const handler of [throws, async () => throws()]) {
    const tools = toolHandlers({ t: { handler } });
    const { error } = await ask(tools, "tools/call", { name: "t" });
    const { code, message, data } = thrown;
    assert.equal(error as object, { code, message, data });
  }
});

test("structured content is held against the output schema", async () => {
  const outputSchema = { type: "object", required: ["n"] };
  for (const [value, result] of [
    [{ structuredContent }, shown],
    [{ structuredContent: {} }, failed('bad output: needs "n"')],
    [failed("x"), failed("x")],
  ] as const) {
    const tools = toolHandlers({ t: { outputSchema, handler: () => value } });
    const answer = await ask(tools, "tools/call", { name: "t" });
    assert.equal(answer.result, result);
  }
});

test.run();
