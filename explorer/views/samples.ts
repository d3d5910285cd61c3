/**
 * Valid and invalid example messages of a method, with the results of their
 * validation.
 */
import { tryGenerate } from "../../generator/emit/corpus/generate-value.js";
import type { Method } from "../../generator/model/types.js";
import type { Outcome } from "../../generator/validate/decoder-runtime.js";
import { h, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { loadDecoders } from "../judge/decoders.js";
import {
  createExampleMessage,
  createExample,
  createInvalidMessages,
} from "../judge/example.js";
import type { Revision } from "../protocol/revision.js";

/**
 * Renders the example messages of a method. For a request, also renders an
 * example of its response.
 */
export function samples(method: Method, revision: Revision): Child {
  const { model, name } = revision;
  if (method.embedded && method.kind === "request")
    return h(
      "p",
      { class: "quiet" },
      "A server embeds this request in an input-required result. It is never sent as a separate message.",
    );
  const message = tryGenerate(() => createExampleMessage(method, model));
  if (!message)
    return h(
      "p",
      { class: "quiet" },
      "No example message could be created for this method.",
    );
  const { decodeMessage } = loadDecoders(name);
  const wrong = [...createInvalidMessages(message)].find(
    ({ value }) => !decodeMessage(value).ok,
  );
  return [
    sample("Valid message", message, decodeMessage(message)),
    method.result !== null && answer(method, revision),
    wrong &&
      sample(`Invalid: ${wrong.what}`, wrong.value, decodeMessage(wrong.value)),
  ];
}

function answer({ method, result }: Method, { model, name }: Revision): Child {
  if (result === null) return null;
  const example = tryGenerate(() => createExample(result, model));
  if (example === undefined) return null;
  const message = { jsonrpc: "2.0", id: 1, result: example };
  const outcome = loadDecoders(name).decodeMessage(message, {
    methodOf: () => method,
  });
  return sample("Valid response", message, outcome);
}

/** Renders a message with its problems marked. */
function sample(
  title: string,
  message: unknown,
  outcome: Outcome,
): HTMLElement {
  const issues = outcome.ok ? [] : outcome.issues;
  return h(
    "figure",
    { class: "sample" },
    h("figcaption", {}, title),
    jsonView(
      message,
      issues.map(({ path }) => path),
    ),
    outcome.ok
      ? h(
          "p",
          { class: "verdict good" },
          "✓ The validator accepts this message.",
        )
      : h(
          "ul",
          { class: "verdict bad" },
          issues.map(({ pointer, expected, received }) =>
            h(
              "li",
              {},
              pointer !== "" && [h("code", {}, pointer), ": "],
              `expected ${expected}, got ${received}`,
            ),
          ),
        ),
  );
}
