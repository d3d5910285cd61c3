/** Revisions compared. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff/diff.js";
import { shown } from "../support/diffs.js";
import { bundledModel, modelOf, REVISIONS } from "../support/models.js";
import { bundledSchema, reverseDeclarations } from "../support/sources.js";

const diffs = suite("diff: revisions");

diffs("of 2024-11-05 and 2025-03-26 is what the change log says", () => {
  const all = diffModels(
    bundledModel("2024-11-05"),
    bundledModel("2025-03-26"),
  );
  assert.equal(
    all.filter(({ breaks }) => breaks.client || breaks.server).map(shown),
    [
      "-S changed completion/complete: needs no capability => needs completions",
      "CS widened JSONRPCMessage: JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError => JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequest | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponse",
      "C- widened PromptMessage.content: TextContent | ImageContent | EmbeddedResource => TextContent | ImageContent | AudioContent | EmbeddedResource",
      "C- widened CallToolResult.content[]: TextContent | ImageContent | EmbeddedResource => TextContent | ImageContent | AudioContent | EmbeddedResource",
      "CS widened SamplingMessage.content: TextContent | ImageContent => TextContent | ImageContent | AudioContent",
    ],
  );
});

diffs("of 2025-11-25 and 2026-07-28 knows what went with the handshake", () => {
  const all = diffModels(
    bundledModel("2025-11-25"),
    bundledModel("2026-07-28"),
  );
  const verdicts = new Map<string, string>();
  for (const change of all) {
    if (change.subject !== "method") continue;
    const before = verdicts.get(change.path);
    const verdict = `${shown(change).slice(0, 2)} ${change.kind}`;
    verdicts.set(change.path, before ? `${before}, ${verdict}` : verdict);
  }
  assert.equal(Object.fromEntries(verdicts), {
    ping: "CS removed",
    initialize: "CS removed",
    // Their capabilities are still there, for other uses.
    "logging/setLevel": "C- removed",
    "resources/subscribe": "C- removed",
    "resources/unsubscribe": "C- removed",
    "tasks/get": "-- removed",
    "tasks/result": "-- removed",
    "tasks/list": "-- removed",
    "tasks/cancel": "-- removed",
    "sampling/createMessage": "CS changed, -- deprecated",
    "roots/list": "CS changed, -- deprecated",
    "elicitation/create": "CS changed",
    "notifications/initialized": "-- removed",
    "notifications/roots/list_changed": "-- removed",
    "notifications/tasks/status": "-- removed",
    "notifications/elicitation/complete": "-- removed",
    "server/discover": "-S added",
    "subscriptions/listen": "-S added",
    "notifications/subscriptions/acknowledged": "-- added",
    "prompts/get": "C- changed",
    "resources/read": "C- changed",
    // It may ask for input, and is not answered with a task any more.
    "tools/call": "C- changed, -- changed",
    "notifications/progress": "-- changed",
    "notifications/message": "-- deprecated",
  });
});

diffs("of 2025-06-18 and 2025-11-25 knows the new capabilities", () => {
  const all = diffModels(
    bundledModel("2025-06-18"),
    bundledModel("2025-11-25"),
  );
  assert.equal(
    all.filter((c) => c.subject === "capability").map(({ path }) => path),
    [
      "ClientCapabilities.sampling.context",
      "ClientCapabilities.sampling.tools",
      "ClientCapabilities.elicitation.form",
      "ClientCapabilities.elicitation.url",
      "ClientCapabilities.tasks",
      "ServerCapabilities.tasks",
    ],
  );
});

diffs("of 2026-07-28 and draft is none", () => {
  const all = diffModels(bundledModel("2026-07-28"), bundledModel("draft"));
  assert.equal(all, []);
});

for (const revision of REVISIONS)
  diffs(`of ${revision} and itself in another order is none`, () => {
    const shuffled = modelOf(reverseDeclarations(bundledSchema(revision)));
    assert.equal(diffModels(bundledModel(revision), shuffled), []);
  });

diffs("says why, whatever the change", () => {
  for (const [at, revision] of REVISIONS.slice(1).entries()) {
    const older = bundledModel(REVISIONS[at] ?? revision);
    for (const change of diffModels(older, bundledModel(revision)))
      assert.match(change.why, /^[A-Z].*\.$/);
  }
});

diffs.run();
