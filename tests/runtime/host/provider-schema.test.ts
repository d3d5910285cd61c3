/** Input schemas without what providers of models refuse. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lintTools } from "../../../generator/lint-tools/lint.js";
import { PROVIDERS } from "../../../generator/lint-tools/providers.js";
import { providerSchema } from "../../../runtime/host/provider-schema.js";

const schemas = suite("host: schemas for providers");

const string = { type: "string" };
const number = { type: "number" };
const text = { type: "object", properties: { t: string }, required: ["t"] };

/** An argument's schema, and what providers are given. */
const CASES: readonly [about: string, schema: unknown, made: object][] = [
  [
    "what all take",
    { ...string, minLength: 1, description: "d" },
    { ...string, minLength: 1, description: "d" },
  ],
  [
    "what some do not know",
    { ...string, $comment: "c", "x-y": 1, format: "uri" },
    string,
  ],
  [
    "a format that all know",
    { ...string, format: "date-time" },
    { ...string, format: "date-time" },
  ],
  ["a constant", { const: "x" }, { ...string, enum: ["x"] }],
  ["words, or null", { enum: ["a", null] }, { ...string, enum: ["a"] }],
  ["numbers to choose from", { ...number, enum: [1, 2] }, number],
  ["null, too", { type: ["string", "null"] }, string],
  [
    "null, in another way",
    { anyOf: [string, { type: "null" }], description: "d" },
    { ...string, description: "d" },
  ],
  [
    "several types",
    { type: ["string", "number"], title: "t" },
    {
      anyOf: [
        { ...string, title: "t" },
        { ...number, title: "t" },
      ],
    },
  ],
  [
    "one of",
    { oneOf: [string, number], description: "d" },
    {
      anyOf: [
        { ...string, description: "d" },
        { ...number, description: "d" },
      ],
    },
  ],
  [
    "all of",
    { allOf: [text, { properties: { n: number }, required: ["n"] }] },
    {
      type: "object",
      properties: { t: string, n: number },
      required: ["n", "t"],
    },
  ],
  ["an array of anything", { type: "array" }, { type: "array", items: {} }],
  [
    "a tuple",
    { type: "array", prefixItems: [string, number] },
    { type: "array", items: { anyOf: [string, number] } },
  ],
  ["true", true, {}],
  [
    "a reference",
    { $ref: "#/$defs/text", description: "d" },
    { ...text, description: "d" },
  ],
  ["a reference to nothing", { $ref: "#/$defs/x" }, {}],
  [
    "what holds itself",
    { $ref: "#/$defs/list" },
    { type: "object", properties: { next: {} }, required: [] },
  ],
];
const $defs = {
  text,
  list: { type: "object", properties: { next: { $ref: "#/$defs/list" } } },
};
for (const [about, schema, made] of CASES)
  schemas(about, () => {
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

schemas("ways at the top are one object", () => {
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

schemas("references that multiply, and ways that do, have an end", () => {
  const doubled = (next: number) => ({ $ref: `#/$defs/${next}` });
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const both = { a: doubled(index + 1), b: doubled(index + 1) };
      return [index, { type: "object", properties: both }];
    }),
  );
  const ways = Array.from({ length: 40 }, () => ({ anyOf: [string, number] }));
  for (const x of [doubled(0), { allOf: ways }]) {
    const schema = { type: "object", properties: { x }, $defs: chain };
    const { length } = JSON.stringify(providerSchema(schema));
    assert.ok(length < 100_000, `${length}`);
  }
});

schemas.run();
