/** Prompts: listed, filled in and refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { ask, text } from "./support.js";

const test = suite("features: prompts");

test("prompts: shown, filled in, refused", async () => {
  const handlers = promptHandlers({
    plain: { description: "Plain", handler: () => "Hi" },
    args: {
      arguments: [{ name: "a", required: true }, { name: "b" }],
      handler: ({ a }: { a: string }) => ({ messages: [], _meta: { a } }),
    },
  });
  assert.equal((await ask(handlers, "prompts/list")).result, {
    prompts: [
      { name: "plain", description: "Plain" },
      {
        name: "args",
        arguments: [{ name: "a", required: true }, { name: "b" }],
      },
    ],
  });
  assert.equal((await ask(handlers, "prompts/get", { name: "plain" })).result, {
    description: "Plain",
    messages: [{ role: "user", content: text("Hi") }],
  });
  const filled = await ask(handlers, "prompts/get", {
    name: "args",
    arguments: { a: "1" },
  });
  assert.equal(filled.result, { messages: [], _meta: { a: "1" } });
  assert.equal(
    (
      await ask(handlers, "prompts/get", {
        name: "args",
        arguments: { b: "1" },
      })
    ).error,
    {
      code: -32602,
      message: "Missing arguments for args: a",
    },
  );
  assert.equal((await ask(handlers, "prompts/get", { name: "none" })).error, {
    code: -32602,
    message: "Unknown prompt: none",
  });
});

test.run();
