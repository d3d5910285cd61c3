/**
 * Tests of JSON Schema keywords that the comparison with ajv does not cover,
 * and of the messages of validation issues.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { assertThrows } from "../../harness/run/throws.js";

const test = suite("JSON Schema: keywords");

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const TEXT = { type: "string" };
const ONE = { const: 1 };
const ITEM = { $id: "item", ...TEXT };
const INTS = {
  $id: "https://e.com/ints",
  $dynamicAnchor: "t",
  $ref: "list",
  anyOf: [{ type: "integer" }, { type: "array" }],
  $defs: {
    list: { $id: "list", $dynamicAnchor: "t", items: { $dynamicRef: "#t" } },
  },
};
const TREE = {
  $ref: "#/$defs/tree",
  $defs: {
    tree: { type: "object", properties: { next: { $ref: "#/$defs/tree" } } },
  },
};
const KNOWN = { properties: { p: {} }, patternProperties: { "^a": {} } };

/** Test cases: schema, valid values and invalid values. */
const KEYWORDS: readonly (readonly [object, unknown[], unknown[]])[] = [
  [{ type: "number" }, [0, -1.5], [Number.NaN, Infinity, "0"]],
  [
    { enum: [1, null, { x: 1 }] },
    [1, null, { x: 1 }],
    [2, { x: 2 }, undefined],
  ],
  // A string that contains JSON text is not equal to the JSON value that the
  // text represents.
  [{ enum: [{}, [1], "{}"] }, [{}, [1], "{}"], ["\0{}", "[1]", "'{}", null]],
  [{ enum: [{ a: 1, b: 1 }] }, [{ b: 1, a: 1 }], [{ 'a":1,"b': 1 }]],
  [
    { multipleOf: 0.01 },
    [19.99, -0.29, 1e9 + 0.01],
    [19.995, 0.0701, Infinity],
  ],
  [{ multipleOf: 10 }, [10, -20, 1e15], [1e15 + 1, 2 ** 53 - 1]],
  // JSON Schema counts string lengths in code points.
  [{ minLength: 2, maxLength: 2 }, ["ab", "😀😀"], ["a", "😀", "abc"]],
  [{ pattern: "^\\p{L}+$" }, ["é"], ["1"]],
  // This pattern is invalid with the flag `u`, so the validator compiles it
  // without the flag.
  [{ pattern: "^[\\w-\\.]+$" }, ["a-."], ["%"]],
  [{ contains: ONE, maxContains: 2 }, [[1], [1, 2, 1]], [[], [2], [1, 1, 1]]],
  [{ contains: ONE, minContains: 0 }, [[], [2]], []],
  [{ $ref: "#/$defs/a", minLength: 2, $defs: { a: TEXT } }, ["xx"], ["x", 1]],
  // In draft-07, keywords next to `$ref` are ignored.
  [
    { $schema: DRAFT_7, $ref: "#/$defs/a", minLength: 2, $defs: { a: TEXT } },
    ["x"],
    [1],
  ],
  [{ $ref: "#a", $defs: { b: { $anchor: "a", ...TEXT } } }, ["x"], [1]],
  [{ $id: "https://a.b/c", $ref: "item", $defs: { ITEM } }, ["x"], [1]],
  [TREE, [{ next: { next: {} } }], [{ next: { next: 1 } }]],
  [INTS, [[1, [2]]], [["a"], [[true]]]],
  [{ $ref: "#/$defs/a~1b~0c", $defs: { "a/b~c": TEXT } }, ["x"], [1]],
  [{ $ref: "#/$defs/~01", $defs: { "~1": TEXT } }, ["x"], [1]],
  // The fragment of a reference is percent-encoded.
  [{ $ref: "#/$defs/a%20%5E", $defs: { "a ^": TEXT } }, ["x"], [1]],
  [
    { prefixItems: [{}], contains: { const: 9 }, unevaluatedItems: false },
    [[1, 9], [9]],
    [[1, 9, 2]],
  ],
  // Every valid schema of `anyOf` evaluates items, in any order.
  [
    {
      anyOf: [{ prefixItems: [{}, {}] }, { prefixItems: [{}] }],
      unevaluatedItems: false,
    },
    [[1, 2]],
    [[1, 2, 3]],
  ],
  [{ allOf: [{ unevaluatedItems: true }], unevaluatedItems: false }, [[1]], []],
  // For `$dynamicRef`, a schema is in scope only while it is applied.
  [
    {
      prefixItems: [{ $ref: "text" }, { $ref: "list" }],
      $defs: {
        text: { $id: "text", $dynamicAnchor: "t", ...TEXT },
        list: {
          $id: "list",
          $dynamicAnchor: "t",
          type: "array",
          items: { $dynamicRef: "#t" },
        },
      },
    },
    [["x", [[]]]],
    [["x", ["x"]]],
  ],
  // The keyword `format` is an annotation, so no value is invalid.
  [{ type: "string", format: "email" }, ["no"], []],
];

