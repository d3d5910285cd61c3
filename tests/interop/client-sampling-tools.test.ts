/** Tools in sampling, between a generated client and server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";
import {
  ANSWER,
  MESSAGES,
  closePairs,
  pair,
  result,
  says,
  START,
  TEXT,
  TOOL,
  use,
  YES,
} from "./client-support.js";

const sampled = suite("sampling: tools");
sampled.after.each(closePairs);

/** Conversations that go on after tools were used, and what is wrong. */
const TALKS: readonly (readonly [string, object[], string?])[] = [
  ["no tools", [START]],
  ["one use", [START, use("1"), says(result("1"))]],
  [
    "a result that is no list",
    [START, use("1"), { role: "user", content: result("1") }],
  ],
  ["two at a time", [START, use("1", "2"), says(result("2"), result("1"))]],
  [
    "two rounds",
    [START, use("1"), says(result("1")), use("2"), says(result("2"))],
  ],
  ["nothing after a use", [START, use("1")], "Tool result missing in request"],
  [
    "text after a use",
    [START, use("1"), says(TEXT)],
    "Tool result missing in request",
  ],
  [
    "one of two",
    [START, use("1", "2"), says(result("1"))],
    "Tool result missing in request",
  ],
  [
    "one of two, and the other later",
    [START, use("1", "2"), says(result("1")), says(result("2"))],
    "Tool result missing in request",
  ],
  [
    "text beside results",
    [START, use("1"), says(TEXT, result("1"))],
    "Tool results mixed with other content",
  ],
  [
    "a result of nothing",
    [START, says(result("9"))],
    "Tool result without a use: 9",
  ],
  [
    "the same result twice",
    [START, use("1"), says(result("1"), result("1"))],
    "Tool result without a use: 1",
  ],
  [
    "a use by the user",
    [{ ...use("1"), role: "user" }, says(result("1"))],
    "Tool uses of the user",
  ],
  [
    "a result by the assistant",
    [START, use("1"), { role: "assistant", content: result("1") }],
    "Tool results of the assistant",
  ],
];

for (const [name, messages, problem] of TALKS)
  sampled(`tools in sampling: ${name}`, async () => {
    const { sampling } = await load("2025-11-25", "client");
    const handlers = sampling({ ...YES, tools: true });
    const { call } = await pair("2025-11-25", handlers);
    assert.equal(
      await call((ctx) =>
        ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }),
      ),
      problem ? `-32602: ${problem}` : ANSWER,
    );
  });

const USES = { ...use("1"), model: "m" };
const CHOICES: readonly (readonly [string, object, object, string?])[] = [
  ["uses tools", { tools: [TOOL] }, USES],
  ["must use one", { tools: [TOOL], toolChoice: { mode: "required" } }, USES],
  [
    "must, and does not",
    { tools: [TOOL], toolChoice: { mode: "required" } },
    ANSWER,
    "The model used no tool, which it had to",
  ],
  [
    "must not, and does",
    { tools: [TOOL], toolChoice: { mode: "none" } },
    USES,
    "The model asked for tools that it must not use",
  ],
  ["none given", {}, USES, "The model asked for tools that it must not use"],
];

for (const [name, params, answer, problem] of CHOICES)
  sampled(`the choice of tools: ${name}`, async () => {
    const { sampling } = await load("2025-11-25", "client");
    const handlers = sampling({ ...YES, sample: () => answer, tools: true });
    const { call, errors } = await pair("2025-11-25", handlers);
    const said = await call((ctx) =>
      ctx.sample({ messages: MESSAGES, maxTokens: 1, ...params }),
    );
    assert.equal(said, problem ? "-32603: Internal error" : answer);
    assert.equal(errors, problem ? [problem] : []);
  });

sampled("rounds of tools are limited", async () => {
  const { sampling } = await load("2025-11-25", "client");
  const handlers = sampling({ ...YES, tools: true, maxToolRounds: 1 });
  const { call } = await pair("2025-11-25", handlers);
  const one = [START, use("1"), says(result("1"))];
  const ask = (messages: object[]): Promise<unknown> =>
    call((ctx) => ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }));
  assert.equal(await ask(one), ANSWER);
  assert.is(
    await ask([...one, use("2"), says(result("2"))]),
    "-32602: More than 1 rounds of tools",
  );
});

sampled.run();
