/** Tests of references to the metaschemas, and of custom dialects. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { compileUntrustedSchema } from "../../../runtime/json-schema/untrusted-schema.js";
import { DRAFT_7 } from "../../harness/models/ajv.js";

const test = suite("JSON Schema: dialects");

const LATEST = "https://json-schema.org/draft/2020-12";
const OWN_DIALECT = "https://e.com/dialect";

/** Returns a schema with a dialect that consists of the given vocabularies. */
const composed = (vocabularies: object, schema: object): object => ({
  $schema: OWN_DIALECT,
  ...schema,
  $defs: {
    [OWN_DIALECT]: { $id: OWN_DIALECT, $vocabulary: vocabularies },
  },
});

const SOUND = [
  true,
  {},
  { items: { type: ["string", "null"] } },
  { $defs: {} },
];
const UNSOUND = [
  1,
  { type: "text" },
  { type: [] },
  { properties: { a: { minLength: -1 } } },
  { allOf: [] },
  { required: [1] },
  { not: { enum: 1 } },
  { multipleOf: 0 },
  { dependencies: { a: [1] } },
];

/**
 * Test cases: a schema that uses a metaschema or a custom dialect, its valid
 * values, and its invalid values.
 */
const DIALECTS: readonly (readonly [object, unknown[], unknown[]])[] = [
  [
    { $ref: `${LATEST}/schema` },
    [...SOUND, { prefixItems: [true] }, { additionalItems: 1 }],
    [
      ...UNSOUND,
      { items: [true] },
      { $defs: { a: { minContains: -1 } } },
      { $anchor: "1" },
      { $id: "a#b" },
      { unevaluatedItems: 1 },
      { dependentRequired: { a: [1] } },
    ],
  ],
  [
    { $ref: "http://json-schema.org/draft-07/schema#" },
    [...SOUND, { items: [true] }, { prefixItems: 1, unevaluatedItems: 1 }],
    [...UNSOUND, { items: 1 }, { additionalItems: 1 }],
  ],
  [
    { $schema: DRAFT_7, items: { $ref: DRAFT_7 } },
    [[{ items: [true] }]],
    [[{ items: 1 }], [{ properties: { a: 1 } }]],
  ],
  // This schema has the dynamic anchor of the metaschema. Therefore the
  // references inside the metaschema lead to this schema.
  [
    {
      $id: "https://e.com/described",
      $dynamicAnchor: "meta",
      $ref: `${LATEST}/schema`,
      required: ["description"],
    },
    [{ description: "", items: { description: "" } }],
    [{ description: "", items: {} }, {}],
  ],
  [
    composed(
      { [`${LATEST}/vocab/core`]: true, [`${LATEST}/vocab/applicator`]: true },
      { properties: { a: false, b: { type: "string" } }, minProperties: 2 },
    ),
    [{}, { b: 1 }],
    [{ a: 1 }],
  ],
  [
    composed(
      { [`${LATEST}/vocab/validation`]: true, "https://e.com/other": false },
      {
        properties: { a: false },
        additionalProperties: false,
        unevaluatedProperties: false,
        required: ["a"],
      },
    ),
    [{ a: 1, b: 1 }],
    [{}],
  ],
];

for (const [schema, valid, invalid] of DIALECTS)
  for (const compile of [compileSchema, compileUntrustedSchema])
    test(`${compile.name}: the schema ${JSON.stringify(schema)} accepts all valid values and rejects all invalid values`, () => {
      const validate = compile(schema);
      const verdict = (value: unknown): boolean => validate(value).length === 0;
      assert.equal(valid.filter(verdict), valid);
      assert.equal(invalid.filter(verdict), []);
    });

test.run();
