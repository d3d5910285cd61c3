/**
 * Tests of functions from which several emitters get facts about models and
 * output modules.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getModuleIndex } from "../../../generator/emit/assemble/output-modules.js";
import { getIncomingRules } from "../../../generator/emit/facts/method-rules.js";
import { getTaskKinds } from "../../../generator/emit/facts/tasks.js";
import { createJsonSchema } from "../../../generator/emit/json-schema/schema.js";
import { getDialect } from "../../../generator/emit/json-schema/dialect.js";
import { distinguishableRevisions } from "../../../generator/emit/multi-version/distinguishable.js";
import {
  FALSE,
  TRUE,
  unless,
  when,
} from "../../../generator/emit/validators/expressions.js";
import type { Side } from "../../../generator/emit/context.js";
import { selectFeatures } from "../../../generator/emit/features.js";
import { requireApps } from "../../../generator/emit/select.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import {
  bundledModel,
  createContext,
  extendedModel,
  parseModel,
} from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { parseCells } from "../../harness/run/cases.js";

const test = suite("emit: facts");

/** Returns a copy of a model without one of its methods. */
function without(model: ProtocolModel, name: string): ProtocolModel {
  const methods = model.methods.filter(({ method }) => method !== name);
  return { ...model, methods };
}

const getKinds = (model: ProtocolModel) => getTaskKinds(createContext(model));

test("`getTaskKinds` reports core tasks or the tasks extension only if the schema has all the required methods", () => {
  const core = bundledModel("2025-11-25");
  assert.equal(getKinds(core), { core: true, extension: false });
  const coreMethods = [
    "tools/call",
    "tasks/get",
    "tasks/result",
    "tasks/cancel",
    "tasks/list",
  ];
  for (const method of coreMethods)
    assert.is(getKinds(without(core, method)).core, false, method);
  const extended = extendedModel();
  assert.equal(getKinds(extended), { core: false, extension: true });
  for (const method of [
    "tools/call",
    "tasks/get",
    "tasks/update",
    "tasks/cancel",
  ])
    assert.is(getKinds(without(extended, method)).extension, false, method);
});

/**
 * Test cases: chosen features, chosen transports, the side of the project, and
 * the features of the generated server and client.
 */
const CHOICES = parseCells(`
  host | memory | none | host http memory prompts resources sse stdio tools
    | host http memory prompts resources sse stdio tools
  oauth | stdio | none | http oauth stdio | http oauth stdio
  shared | stdio | none | http shared stdio | http shared stdio
  tasks | sse | none | http sse tasks tools | http sse tasks tools
  oauth shared tools | http | server | http oauth shared tools | http memory oauth tools
  host oauth tools | http | client | memory prompts resources tools
    | host http oauth prompts resources sse stdio tools
`);
for (const [features = "", transports = "", side, ...sides] of CHOICES)
  test(`\`selectFeatures\` adds what the features ${features} over ${transports} need, for a project with the side ${side}`, () => {
    const project = side === "none" ? undefined : (side as Side);
    const chosen = selectFeatures(
      features.split(" "),
      transports.split(" "),
      project,
    );
    assert.equal(
      (["server", "client"] as const).map((name) =>
        [...(chosen?.[name] ?? [])].sort().join(" "),
      ),
      sides,
    );
  });

test("`selectFeatures` returns undefined without features, transports and a project", () =>
  assert.is(selectFeatures([], []), undefined));

test("`requireApps` accepts several revisions if one of them has the apps extension", () => {
  requireApps([bundledModel("2024-11-05"), extendedModel()], ["app"]);
});

test("a server validates the whole message of a request that has a member beside its params", () => {
  const text = SMALL_SCHEMA.replace(
    "params: { text: string };",
    "params: { text: string }; extra: string;",
  );
  const getRule = (schema: string) =>
    getIncomingRules(parseModel(schema), "server").find(
      ({ method }) => method === "echo",
    )?.rule;
  assert.is(getRule(SMALL_SCHEMA), "paramsRule");
  assert.is(getRule(text), "messageRule");
});

test("`distinguishableRevisions` prefers a dated revision to a draft with the same protocol version", () => {
  const older = bundledModel("2025-06-18");
  const dated = bundledModel("2026-07-28");
  const draft = {
    ...bundledModel("draft"),
    protocolVersion: dated.protocolVersion,
  };
  assert.equal(distinguishableRevisions([older, dated, draft]), [dated, older]);
  assert.equal(distinguishableRevisions([older, draft, dated]), [dated, older]);
  const unnamed = { ...older, protocolVersion: null };
  assert.equal(distinguishableRevisions([unnamed, draft]), [draft]);
});

test("the definitions of a JSON Schema are sorted by name", () => {
  const model = bundledModel("2025-06-18");
  const reversed = { ...model, declarations: model.declarations.toReversed() };
  for (const each of [model, reversed]) {
    const document = createJsonSchema(each, getDialect(each));
    const names = Object.keys(
      document["$defs"] ?? document["definitions"] ?? {},
    );
    assert.ok(names.length > 50);
    assert.equal(names, names.toSorted());
  }
});

test("`unless(condition, text)` is the opposite of `when(condition, text)`", () => {
  assert.equal(unless(TRUE, "x"), when(FALSE, "x"));
  assert.equal(unless(FALSE, "x"), when(TRUE, "x"));
});

/**
 * Pairs of runtime files that are written to the same output module. The files
 * of most pairs are in different folders.
 */
const MOVED = [
  ["http/body/media-type.ts", "http/headers.ts"],
  ["http/body/content.ts", "http/server/service.ts"],
  ["http/client/constants.ts", "limits/limits.ts"],
  ["http/client/client.ts", "http/client/sse-read.ts"],
  ["json-rpc/constants.ts", "limits/limits.ts"],
  ["protocol/constants.ts", "limits/limits.ts"],
] as const;

for (const [file, other] of MOVED)
  test(`runtime/${file} is in the same output module as runtime/${other}`, () =>
    assert.is(getModuleIndex(file), getModuleIndex(other)));

test.run();
