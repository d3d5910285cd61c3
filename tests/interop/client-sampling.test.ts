/**
 * Tests of sampling in a generated client: approval, limits, models and tools.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { samplingHandlers } from "../../runtime/features/client/sampling.js";
import type { Call } from "../../runtime/protocol/connection/call.js";
import type { McpError } from "../../runtime/json-rpc/messages/errors.js";
import { load } from "../harness/generated/load.js";
import {
  ANSWER,
  MESSAGES,
  closePairs,
  pair,
  WITH_HANDSHAKE,
  YES,
  result,
  says,
  START,
  TEXT,
  TOOL,
  use,
} from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("client: sampling");
test.after.each(closePairs);

for (const revision of WITH_HANDSHAKE) {
  requirement("8e2bb4b4c41f 6cf8b6ef7be0 eba0236c022c eb71c3c02c8b");
  test(`${revision}: a client asks the user for approval before and after it samples the model`, async () => {
    const { sampling } = await load(revision, "client");
    const steps: unknown[] = [];
    const { sample } = await pair(
      revision,
      sampling({
        approveRequest: (params: object) => {
          steps.push(["request", params]);
          return { ...params, maxTokens: 5 };
        },
        sample: ({ maxTokens }: { maxTokens: number }) => {
          steps.push(["sample", maxTokens]);
          return ANSWER;
        },
        approveResponse: async (answer: object) => {
          steps.push(["response", answer]);
          return { ...answer, model: "edited" };
        },
      }),
    );
    const params = { messages: MESSAGES, maxTokens: 9 };
    const answer = await sample(params);
    assert.equal(answer, { ...ANSWER, model: "edited" });
    assert.equal(steps, [
      ["request", params],
      ["sample", 5],
      ["response", ANSWER],
    ]);
  });

  requirement("8e2bb4b4c41f b97446b7f869 eba0236c022c");
  for (const hook of ["approveRequest", "approveResponse"])
    test(`${revision}: a client rejects a sampling request if the callback \`${hook}\` returns false`, async () => {
      const { sampling } = await load(revision, "client");
      const { sample } = await pair(
        revision,
        sampling({ ...YES, [hook]: () => false }),
      );
      assert.is(await sample(), "-1: User rejected sampling request");
    });
}

for (const more of [{ tools: [] }, { toolChoice: { mode: "auto" } }])
  test(`a client without the capability sampling.tools refuses a sampling request with ${Object.keys(more)}`, async () => {
    const create = samplingHandlers(YES as never)["sampling/createMessage"];
    const asked = { messages: [], ...more };
    await create(asked, {} as Call).then(
      () => assert.unreachable(),
      ({ code, message }: McpError) =>
        assert.equal(
          [code, message],
          [-32602, "This client has not declared sampling.tools"],
        ),
    );
  });

const DECLARED: readonly (readonly [string, object, object])[] = [
  ["2025-06-18", { tools: true, context: true }, { sampling: {} }],
  ["2025-11-25", {}, { sampling: {} }],
  ["2025-11-25", { tools: true }, { sampling: { tools: {} } }],
  [
    "2025-11-25",
    { tools: true, context: true },
    { sampling: { tools: {}, context: {} } },
  ],
];

requirement("6cf8b6ef7be0 fcf124db079f");
for (const [revision, options, capabilities] of DECLARED)
  test(`${revision}: a client with the sampling options ${JSON.stringify(options)} declares the capabilities ${JSON.stringify(capabilities)}`, async () => {
    const { sampling } = await load(revision, "client");
    const handlers = sampling({ ...YES, ...options });
    const { declared } = await pair(revision, handlers);
    assert.equal(await declared(), capabilities);
  });

const MODELS = [
  { name: "Opus-4", intelligence: 1, cost: 0.1, speed: 0.2 },
  { name: "sonnet-4.5", intelligence: 0.8, cost: 0.5, speed: 0.6 },
  { name: "sonnet-3", aliases: ["gpt"], intelligence: 0.4, cost: 0.7 },
  { name: "haiku", intelligence: 0.3, cost: 0.9, speed: 1 },
];

const WISHES: readonly (readonly [object | undefined, string])[] = [
  [undefined, "Opus-4"],
  [{ hints: [{ name: "sonnet" }] }, "sonnet-4.5"],
  [{ hints: [{ name: "SONNET-3" }, { name: "opus" }] }, "sonnet-3"],
  [{ hints: [{ name: "gemini" }, { name: "opus" }] }, "Opus-4"],
  [{ hints: [{ name: "gpt-5" }, { name: "gpt" }] }, "sonnet-3"],
  [{ hints: [{}, { name: "hai" }] }, "haiku"],
  [{ speedPriority: 1 }, "haiku"],
  [{ intelligencePriority: 1, speedPriority: 0.1 }, "Opus-4"],
  [{ hints: [{ name: "sonnet" }], costPriority: 1 }, "sonnet-3"],
  [{ hints: [{ name: "nothing" }], costPriority: 1 }, "haiku"],
];

requirement("845e5dfc3002");
for (const [wishes, name] of WISHES)
  test(`\`pickModel\` selects ${name} for the preferences ${JSON.stringify(wishes)}`, async () => {
    const { pickModel } = await load("2025-06-18", "client");
    assert.is(pickModel(MODELS, wishes).name, name);
  });

const { sampling: withTools } = await load("2025-11-25", "client");

const [ONE, TWO] = [use("1"), use("1", "2")];
const [FIRST, SECOND] = [result("1"), result("2")];
const MISSING = "Tool result missing in request";

/**
 * Test cases: conversations with tool uses and results, and the problem of each
 * invalid conversation.
 */
