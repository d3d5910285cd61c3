/** Our JSON Schema validator, by cases and against ajv. */
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";

const test = suite("JSON Schema");

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";

/** Whether values are valid, one after the other. */
function verdicts(schema: unknown, values: readonly unknown[]): boolean[] {
  const validate = compileSchema(schema);
  return values.map((value) => validate(value).length === 0);
}

for (const [title, schema, valid, invalid] of [
  ["true", true, [1, null], []],
  ["false", false, [], [1, null]],
  ["type", { type: ["integer", "null"] }, [1, 1.0, null], [1.5, "1", [], {}]],
  ["number", { type: "number" }, [0, -1.5], [Number.NaN, Infinity, "0"]],
  [
    "const",
    { const: { a: [1, { b: null }] } },
    [{ a: [1, { b: null }] }],
    [{ a: [1] }, { a: [1, { b: null }], c: 1 }, []],
  ],
  [
    "enum",
    { enum: [1, "a", null, { x: 1 }] },
    [1, "a", null, { x: 1 }],
    [2, "b", { x: 2 }, undefined],
  ],
  ["bounds", { minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, "x"], [0.9, 3]],
  ["multipleOf", { multipleOf: 0.5 }, [1, 1.5, -2], [1.2]],
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
    "additionalProperties",
    {
      properties: { a: {} },
      patternProperties: { "^x": {} },
      additionalProperties: false,
    },
    [{ a: 1, x1: 2 }, {}],
    [{ b: 1 }],
  ],
  [
    "__proto__ is a name like any other",
    { additionalProperties: false },
    [{}],
    [JSON.parse('{"__proto__":1}')],
  ],
  [
    "propertyNames",
    { propertyNames: { maxLength: 1 } },
    [{ a: 1 }],
    [{ ab: 1 }],
  ],
  [
    "dependentRequired",
    { dependentRequired: { a: ["b"] } },
    [{ b: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    "dependencies",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    [{ a: 1, b: 1 }],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    "items and prefixItems",
    { prefixItems: [{ type: "string" }], items: { type: "number" } },
    [["a", 1, 2], []],
    [[1], ["a", "b"]],
  ],
  [
    "items of draft-07",
    { $schema: DRAFT_7, items: [{ type: "string" }], additionalItems: false },
    [["a"], []],
    [["a", 1]],
  ],
  [
    "contains",
    { contains: { const: 1 }, maxContains: 2 },
    [[1], [1, 2, 1]],
    [[], [2], [1, 1, 1]],
  ],
  ["minContains 0", { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  [
    "uniqueItems",
    { uniqueItems: true },
    [[1, "1", null, { a: 1, b: 2 }]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [
    "allOf, anyOf, oneOf, not",
    {
      allOf: [{ minimum: 0 }],
      anyOf: [{ type: "integer" }, { maximum: 1 }],
      oneOf: [{ const: 0.5 }, { minimum: 0.2 }],
      not: { const: 7 },
    },
    [1, 3],
    [-1, 1.5, 0.5, 7],
  ],
  [
    "if, then, else",
    {
      if: { type: "string" },
      then: { minLength: 2 },
      else: { type: "number" },
    },
    ["ab", 1],
    ["a", true],
  ],
  [
    "$ref and $defs",
    { $ref: "#/$defs/a~1b", $defs: { "a/b": { type: "string" } } },
    ["x"],
    [1],
  ],
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
    "unevaluatedProperties",
    {
      anyOf: [
        { properties: { a: {} }, required: ["a"] },
        { properties: { b: {} } },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }, { b: 1 }],
    [{ a: 1, c: 1 }],
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

for (const [title, schema, problem] of [
  [
    "another dialect",
    { $schema: "http://json-schema.org/draft-04/schema#" },
    "The dialect http://json-schema.org/draft-04/schema# is not supported; 2020-12 and draft-07 are",
  ],
  [
    "a network reference",
    { $ref: "https://example.com/x.json" },
    "The reference https://example.com/x.json leads to nothing within the schema",
  ],
  [
    "a reference to nothing",
    { $ref: "#/$defs/none" },
    "The reference #/$defs/none leads to nothing within the schema",
  ],
  [
    "a reference to a prototype",
    { $ref: "#/constructor" },
    "The reference #/constructor leads to nothing within the schema",
  ],
  ["an unknown type", { type: "text" }, "Not a type: text"],
  ["a type of Object.prototype", { type: "toString" }, "Not a type: toString"],
  ["a broken pattern", { pattern: "(" }, "Not a regular expression: ("],
  [
    "a number as a schema",
    { properties: { a: 1 } },
    "A schema must be an object, true or false",
  ],
  [
    "required that is no list",
    { required: "a" },
    "required must be an array of strings",
  ],
  [
    "a negative length",
    { minLength: -1 },
    "minLength must be an integer that is not negative",
  ],
  ["a bound that is text", { minimum: "1" }, "minimum must be a number"],
  ["an empty allOf", { allOf: [] }, "allOf must be an array of schemas"],
] as const) {
  test(`refused: ${title}`, () => {
    assert.throws(
      () => compileSchema(schema),
      (error: Error) =>
        error.name === "SchemaError" && error.message === problem,
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

test("depth is bounded", () => {
  const validate = compileSchema({
    $ref: "#/$defs/a",
    $defs: { a: { items: { $ref: "#/$defs/a" } } },
  });
  let deep: unknown = [];
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const [issue] = validate(deep);
  assert.is(issue?.message, "is nested too deeply");
});

test("a reference that leads to itself is not followed for ever", () => {
  const validate = compileSchema({ $ref: "#" });
  assert.is(validate(1)[0]?.message, "is nested too deeply");
});

test("work is bounded", () => {
  const doubled = (name: string): object => ({
    anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const $defs: Record<string, object> = { a0: { const: "never" } };
  for (let level = 1; level <= 40; level++)
    $defs[`a${level}`] = doubled(`a${level - 1}`);
  assert.ok(compileSchema({ $ref: "#/$defs/a40", $defs })(1).length > 0);
});

test("a schema of too many parts is refused", () => {
  const allOf = Array.from({ length: 10_001 }, (_, index) => ({
    minimum: index,
  }));
  assert.throws(() => compileSchema({ allOf }), "at most 10000 parts");
});

interface Ajv {
  compile(schema: object): (value: unknown) => boolean;
}
type AjvClass = new (options: object) => Ajv;
const require = createRequire(import.meta.url);
const AJV: Record<string, AjvClass> = {
  [DRAFT_7]: (require("ajv") as { default: AjvClass }).default,
  [DRAFT_2020]: (require("ajv/dist/2020.js") as { default: AjvClass }).default,
};

/** A sequence of numbers that is the same in every run (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  3,
  10,
  "",
  "a",
  "ab",
  "abc",
  "😀",
  [],
  [1],
  [1, 1],
  ["a", 1],
  [[1], [1]],
  [{ a: 1 }, { a: 1 }],
  {},
  { a: 1 },
  { a: "x", b: 2 },
  { b: [1, 2] },
  { a: { a: 1 } },
  { a: 1, b: "b", c: null },
];

const LEAVES = [
  true,
  false,
  {},
  { type: "string" },
  { type: "integer" },
  { const: 1 },
  { enum: ["a", 1, null] },
  { type: ["object", "null"] },
  { minimum: 1 },
  { maxLength: 1 },
  { pattern: "^a" },
  { $ref: "#/$defs/x" },
];

/**
 * Keywords whose reading ajv shares with the specification: it does not count
 * what `contains` found, and counts what a failed `dependentSchemas` did.
 */
const BOTH =
  "type properties required additionalProperties patternProperties items allOf anyOf oneOf not if minItems maxItems uniqueItems minProperties propertyNames minimum multipleOf".split(
    " ",
  );
const ONLY_7 = ["tuple", "dependencies"];
const ONLY_2020 =
  "prefixItems dependentRequired unevaluatedProperties $ref".split(" ");

function grow(
  depth: number,
  below: (n: number) => number,
  draft7: boolean,
): unknown {
  if (depth === 0) return LEAVES[below(LEAVES.length)];
  const sub = (): unknown => grow(depth - 1, below, draft7);
  const keywords = [...BOTH, ...(draft7 ? ONLY_7 : ONLY_2020)];
  const schema: Record<string, unknown> = {};
  for (let count = 1 + below(3); count > 0; count--) {
    const keyword = keywords[below(keywords.length)] as string;
    switch (keyword) {
      case "type":
        schema.type = [
          "string",
          "number",
          "integer",
          "object",
          "array",
          "boolean",
          "null",
        ][below(7)];
        break;
      case "properties":
        schema.properties = { a: sub(), b: sub() };
        break;
      case "required":
        schema.required = [["a", "b"][below(2)]];
        break;
      case "patternProperties":
        schema.patternProperties = { "^[ab]$": sub() };
        break;
      case "tuple":
        schema.items = [sub(), sub()];
        if (below(2)) schema.additionalItems = sub();
        break;
      case "prefixItems":
      case "allOf":
      case "anyOf":
      case "oneOf":
        schema[keyword] = [sub(), sub()];
        break;
      case "if":
        Object.assign(schema, { if: sub(), then: sub(), else: sub() });
        break;
      case "minItems":
      case "maxItems":
      case "minProperties":
      case "minimum":
        schema[keyword] = below(3);
        break;
      case "multipleOf":
        schema.multipleOf = [1, 2, 0.5][below(3)];
        break;
      case "uniqueItems":
        schema.uniqueItems = true;
        break;
      case "dependentRequired":
        schema.dependentRequired = { a: ["b"] };
        break;
      case "dependencies":
        schema.dependencies = { a: ["b"], b: sub() };
        break;
      case "$ref":
        schema.$ref = "#/$defs/x";
        break;
      default:
        schema[keyword] = sub();
    }
  }
  return schema;
}

for (const dialect of [DRAFT_7, DRAFT_2020]) {
  test(`ajv says the same of 600 schemas: ${dialect}`, () => {
    const below = random(dialect.length);
    const ajv = new (AJV[dialect] as AjvClass)({
      strict: false,
      logger: false,
    });
    let compared = 0;
    for (let count = 0; count < 600; count++) {
      const grown = grow(3, below, dialect === DRAFT_7) as object;
      const schema = {
        $schema: dialect,
        ...grown,
        $defs: { x: LEAVES[below(LEAVES.length - 1)] },
      };
      const theirs = ajv.compile(schema);
      const ours = compileSchema(schema);
      for (const value of VALUES) {
        let expected: boolean;
        try {
          expected = theirs(value);
        } catch {
          continue; // ajv's own code fails on some unevaluatedProperties
        }
        compared += 1;
        const got = ours(value).length === 0;
        if (got !== expected) {
          assert.unreachable(
            `${JSON.stringify(schema)} and ${JSON.stringify(value)}: ajv ${expected}, ours ${got}`,
          );
        }
      }
    }
    assert.ok(compared > 15_000, `${compared} compared`);
  });
}

test.run();
