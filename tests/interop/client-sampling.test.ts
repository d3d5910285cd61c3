/** Sampling, between a generated client and server: approval, limits, models. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";
import {
  ANSWER,
  MESSAGES,
  closePairs,
  pair,
  WITH_HANDSHAKE,
  YES,
} from "./client-support.js";

const sampled = suite("sampling");
sampled.after.each(closePairs);

for (const revision of WITH_HANDSHAKE) {
  sampled(`${revision}: request, approval, model, approval`, async () => {
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

  for (const hook of ["approveRequest", "approveResponse"])
    sampled(`${revision}: ${hook} refuses`, async () => {
      const { sampling } = await load(revision, "client");
      const { sample } = await pair(
        revision,
        sampling({ ...YES, [hook]: () => false }),
      );
      assert.is(await sample(), "-1: User rejected sampling request");
    });
}

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

for (const [revision, options, capabilities] of DECLARED)
  sampled(`${revision}: declared for ${JSON.stringify(options)}`, async () => {
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

for (const [wishes, name] of WISHES)
  sampled(`a model for ${JSON.stringify(wishes)}`, async () => {
    const { pickModel } = await load("2025-06-18", "client");
    assert.is(pickModel(MODELS, wishes).name, name);
  });

sampled.run();