const TALKS: readonly (readonly [string, object[], string?])[] = [
  ["no tool uses", []],
  ["one tool use", [ONE, says(FIRST)]],
  ["a result outside of an array", [ONE, { role: "user", content: FIRST }]],
  ["two concurrent tool uses", [TWO, says(SECOND, FIRST)]],
  ["two rounds of tool use", [ONE, says(FIRST), use("2"), says(SECOND)]],
  ["no message after a tool use", [ONE], MISSING],
  ["text after a tool use", [ONE, says(TEXT)], MISSING],
  ["only one of two results", [TWO, says(FIRST)], MISSING],
  [
    "two results in separate messages",
    [TWO, says(FIRST), says(SECOND)],
    MISSING,
  ],
  [
    "text together with results",
    [ONE, says(TEXT, FIRST)],
    "Tool results mixed with other content",
  ],
  [
    "a result without a tool use",
    [says(result("9"))],
    "Tool result has no tool use: 9",
  ],
  [
    "a duplicate result",
    [ONE, says(FIRST, FIRST)],
    "Tool result has no tool use: 1",
  ],
  [
    "a tool use by the user",
    [{ ...ONE, role: "user" }, says(FIRST)],
    "Tool uses must not be in a message of the user",
  ],
  [
    "a result by the assistant",
    [ONE, { role: "assistant", content: FIRST }],
    "Tool results must not be in a message of the assistant",
  ],
];

requirement("50779e8f95df d83678a81a9a 481b43d2c370 2efbceb21736");
for (const [name, messages, problem] of TALKS)
  test(`a client ${problem ? "refuses" : "accepts"} a sampling request with ${name}`, async () => {
    const handlers = withTools({ ...YES, tools: true });
    const { sample } = await pair("2025-11-25", handlers);
    const params = { messages: [START, ...messages], maxTokens: 1 };
    const said = await sample({ ...params, tools: [TOOL] });
    assert.equal(said, problem ? `-32602: ${problem}` : ANSWER);
  });

const USES = { ...use("1"), model: "m" };
const CHOICES: readonly (readonly [string, object, object, string?])[] = [
  ["an optional tool", { tools: [TOOL] }, USES],
  [
    "a required tool",
    { tools: [TOOL], toolChoice: { mode: "required" } },
    USES,
  ],
  [
    "no tool although one is required",
    { tools: [TOOL], toolChoice: { mode: "required" } },
    ANSWER,
    "The model used no tool, but toolChoice requires one",
  ],
  [
    "a tool although toolChoice forbids it",
    { tools: [TOOL], toolChoice: { mode: "none" } },
    USES,
    "The model used tools that the request does not allow",
  ],
  [
    "a tool although the request has none",
    {},
    USES,
    "The model used tools that the request does not allow",
  ],
];

requirement("4aa6b35dfa0e d4bada926931");
for (const [name, params, answer, problem] of CHOICES)
  test(`a client ${problem ? "refuses" : "accepts"} a model's sampling result that uses ${name}`, async () => {
    const handlers = withTools({ ...YES, sample: () => answer, tools: true });
    const { sample, errors } = await pair("2025-11-25", handlers);
    const said = await sample(params);
    assert.equal(said, problem ? "-32603: Internal error" : answer);
    assert.equal(errors, problem ? [problem] : []);
  });

requirement("3c2139360e3d");
test("a client refuses a sampling request with more tool rounds than its option `maxToolRounds`", async () => {
  const handlers = withTools({ ...YES, tools: true, maxToolRounds: 1 });
  const { sample } = await pair("2025-11-25", handlers);
  const messages = [START, use("1"), says(result("1"))];
  const ask = (all: object[]): Promise<unknown> =>
    sample({ messages: all, tools: [TOOL] });
  assert.equal(await ask(messages), ANSWER);
  assert.is(
    await ask([...messages, use("2"), says(result("2"))]),
    "-32602: The conversation has more than 1 tool rounds",
  );
});

test.run();
