/** What a tool returns or throws, and what its peer is sent for it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { ask, text } from "./support.js";

const test = suite("features: results");

for (const [title, handler, result] of [
  ["text", () => "x", { content: [text("x")] }],
  ["a promise of text", async () => "x", { content: [text("x")] }],
  [
    "content",
    () => [text("x"), { type: "image" }],
    { content: [text("x"), { type: "image" }] },
  ],
  [
    "a result",
    () => ({ content: [], isError: true }),
    { content: [], isError: true },
  ],
  [
    "structured content",
    () => ({ structuredContent: { n: 1 } }),
    { structuredContent: { n: 1 }, content: [text('{"n":1}')] },
  ],
  [
    "structured content with its own text",
    () => ({ structuredContent: { n: 1 }, content: [text("one")] }),
    { structuredContent: { n: 1 }, content: [text("one")] },
  ],
  [
    "structured content without any text",
    () => ({ structuredContent: { n: 1 }, content: [] }),
    { structuredContent: { n: 1 }, content: [text('{"n":1}')] },
  ],
  [
    "what can be awaited, but is no promise",
    () => ({ then: (resolve: (value: string) => void) => resolve("later") }),
    { content: [text("later")] },
  ],
  [
    "what can be awaited, and fails",
    () => ({
      then: (_: unknown, reject: (error: Error) => void) =>
        reject(new Error("out of paper")),
    }),
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "an error",
    () => {
      throw new Error("out of paper");
    },
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "a rejection",
    () => Promise.reject(new Error("out of paper")),
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "nothing",
    () => undefined,
    {
      content: [text("t failed: No text, content or result")],
      isError: true,
    },
  ],
] as const) {
  test(`a tool returns ${title}`, async () => {
    const answer = await ask(toolHandlers({ t: { handler } }), "tools/call", {
      name: "t",
    });
    assert.equal(answer, { id: 1, result });
  });
}

test("a tool's error of the protocol stays one", async () => {
  for (const handler of [
    () => {
      throw new McpError(-32042, "url", { a: 1 });
    },
    () => Promise.reject(new McpError(-32042, "url", { a: 1 })),
  ]) {
    const { error } = await ask(
      toolHandlers({ t: { handler } }),
      "tools/call",
      { name: "t" },
    );
    assert.equal(error, { code: -32042, message: "url", data: { a: 1 } });
  }
});

test("structured content is held against the output schema", async () => {
  const outputSchema = { type: "object", required: ["n"] };
  const tool = (value: object) =>
    toolHandlers({ t: { outputSchema, handler: () => value } });
  const good = await ask(tool({ structuredContent: { n: 1 } }), "tools/call", {
    name: "t",
  });
  assert.equal(good.result, {
    structuredContent: { n: 1 },
    content: [text('{"n":1}')],
  });
  const bad = await ask(tool({ structuredContent: {} }), "tools/call", {
    name: "t",
  });
  assert.equal(bad.result, {
    content: [text('t failed: bad output: needs "n"')],
    isError: true,
  });
  const failed = await ask(tool({ content: [], isError: true }), "tools/call", {
    name: "t",
  });
  assert.equal(failed.result, { content: [], isError: true });
});

test.run();
