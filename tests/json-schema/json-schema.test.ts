/**
 * The JSON Schema that we emit is upstream's schema.json, but for the rows of
 * the ledger and `deprecated`.
 */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitJsonSchema } from "../../generator/emit/json-schema/schema.js";
import type { JsonSchema } from "../../generator/emit/json-schema/annotations.js";
import {
  canonicalJsonSchema,
  jsonSchemaFingerprint,
} from "../../generator/model/identity/json-schema-fingerprint.js";
import { bundledModel, contextOf, textOf } from "../support/models.js";
import { LEDGER, ledgerOf, undoLedger, withoutDeprecated } from "./ledger.js";
import { PROVEN } from "../support/whole.js";

interface Pins {
  readonly revisions: Record<string, { readonly schemaJson: string }>;
}

const pins = JSON.parse(
  readFileSync(
    new URL("../../../schema/revisions.json", import.meta.url),
    "utf8",
  ),
) as Pins;

const emitted = suite("json-schema: emitted");

for (const revision of PROVEN) {
  const text = textOf(emitJsonSchema(contextOf(bundledModel(revision))));
  const document = JSON.parse(text) as JsonSchema;

  emitted(`${revision} is upstream's schema.json but for the ledger`, () => {
    const undone = undoLedger(withoutDeprecated(document), ledgerOf(revision));
    assert.is(
      jsonSchemaFingerprint(undone),
      pins.revisions[revision]?.schemaJson,
    );
  });

  emitted(`${revision} without one row of the ledger is not`, () => {
    for (const row of ledgerOf(revision)) {
      const others = ledgerOf(revision).filter((other) => other !== row);
      const undone = undoLedger(withoutDeprecated(document), others);
      assert.is.not(
        jsonSchemaFingerprint(undone),
        pins.revisions[revision]?.schemaJson,
      );
    }
  });
}

emitted("deprecations are carried", () => {
  const { $defs } = JSON.parse(
    textOf(emitJsonSchema(contextOf(bundledModel("2026-07-28")))),
  ) as { $defs: Record<string, { deprecated?: boolean }> };
  assert.is($defs["Root"]?.deprecated, true);
  assert.is($defs["Tool"]?.deprecated, undefined);
});

emitted("a row that is not true is an error", () => {
  const [row] = LEDGER;
  assert.ok(row);
  assert.throws(
    () => undoLedger({ definitions: {} }, [row]),
    /The ledger's row of .* is not true/,
  );
});

emitted.run();

const canonical = suite("json-schema: fingerprint");

const EQUAL: readonly (readonly [string, unknown, unknown])[] = [
  ["prose", { type: "string", description: "a" }, { type: "string" }],
  ["key order", { type: "array", items: {} }, { items: {}, type: "array" }],
  ["required", { required: ["b", "a"] }, { required: ["a", "b"] }],
  ["enum", { enum: [1, "a"] }, { enum: ["a", 1] }],
  ["type", { type: ["null", "string"] }, { type: ["string", "null"] }],
  [
    "anyOf",
    { anyOf: [{ type: "null" }, { $ref: "#/a", title: "A" }] },
    { anyOf: [{ $ref: "#/a" }, { type: "null" }] },
  ],
];

const DIFFERENT: readonly (readonly [string, unknown, unknown])[] = [
  ["a type", { type: "string" }, { type: "number" }],
  [
    "a property called description",
    { properties: { description: { type: "string" } } },
    { properties: {} },
  ],
  [
    "a definition called title",
    { $defs: { title: {} } },
    { $defs: { title: { type: "null" } } },
  ],
  [
    "a property called __proto__",
    JSON.parse('{"properties":{"__proto__":{"type":"null"}}}'),
    { properties: {} },
  ],
  ["the order of prefixItems", { items: [{}, true] }, { items: [true, {}] }],
  ["a default's title", { default: { title: 1 } }, { default: {} }],
  ["deprecated", { deprecated: true }, {}],
];

for (const [name, a, b] of EQUAL) {
  canonical(`${name} makes no difference`, () => {
    assert.equal(canonicalJsonSchema(a), canonicalJsonSchema(b));
    assert.is(jsonSchemaFingerprint(a), jsonSchemaFingerprint(b));
  });
}

for (const [name, a, b] of DIFFERENT) {
  canonical(`${name} makes a difference`, () => {
    assert.is.not(jsonSchemaFingerprint(a), jsonSchemaFingerprint(b));
  });
}

canonical.run();
