/** Validates the example messages and conversations of the explorer. */
import { mergeMethods } from "../../generator/emit/facts/methods.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findType } from "../../generator/model/lookup.js";
import { loadDecoders } from "../../generator/validate/validators.js";
import {
  createExampleMessage,
  createExample,
  createInvalidMessages,
} from "../../explorer/judge/example.js";
import { createScenes } from "../../explorer/protocol/conversation.js";
import { bundledModel } from "../harness/models/models.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const test = suite("explorer: messages");

for (const revision of TESTED_REVISIONS) {
  const model = bundledModel(revision);
  const decoders = loadDecoders(model);
  const methods = mergeMethods(model).filter(
    ({ embedded, kind }) => !(embedded && kind === "request"),
  );

  test(`each example message of ${revision} in the explorer is valid, and has an invalid variant`, () => {
    for (const method of methods) {
      const valid = createExampleMessage(method, model);
      assert.equal(
        [method.method, decoders.decodeMessage(valid).ok],
        [method.method, true],
      );
      const invalid = [...createInvalidMessages(valid)].filter(
        ({ value }) => !decoders.decodeMessage(value).ok,
      );
      assert.ok(invalid.length > 0, method.method);
    }
  });

  test(`the explorer's example results for all requests of ${revision} are valid`, () => {
    for (const { method, result } of methods) {
      if (result === null) continue;
      const message = {
        jsonrpc: "2.0",
        id: 1,
        result: createExample(result, model),
      };
      const outcome = decoders.decodeMessage(message, {
        methodOf: () => method,
      });
      assert.equal([method, outcome.ok], [method, true]);
    }
  });

  test(`the explorer's conversations of ${revision} contain only messages of that revision`, () => {
    const names = new Set(methods.map(({ method }) => method));
    for (const { steps } of createScenes(model))
      for (const step of steps) {
        if ("note" in step) continue;
        const known =
          step.kind === "answer"
            ? findType(model, step.text) !== undefined
            : names.has(step.text);
        assert.ok(known, step.text);
      }
  });

  test(`the explorer's conversations of ${revision} contain a response to each request that is not cancelled`, () => {
    for (const { id, steps } of createScenes(model)) {
      if (id === "cancelling" || id === "subscribing") continue;
      const kinds = steps.flatMap((step) =>
        "note" in step ? [] : [step.kind],
      );
      const count = (kind: string) =>
        kinds.filter((other) => other === kind).length;
      assert.equal([id, count("request")], [id, count("answer")]);
    }
  });
}

test("`createScenes` returns only conversations whose methods the revision supports", () => {
  const ids = (revision: string) =>
    createScenes(bundledModel(revision)).map(({ id }) => id);
  const first = ["opening", "call", "questions", "subscribing"];
  assert.equal(ids("2024-11-05"), [...first, "cancelling", "health"]);
  assert.equal(ids("2025-11-25"), [...first, "task", "cancelling", "health"]);
  assert.equal(ids("2026-07-28"), [...first, "cancelling"]);
});

test.run();
