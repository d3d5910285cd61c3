/** Messages and conversations that the explorer shows, held to the validators. */
import { mergedMethods } from "../../generator/emit/facts/methods.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findType } from "../../generator/model/lookup.js";
import { loadDecoders } from "../../generator/validate/validators.js";
import {
  exampleMessage,
  exampleOf,
  spoiled,
} from "../../explorer/judge/example.js";
import { scenesOf } from "../../explorer/protocol/conversation.js";
import { bundledModel } from "../harness/models/models.js";
import { PROVEN } from "../harness/run/sampling.js";

const messages = suite("explore: messages");

for (const revision of PROVEN) {
  const model = bundledModel(revision);
  const decoders = loadDecoders(model);
  const methods = mergedMethods(model).filter(
    ({ embedded, kind }) => !(embedded && kind === "request"),
  );

  messages(
    `${revision}: of each method a right message, and a wrong one`,
    () => {
      for (const method of methods) {
        const right = exampleMessage(method, model);
        assert.equal(
          [method.method, decoders.decodeMessage(right).ok],
          [method.method, true],
        );
        const wrong = [...spoiled(right)].filter(
          ({ value }) => !decoders.decodeMessage(value).ok,
        );
        assert.ok(wrong.length > 0, method.method);
      }
    },
  );

  messages(`${revision}: of each request a right answer`, () => {
    for (const { method, result } of methods) {
      if (result === null) continue;
      const message = {
        jsonrpc: "2.0",
        id: 1,
        result: exampleOf(result, model),
      };
      const outcome = decoders.decodeMessage(message, {
        methodOf: () => method,
      });
      assert.equal([method, outcome.ok], [method, true]);
    }
  });

  messages(`${revision}: conversations are of messages that it has`, () => {
    const names = new Set(methods.map(({ method }) => method));
    for (const { steps } of scenesOf(model))
      for (const step of steps) {
        if ("note" in step) continue;
        const known =
          step.kind === "answer"
            ? findType(model, step.text) !== undefined
            : names.has(step.text);
        assert.ok(known, step.text);
      }
  });

  messages(
    `${revision}: every request of a conversation is answered, or given up`,
    () => {
      for (const { id, steps } of scenesOf(model)) {
        if (id === "cancelling" || id === "subscribing") continue;
        const kinds = steps.flatMap((step) =>
          "note" in step ? [] : [step.kind],
        );
        const count = (kind: string) =>
          kinds.filter((one) => one === kind).length;
        assert.equal([id, count("request")], [id, count("answer")]);
      }
    },
  );
}

messages("each lifecycle has its conversations", () => {
  const ids = (revision: string) =>
    scenesOf(bundledModel(revision)).map(({ id }) => id);
  const first = ["opening", "call", "questions", "subscribing"];
  assert.equal(ids("2024-11-05"), [...first, "cancelling", "health"]);
  assert.equal(ids("2025-11-25"), [...first, "task", "cancelling", "health"]);
  assert.equal(ids("2026-07-28"), [...first, "cancelling"]);
});

messages.run();
