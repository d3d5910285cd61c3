/** Tools in sampling, between a generated client and server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";
import {
  ANSWER,
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
const { sampling } = await load("2025-11-25", "client");

const [ONE, TWO] = [use("1"), use("1", "2")];
const [FIRST, SECOND] = [result("1"), result("2")];
const MISSING = "Tool result missing in request";

/** Conversations that go on after tools were used, and what is wrong. */
const TALKS: readonly (readonly [string, object[], string?])[] = [
  ["no tools", []],
  ["one use", [ONE, says(FIRST)]],
  ["a result that is no list", [ONE, { role: "user", content: FIRST }]],
  ["two at a time", [TWO, says(SECOND, FIRST)]],
  ["two rounds", [ONE, says(FIRST), use("2"), says(SECOND)]],
  ["nothing after a use", [ONE], MISSING],
  ["text after a use", [ONE, says(TEXT)], MISSING],
  ["one of two", [TWO, says(FIRST)], MISSING],
  ["one of two, the other later", [TWO, says(FIRST), says(SECOND)], MISSING],
  [
    "text beside results",
    [ONE, says(TEXT, FIRST)],
    "Tool results mixed with other content",
  ],
  ["a result of nothing", [says(result("9"))], "Tool result without a use: 9"],
  [
    "the same result twice",
    [ONE, says(FIRST, FIRST)],
    "Tool result without a use: 1",
  ],
  [
    "a use by the user",
    [{ ...ONE, role: "user" }, says(FIRST)],
    "Tool uses of the user",
  ],
  [
    "a result by the assistant",
    [ONE, { role: "assistant", content: FIRST }],
    "Tool results of the assistant",
  ],
];

for (const [name, messages, problem] of TALKS)
  sampled(`tools in sampling: ${name}`, async () => {
    const handlers = sampling({ ...YES, tools: true });
    const { sample } = await pair("2025-11-25", handlers);
    const params = { messages: [START, ...messages], maxTokens: 1 };
    const said = await sample({ ...params, tools: [TOOL] });
    assert.equal(said, problem ? `-32602: ${problem}` : ANSWER);
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
    const handlers = sampling({ ...YES, sample: () => answer, tools: true });
    const { sample, errors } = await pair("2025-11-25", handlers);
    const said = await sample(params);
    assert.equal(said, problem ? "-32603: Internal error" : answer);
    assert.equal(errors, problem ? [problem] : []);
  });

sampled("rounds of tools are limited", async () => {
  const handlers = sampling({ ...YES, tools: true, maxToolRounds: 1 });
  const { sample } = await pair("2025-11-25", handlers);
  const one = [START, use("1"), says(result("1"))];
  const ask = (messages: object[]): Promise<unknown> =>
    sample({ messages, tools: [TOOL] });
  assert.equal(await ask(one), ANSWER);
  assert.is(
    await ask([...one, use("2"), says(result("2"))]),
    "-32602: More than 1 rounds of tools",
  );
});

sampled.run();