/**
 * Two references to the same schema inside a schema with an `$id`. For
 * `$dynamicRef`, both add the schema with the `$id` to the dynamic scope.
 */
const SCOPES = ["ints#/$defs/go", "#/$defs/ints/$defs/go"].map(($ref) => [
  {
    $ref,
    $id: "https://e.com/root",
    $defs: {
      ints: {
        $id: "ints",
        $dynamicAnchor: "t",
        type: "integer",
        $defs: { go: { $ref: "list" } },
      },
      list: { $id: "list", $dynamicAnchor: "t", items: { $dynamicRef: "#t" } },
    },
  },
  [[1]],
  [["a"]],
]) as unknown as typeof KEYWORDS;

const MADE = JSON.parse('{"__proto__":1}') as object;

/**
 * Schemas of object members. Undefined members and inherited members are
 * treated as absent.
 */
const MEMBERS: readonly (readonly [object, unknown[], unknown[]])[] = [
  [{ additionalProperties: false }, [{}, { q: undefined }], [{ q: 1 }, MADE]],
  [
    { required: ["a", "toString"] },
    [{ a: 1, toString: null }, 1],
    [{ a: 1 }, { a: undefined, toString: 1 }, Object.create({ a: 1 })],
  ],
  [
    { patternProperties: { "^a": TEXT, z$: { minLength: 2 } } },
    [{ z: 1 }, { az: "xy" }, { a: undefined }],
    [{ az: "x" }, { b: 1, a: 1 }],
  ],
  [
    { ...KNOWN, additionalProperties: TEXT },
    [{ p: 1 }, { a: 1 }, { c: "x" }, { c: undefined }],
    [{ c: 1 }, { p: 1, c: 1 }],
  ],
  [{ ...KNOWN, unevaluatedProperties: false }, [{ p: 1, a: 1 }], [{ b: 1 }]],
  [
    { additionalProperties: true, unevaluatedProperties: false },
    [{ b: 1 }],
    [],
  ],
  [
    {
      anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }],
    [{ c: 1 }],
  ],
  // The keyword `if` evaluates properties only if its schema is valid.
  [
    {
      if: { properties: { a: {}, b: {} }, required: ["b"] },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false },
    [{ a: 1 }],
    [],
  ],
  [{ const: { a: 1 } }, [{ a: 1, b: undefined }], [{ b: undefined }]],
  // Without a report of issues, a later valid check of the same property does
  // not replace an earlier failure.
  [
    { not: { properties: { p: TEXT }, patternProperties: { "^p": {} } } },
    [{ p: 1 }],
    [{ p: "x" }],
  ],
  [
    { dependentRequired: { a: ["b", "c"] } },
    [{}, { b: 1 }, { a: 1, b: 1, c: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }, { a: 1, c: 1 }],
  ],
  [
    { dependentSchemas: { a: { maxProperties: 1 } } },
    [{ a: 1 }, { b: 1, c: 1 }],
    [{ a: 1, b: 1 }],
  ],
];

