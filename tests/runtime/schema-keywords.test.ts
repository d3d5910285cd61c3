/** What the keywords of JSON Schema accept, where ajv is not asked, and how issues say so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";

const test = suite("JSON Schema: keywords");

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";

/** Whether values are valid, one after the other. */
function verdicts(schema: unknown, values: readonly unknown[]): boolean[] {
  const validate = compileSchema(schema);
  return values.map((value) => validate(value).length === 0);
}

for (const [title, schema, valid, invalid] of [
  ["number", { type: "number" }, [0, -1.5], [Number.NaN, Infinity, "0"]],
  [
    "enum",
    { enum: [1, "a", null, { x: 1 }] },
    [1, "a", null, { x: 1 }],
    [2, "b", { x: 2 }, undefined],
  ],
  [
    "enum, of what a text looks like",
    { enum: [{}, [1], "{}"] },
    [{}, [1], "{}"],
    ["\0{}", "[1]", "'{}", null],
  ],
  ["multipleOf", { multipleOf: 0.5 }, [1, 1.5, -2], [1.2]],
  [
    "multipleOf, of decimals",
    { multipleOf: 0.01 },
    [19.99, 0.07, -0.29, 1e9 + 0.01],
    [19.995, 0.0701, Infinity],
  ],
  [
    "multipleOf, of integers of any size",
    { multipleOf: 10 },
    [10, -20, 1e15],
    [1e15 + 1, 2 ** 53 - 1],
  ],
  [
    "length in code points",
    { minLength: 2, maxLength: 2 },
    ["ab", "😀😀"],
    ["a", "😀", "abc"],
  ],
  ["pattern", { pattern: "^\\p{L}+$" }, ["é"], ["1"]],
  [
    "pattern that is not for Unicode mode",
    { pattern: "^[\\w-\\.]+$" },
    ["a-."],
    ["%"],
  ],
  [
    "required",
    { required: ["a", "toString"] },
    [{ a: 1, toString: 1 }],
    [{ a: 1 }, { a: undefined, toString: 1 }],
  ],
  [
    "__proto__ is a name like any other",
    { additionalProperties: false },
    [{}],
    [JSON.parse('{"__proto__":1}')],
  ],
  [
    "contains",
    { contains: { const: 1 }, maxContains: 2 },
    [[1], [1, 2, 1]],
    [[], [2], [1, 1, 1]],
  ],
  ["minContains 0", { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  [
    "$ref beside keywords",
    { $ref: "#/$defs/a", minLength: 2, $defs: { a: { type: "string" } } },
    ["xx"],
    ["x", 1],
  ],
  [
    "$ref stands alone in draft-07",
    {
      $schema: DRAFT_7,
      $ref: "#/definitions/a",
      minLength: 2,
      definitions: { a: { type: "string" } },
    },
    ["x"],
    [1],
  ],
  [
    "$anchor",
    { $ref: "#here", $defs: { a: { $anchor: "here", type: "string" } } },
    ["x"],
    [1],
  ],
  [
    "$id as a base",
    {
      $id: "https://example.com/root",
      $ref: "item",
      $defs: { a: { $id: "item", type: "string" } },
    },
    ["x"],
    [1],
  ],
  [
    "recursion",
    {
      $ref: "#/$defs/tree",
      $defs: {
        tree: {
          type: "object",
          properties: { next: { $ref: "#/$defs/tree" } },
        },
      },
    },
    [{ next: { next: {} } }],
    [{ next: { next: 1 } }],
  ],
  [
    "$dynamicRef",
    {
      $id: "https://e.com/ints",
      $dynamicAnchor: "t",
      $ref: "list",
      anyOf: [{ type: "integer" }, { type: "array" }],
      $defs: {
        list: {
          $id: "list",
          $dynamicAnchor: "t",
          items: { $dynamicRef: "#t" },
        },
      },
    },
    [[1, [2]]],
    [["a"], [[true]]],
  ],
  [
    "unevaluatedItems",
    { prefixItems: [{}], contains: { const: 9 }, unevaluatedItems: false },
    [[1, 9], [9]],
    [[1, 9, 2]],
  ],
  ["format is a note", { type: "string", format: "email" }, ["no"], []],
] as const) {
  test(title, () => {
    assert.equal(
      verdicts(schema, valid),
      valid.map(() => true),
    );
    assert.equal(
      verdicts(schema, invalid),
      invalid.map(() => false),
    );
  });
}

test("issues say where and what", () => {
  const validate = compileSchema({
    type: "object",
    properties: { a: { type: "array", items: { type: "string" } } },
    required: ["b"],
    additionalProperties: false,
  });
  assert.equal(validate({ a: ["x", 1], c: true }), [
    { path: [], message: 'needs "b"' },
    { path: ["a", 1], message: "must be string" },
    { path: ["c"], message: "is not allowed" },
  ]);
});

test("at most 20 issues are listed", () => {
  const validate = compileSchema({ items: { type: "string" } });
  assert.is(validate(Array(1_000).fill(1)).length, 20);
});

test.run();
