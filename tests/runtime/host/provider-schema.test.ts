/**
 * Tests of the conversion of input schemas for model providers. The conversion
 * removes keywords that providers reject.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lintTools } from "../../../generator/lint-tools/lint.js";
import { PROVIDERS } from "../../../generator/lint-tools/providers.js";
import { providerSchema } from "../../../runtime/host/provider-schema.js";

const test = suite("host: provider schemas");

const string = { type: "string" };
const number = { type: "number" };
const text = { type: "object", properties: { t: string }, required: ["t"] };

/**
 * Test cases: title, schema of a tool argument, and the schema after the
 * conversion.
 */
const CASES: readonly [about: string, schema: unknown, made: object][] = [
  [
    "a schema that all providers accept",
    { ...string, minLength: 1, description: "d" },
    { ...string, minLength: 1, description: "d" },
  ],
  [
    "all limits of a string",
    { ...string, title: "t", default: "d", pattern: "^a", maxLength: 2 },
    { ...string, title: "t", default: "d", pattern: "^a", maxLength: 2 },
  ],
  [
    "all limits of numbers and arrays",
    {
      type: "array",
      items: { ...number, minimum: 1, maximum: 2 },
      minItems: 1,
      maxItems: 2,
    },
    {
      type: "array",
      items: { ...number, minimum: 1, maximum: 2 },
      minItems: 1,
      maxItems: 2,
    },
  ],
  [
    "keywords that some providers lack",
    { ...string, $comment: "c", "x-y": 1, format: "uri" },
    string,
  ],
  [
    "a format that all providers accept",
    { ...string, format: "date-time" },
    { ...string, format: "date-time" },
  ],
  ["the keyword const", { const: "x" }, { ...string, enum: ["x"] }],
  [
    "an enum of strings and null",
    { enum: ["a", null] },
    { ...string, enum: ["a"] },
  ],
  ["an enum of a string and a number", { enum: ["a", 1] }, {}],
  ["an enum of numbers", { ...number, enum: [1, 2] }, number],
  ["a nullable type", { type: ["string", "null"] }, string],
  [
    "a nullable anyOf",
    { anyOf: [string, { type: "null" }], description: "d" },
    { ...string, description: "d" },
  ],
  [
    "a list of types",
    { type: ["string", "number"], title: "t" },
    {
      anyOf: [
        { ...string, title: "t" },
        { ...number, title: "t" },
      ],
    },
  ],
  [
    "the keyword oneOf",
    { oneOf: [string, number], description: "d" },
    {
      anyOf: [
        { ...string, description: "d" },
        { ...number, description: "d" },
      ],
    },
  ],
  [
    "the keyword allOf",
    { allOf: [text, { properties: { n: number }, required: ["n"] }] },
    {
      type: "object",
      properties: { t: string, n: number },
      required: ["n", "t"],
    },
  ],
  ["an array without items", { type: "array" }, { type: "array", items: {} }],
  [
    "a tuple",
    { type: "array", prefixItems: [string, number] },
    { type: "array", items: { anyOf: [string, number] } },
  ],
  ["the schema true", true, {}],
  [
    "a $ref",
    { $ref: "#/$defs/text", description: "d" },
    { ...text, description: "d" },
  ],
  ["a $ref without a target", { $ref: "#/$defs/x" }, {}],
  [
    "a recursive $ref",
    { $ref: "#/$defs/list" },
    { type: "object", properties: { next: {} }, required: [] },
  ],
];
const $defs = {
  text,
  list: { type: "object", properties: { next: { $ref: "#/$defs/list" } } },
};
for (const [about, schema, made] of CASES)
  test(`\`providerSchema\` converts ${about}`, () => {
    const whole = { type: "object", properties: { x: schema }, $defs };
    const expected = { type: "object", properties: { x: made }, required: [] };
    assert.equal(providerSchema(whole), expected);
    const description = "d";
    const tool = { name: "t", description, inputSchema: expected };
    const errors = lintTools([tool], PROVIDERS).filter(
      ({ severity }) => severity === "error",
    );
    assert.equal(errors, []);
  });

test("`providerSchema` merges the alternatives of a top-level anyOf into one object schema", () => {
  const whole = {
    type: "object",
    description: "d",
    properties: { c: string },
    required: ["c"],
    anyOf: [
      { properties: { a: string }, required: ["a"] },
      { properties: { b: number }, required: ["b"] },
    ],
  };
  assert.equal(providerSchema(whole), {
    description: "d",
    type: "object",
    properties: { a: string, c: string, b: number },
    required: ["c"],
  });
  assert.equal(providerSchema(undefined), { type: "object" });
});

test("`providerSchema` limits the size of its output for a schema that doubles at each level", () => {
  const doubled = (next: number) => ({ $ref: `#/$defs/${next}` });
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const both = { a: doubled(index + 1), b: doubled(index + 1) };
      return [index, { type: "object", properties: both }];
    }),
  );
  const ways = Array.from({ length: 40 }, () => ({
    anyOf: [string, number],
  }));
  const convert = (x: object) =>
    providerSchema({ type: "object", properties: { x }, $defs: chain });
  const { length } = JSON.stringify(convert(doubled(0)));
  assert.ok(length < 100_000, `the schema has ${length} characters`);
  // This schema has too many subschemas, so the conversion keeps only the first
  // alternative of each `anyOf`.
  assert.equal(convert({ allOf: ways })["properties"], { x: string });
});

test.run();
