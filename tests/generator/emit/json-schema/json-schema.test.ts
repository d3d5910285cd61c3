/**
 * Compares the emitted JSON Schema with upstream's schema.json. The only
 * allowed differences are `deprecated` and the rows of the ledger, a list of
 * known differences.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitJsonSchema } from "../../../../generator/emit/json-schema/schema.js";
import type { JsonSchema } from "../../../../generator/emit/json-schema/annotations.js";
import { jsonSchemaFingerprint } from "../../../../scripts/revision/json-schema-fingerprint.js";
import { revisionPin } from "../../../../generator/source/revisions.js";
import { parseCells, evaluateExpression } from "../../../harness/run/cases.js";
import {
  bundledModel,
  createContext,
  parseModel,
  printPage,
} from "../../../harness/models/models.js";
import {
  getLedger,
  undoLedger,
  withoutDeprecated,
} from "../../../harness/models/ledger.js";
import { SMALL_SCHEMA } from "../../../harness/models/small-schema.js";
import { TESTED_REVISIONS } from "../../../harness/run/sampling.js";

const test = suite("emit: JSON Schema");

for (const revision of TESTED_REVISIONS) {
  const text = printPage(emitJsonSchema(createContext(bundledModel(revision))));
  const document = JSON.parse(text) as JsonSchema;

  test(`the generated schema.json of ${revision} has only the known differences from the published schema.json`, () => {
    const undone = undoLedger(withoutDeprecated(document), getLedger(revision));
    assert.is(jsonSchemaFingerprint(undone), revisionPin(revision).schemaJson);
  });

  test(`every known difference between the generated and the published schema.json of ${revision} still exists`, () => {
    for (const row of getLedger(revision)) {
      const others = getLedger(revision).filter((other) => other !== row);
      const undone = undoLedger(withoutDeprecated(document), others);
      assert.is.not(
        jsonSchemaFingerprint(undone),
        revisionPin(revision).schemaJson,
      );
    }
  });
}

test("the generated schema.json contains `deprecated: true` for each deprecated type", () => {
  const { $defs } = JSON.parse(
    printPage(emitJsonSchema(createContext(bundledModel("2026-07-28")))),
  ) as { $defs: Record<string, { deprecated?: boolean }> };
  assert.is($defs["Root"]?.deprecated, true);
  assert.is($defs["Tool"]?.deprecated, undefined);
});

test("the generated schema.json contains every pattern of a text", () => {
  const model = parseModel(`${SMALL_SCHEMA}
/**
 * @pattern ^a
 * @pattern b$
 * @pattern c
 */
export type Text = string;`);
  const page = emitJsonSchema(createContext(model));
  const { $defs, definitions } = JSON.parse(printPage(page)) as Record<
    string,
    Record<string, object>
  >;
  assert.equal(($defs ?? definitions)?.["Text"], {
    type: "string",
    pattern: "^a",
    allOf: [{ pattern: "b$" }, { pattern: "c" }],
  });
});

/** Pairs of equivalent JSON Schemas, which must have equal fingerprints. */
const PAIRS = parseCells(`
  { type: "string", description: "a" } | { type: "string" }
  { type: "array", items: {} } | { items: {}, type: "array" }
  { required: ["b", "a"] } | { required: ["a", "b"] }
  { enum: [1, "a"] } | { enum: ["a", 1] }
  { type: ["null", "string"] } | { type: ["string", "null"] }
  { anyOf: [{ type: "null" }, { $ref: "#/a", title: "A" }] }
    | { anyOf: [{ $ref: "#/a" }, { type: "null" }] }
`);
for (const [a = "", b = ""] of PAIRS)
  test(`\`jsonSchemaFingerprint\` is equal for ${a} and ${b}`, () => {
    const [first, second] = [a, b].map((text) => evaluateExpression(text));
    assert.is(jsonSchemaFingerprint(first), jsonSchemaFingerprint(second));
  });

test.run();
