/** Completions of arguments of prompts and resource templates. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionHandlers } from "../../templates/runtime/features/completions.js";
import { ask } from "./support.js";

const test = suite("features: completions");

const COMPLETIONS = completionHandlers({
  prompts: {
    p: {
      a: ["Banana", "cabana", "b-n-x", "apple", "ban"],
      many: () => Array.from({ length: 150 }, (_, index) => `${index}`),
      context: (value, context) => [value + context.other],
    },
  },
  resources: { "r://{x}": { x: ["1"] } },
});

async function complete(
  ref: object,
  name: string,
  value: string,
  context?: object,
) {
  return ask(COMPLETIONS, "completion/complete", {
    ref,
    argument: { name, value },
    context,
  });
}

const PROMPT = { type: "ref/prompt", name: "p" };

test("completions: ranked by start, middle, letters", async () => {
  assert.equal((await complete(PROMPT, "a", "ban")).result, {
    completion: {
      values: ["Banana", "ban", "cabana"],
      total: 3,
      hasMore: false,
    },
  });
  assert.equal((await complete(PROMPT, "a", "bn")).result, {
    completion: {
      values: ["Banana", "cabana", "b-n-x", "ban"],
      total: 4,
      hasMore: false,
    },
  });
  assert.equal((await complete(PROMPT, "other", "")).result, {
    completion: { values: [], total: 0, hasMore: false },
  });
});

test("completions: at most 100, functions, context, templates", async () => {
  const many = (await complete(PROMPT, "many", "")).result as {
    completion: { values: string[]; total: number; hasMore: boolean };
  };
  assert.equal(
    [
      many.completion.values.length,
      many.completion.total,
      many.completion.hasMore,
    ],
    [100, 150, true],
  );
  const context = await complete(PROMPT, "context", "a", {
    arguments: { other: "b" },
  });
  assert.equal(context.result, {
    completion: { values: ["ab"], total: 1, hasMore: false },
  });
  const template = await complete(
    { type: "ref/resource", uri: "r://{x}" },
    "x",
    "",
  );
  assert.equal(template.result, {
    completion: { values: ["1"], total: 1, hasMore: false },
  });
  assert.equal(
    (await complete({ type: "ref/prompt", name: "toString" }, "a", "")).error,
    {
      code: -32602,
      message: "Nothing to complete for prompt toString",
    },
  );
});

test.run();
