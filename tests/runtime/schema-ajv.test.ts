/** Our JSON Schema validator against ajv, on schemas that are grown. */
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";
import { random } from "../support/mutations.js";
import { WHOLE } from "../support/whole.js";

const test = suite("JSON Schema: against ajv");

const SCHEMAS = WHOLE ? 600 : 150;
const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";

interface Ajv {
  compile(schema: object): (value: unknown) => boolean;
}

type AjvClass = new (options: object) => Ajv;

const require = createRequire(import.meta.url);

const AJV: Record<string, AjvClass> = {
  [DRAFT_7]: (require("ajv") as { default: AjvClass }).default,
  [DRAFT_2020]: (require("ajv/dist/2020.js") as { default: AjvClass }).default,
};

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
  test(`ajv says the same of grown schemas: ${dialect}`, () => {
    const below = random(dialect.length);
    const ajv = new (AJV[dialect] as AjvClass)({
      strict: false,
      logger: false,
    });
    let compared = 0;
    for (let count = 0; count < SCHEMAS; count++) {
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
    assert.ok(compared > SCHEMAS * 25, `${compared} compared`);
  });
}

test.run();
