/** Which members of an object a rule of JSON Schema is about. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";

const test = suite("JSON Schema: members of objects");

const TEXT = { type: "string" };

for (const [what, schema, valid, invalid] of [
  [
    "patterns are for names that they match",
    { patternProperties: { "^a": TEXT, z$: { minLength: 2 } } },
    [{ b: 1 }, { a: "x" }, { z: 1 }, { az: "xy" }, { a: undefined }],
    [{ a: 1 }, { az: "x" }, { b: 1, a: 1 }],
  ],
  [
    "all others are for additionalProperties",
    {
      properties: { p: {} },
      patternProperties: { "^a": {} },
      additionalProperties: TEXT,
    },
    [{ p: 1 }, { a: 1 }, { c: "x" }, { c: undefined }],
    [{ c: 1 }, { p: 1, c: 1 }],
  ],
  [
    "none are, when it is false",
    { properties: { p: TEXT }, additionalProperties: false },
    [{}, { p: "x" }, { p: "x", q: undefined }],
    [{ q: 1 }, { p: 1 }],
  ],
  [
    "what neither knows is unevaluated",
    {
      properties: { p: {} },
      patternProperties: { "^a": {} },
      unevaluatedProperties: false,
    },
    [{ p: 1, a: 1 }],
    [{ b: 1 }],
  ],
  [
    "what additionalProperties looked at is not",
    { additionalProperties: true, unevaluatedProperties: false },
    [{ b: 1 }],
    [],
  ],
  [
    "what is required is there",
    { required: ["a"] },
    [{ a: null }, 1],
    [{}, { a: undefined }, Object.create({ a: 1 })],
  ],
  [
    "what a member needs is there with it",
    { dependentRequired: { a: ["b", "c"] } },
    [{}, { b: 1 }, { a: 1, b: 1, c: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }, { a: 1, c: 1 }],
  ],
  [
    "and what it asks of the whole holds",
    { dependentSchemas: { a: { maxProperties: 1 } } },
    [{ a: 1 }, { b: 1, c: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    "names",
    { propertyNames: { maxLength: 2 } },
    [{}, { ab: 1 }],
    [{ abc: 1 }, { ab: 1, abc: 1 }],
  ],
  [
    "as many as may be, and have to be",
    { minProperties: 1, maxProperties: 2 },
    [{ a: 1 }, { a: 1, b: 1 }, []],
    [{}, { a: 1, b: 1, c: 1 }],
  ],
] as const)
  test(what, () => {
    const validate = compileSchema(schema);
    const verdict = (value: unknown): boolean => validate(value).length === 0;
    for (const value of valid) assert.ok(verdict(value), JSON.stringify(value));
    for (const value of invalid)
      assert.not(verdict(value), JSON.stringify(value));
  });

test.run();
