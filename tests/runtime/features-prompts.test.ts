/** Prompts: listed, filled in and refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { ask, text } from "./support.js";

const test = suite("features: prompts");

test("prompts: shown, filled in, refused", async () => {
  const args = [{ name: "a", required: true }, { name: "b" }];
  const handlers = promptHandlers({
    plain: { description: "Plain", handler: () => "Hi" },
    args: {
      arguments: args,
      handler: ({ a }: { a: string }) => ({ messages: [], _meta: { a } }),
    },
  });
  const get = (name: string, args?: object) =>
    ask(handlers, "prompts/get", { name, arguments: args });
  const prompts = [
    { name: "plain", description: "Plain" },
    { name: "args", arguments: args },
  ];
  assert.equal((await ask(handlers, "prompts/list")).result, { prompts });
  const messages = [{ role: "user", content: text("Hi") }];
  const plain = { description: "Plain", messages };
  assert.equal((await get("plain")).result, plain);
  const filled = { messages: [], _meta: { a: "1" } };
  assert.equal((await get("args", { a: "1" })).result, filled);
  for (const [{ error }, message] of [
    [await get("args", { b: "1" }), "Missing arguments for args: a"],
    [await get("none"), "Unknown prompt: none"],
  ] as const)
    assert.equal(error, { code: -32602, message });
});

test.run();