const ID = "https://a.example/name";
const NUMBER = { $id: ID, $anchor: "n", type: "number" };
const UNUSABLE = { $id: "http://[", $anchor: "x" };

/**
 * Schemas with data, such as the value of `const`, that looks like a schema
 * with an `$id`. The data must not be registered as a schema.
 */
const DATA = [
  { b: { const: NUMBER }, c: { const: UNUSABLE } },
  { b: { default: NUMBER }, c: { default: UNUSABLE } },
  { b: { enum: [NUMBER] } },
  { b: { examples: [NUMBER] } },
].map((properties) => [
  {
    $defs: { name: { $id: ID, $anchor: "n", ...TEXT } },
    properties: { ...properties, a: { $ref: `${ID}#n` } },
  },
  [{ a: "text" }],
  [{ a: 1 }],
]) as unknown as typeof KEYWORDS;

/** Schemas with properties whose names are keywords, such as `const`. */
const NAMED = ["const", "enum", "default", "examples", "$id"].map((name) => [
  { properties: { [name]: { $id: ID, ...TEXT }, other: { $ref: ID } } },
  [{ other: "text" }],
  [{ other: 1 }],
]) as unknown as typeof KEYWORDS;

for (const [schema, valid, invalid] of [
  ...KEYWORDS,
  ...SCOPES,
  ...MEMBERS,
  ...DATA,
  ...NAMED,
])
  test(`the schema ${JSON.stringify(schema)} accepts all valid values and rejects all invalid values`, () => {
    const validate = compileSchema(schema);
    const verdict = (value: unknown): boolean => validate(value).length === 0;
    assert.equal(valid.filter(verdict), valid);
    assert.equal(invalid.filter(verdict), []);
  });

test("in draft-07, an $id with only a fragment does not change the base URI", () => {
  const validate = compileSchema({
    $schema: DRAFT_7,
    $id: "https://a.example/root",
    definitions: {
      name: { $id: "#name", type: "string" },
      inner: { $id: "#inner", properties: { b: { $ref: "#name" } } },
    },
    properties: { a: { $ref: "#name" }, c: { $ref: "root#inner" } },
  });
  assert.is(validate({ a: "text", c: { b: "text" } }).length, 0);
  assert.is(validate({ a: 1 }).length, 1);
  assert.is(validate({ c: { b: 1 } }).length, 1);
});

const ANCHORED = { $anchor: "x", ...TEXT };

for (const keyword of [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
])
  test(`a property name in ${keyword} is not interpreted as a keyword`, () => {
    const named = { [keyword]: { const: ANCHORED } };
    const validate = compileSchema({ ...named, $ref: "#x" });
    assert.is(validate("x").length, 0);
    assert.is(validate(1).length, 1);
  });

for (const keyword of ["const", "enum", "default", "examples"])
  test(`a $ref to a schema inside the value of ${keyword} is refused`, () => {
    const schema = { [keyword]: [ANCHORED], $ref: "#x" };
    assertThrows(() => compileSchema(schema), "is not a part of the schema");
  });

test("a JSON Schema issue contains the path of the invalid value and describes the problem", () => {
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

test("a JSON Schema validator reports at most 20 issues", () => {
  const validate = compileSchema({ items: { type: "string" } });
  assert.is(validate(Array(1_000).fill(1)).length, 20);
});

test("a JSON Schema validator reports missing properties before other issues", () => {
  const wrong = Object.fromEntries(
    Array.from({ length: 30 }, (_, a) => [a, 1]),
  );
  const validate = compileSchema({
    properties: {
      o: { required: ["x", "y"], additionalProperties: { type: "string" } },
    },
  });
  const issues = validate({ o: wrong });
  assert.equal(issues.slice(0, 3), [
    { path: ["o"], message: 'needs "x"' },
    { path: ["o"], message: 'needs "y"' },
    { path: ["o", "0"], message: "must be string" },
  ]);
  assert.is(issues.length, 20);
});

test.run();
