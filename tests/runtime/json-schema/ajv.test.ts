/**
 * Compares the runtime's JSON Schema validator with the library ajv, on random
 * schemas and on the schemas of tools.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { SCHEMAS as TOOLS } from "../../../bench/schemas/cases.js";
import { compileUntrustedSchema } from "../../../runtime/json-schema/untrusted-schema.js";
import { createAjv, DRAFT_2020, DRAFT_7 } from "../../harness/models/ajv.js";
import { mutate, random } from "../../harness/models/mutations.js";
import { WHOLE } from "../../harness/run/sampling.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("JSON Schema: against ajv");

const SCHEMAS = WHOLE ? 600 : 150;
const CHANGES = WHOLE ? 2000 : 200;
const SCALARS = [null, true, false, 0, 1, -1, 1.5, 3, 10];
const TEXTS = ["", "a", "ab", "abc", "😀"];
const LISTS = [[], [1], [1, 1], ["a", 1], [[1], [1]], [{ a: 1 }, { a: 1 }]];
const SMALL = [{}, { a: 1 }, { a: "x", b: 2 }, { b: [1, 2] }];
const LARGE = [{ a: { a: 1 } }, { a: 1, b: "b", c: null }];
const VALUES = [...SCALARS, ...TEXTS, ...LISTS, ...SMALL, ...LARGE];

const X = { $ref: "#/$defs/x" };
const PLAIN = [true, false, {}, { type: "string" }, { type: "integer" }];
const ENUMS = [{ const: 1 }, { enum: ["a", 1, null] }];
const BOUNDS = [{ minimum: 1 }, { maxLength: 1 }, { pattern: "^a" }];
const LEAVES = [...PLAIN, ...ENUMS, { type: ["object", "null"] }, ...BOUNDS, X];

type Below = (n: number) => number;
type Sub = () => unknown;

/** Generators of random schemas, by keyword. */
const GROWN: Record<string, (sub: Sub, below: Below) => object> = {
  type: (_, below) => ({ type: TYPES[below(TYPES.length)] }),
  properties: (sub) => ({ properties: { a: sub(), b: sub() } }),
  required: (_, below) => ({ required: [["a", "b"][below(2)]] }),
  patternProperties: (sub) => ({ patternProperties: { "^[ab]$": sub() } }),
  tuple: (sub) => ({ items: [sub(), sub()] }),
  longTuple: (sub) => ({ items: [sub(), sub()], additionalItems: sub() }),
  if: (sub) => ({ if: sub(), then: sub(), else: sub() }),
  multipleOf: (_, below) => ({ multipleOf: [1, 2, 0.5][below(3)] }),
  uniqueItems: () => ({ uniqueItems: true }),
  dependentRequired: () => ({ dependentRequired: { a: ["b"] } }),
  dependencies: (sub) => ({ dependencies: { a: ["b"], b: sub() } }),
  $ref: () => X,
};
const TYPES = words("string number integer object array boolean null");
for (const name of words("prefixItems allOf anyOf oneOf"))
  GROWN[name] = (sub) => ({ [name]: [sub(), sub()] });
for (const name of words("min max exclusiveMin exclusiveMax"))
  GROWN[name] = (_, below) => ({ [`${name}imum`]: below(3) });
for (const name of words("minItems maxItems minProperties maxProperties"))
  GROWN[name] = (_, below) => ({ [name]: below(3) });

/**
 * Keywords for which ajv follows the specification. The list lacks `contains`,
 * because ajv's `unevaluatedItems` ignores items evaluated by `contains`. It
 * lacks `dependentSchemas`, because ajv's `unevaluatedProperties` counts
 * properties evaluated by a failed `dependentSchemas`.
 */
const BOTH = words(
  `type properties required additionalProperties patternProperties items allOf
  anyOf oneOf not if minItems maxItems uniqueItems minProperties maxProperties
  propertyNames min max exclusiveMin exclusiveMax multipleOf`,
);
const ONLY = {
  [DRAFT_7]: words("tuple longTuple dependencies"),
  [DRAFT_2020]: words(
    "prefixItems dependentRequired unevaluatedProperties $ref",
  ),
};

function words(text: string): string[] {
  return text.split(/\s+/);
}

function grow(depth: number, below: Below, names: readonly string[]): unknown {
  if (depth === 0) return LEAVES[below(LEAVES.length)];
  const sub = (): unknown => grow(depth - 1, below, names);
  const schema = {};
  for (let count = 1 + below(3); count > 0; count--) {
    const name = names[below(names.length)] as string;
    Object.assign(schema, GROWN[name]?.(sub, below) ?? { [name]: sub() });
  }
  return schema;
}

requirement("1722e8c0dca8 b8f4b9edbb73 1ca9b4381abd");
for (const dialect of [DRAFT_7, DRAFT_2020] as const)
  test(`the runtime and ajv accept the same values for random schemas of ${dialect}`, () => {
    const below = random(dialect.length);
    const ajv = createAjv(dialect);
    const names = [...BOTH, ...ONLY[dialect]];
    let compared = 0;
    for (let count = 0; count < SCHEMAS; count++) {
      const $defs = { x: LEAVES[below(LEAVES.length - 1)] };
      const grown = grow(3, below, names) as object;
      const schema = { $schema: dialect, ...grown, $defs };
      const theirs = ajv.compile(schema);
      const ours = compileSchema(schema);
      for (const value of VALUES) {
        let expected: boolean;
        try {
          expected = theirs(value);
        } catch {
          continue; // The validator that ajv compiles throws for some schemas with unevaluatedProperties.
        }
        compared += 1;
        const text = `${JSON.stringify(schema)} and ${JSON.stringify(value)}`;
        assert.is(ours(value).length === 0, expected, text);
      }
    }
    assert.ok(compared > SCHEMAS * 25, `${compared} compared`);
  });

for (const { name, schema, valid, invalid } of TOOLS)
  test(`the runtime and ajv accept the same randomly changed arguments for the tool "${name}"`, () => {
    const below = random(name.length);
    const dialect = schema.$schema === DRAFT_7 ? DRAFT_7 : DRAFT_2020;
    const theirs = createAjv(dialect).compile(schema);
    const changed = Array.from({ length: CHANGES }, () =>
      mutate(valid as object, below),
    );
    // Skip values with very small numbers such as 5e-324, because ajv rounds
    // them to zero for `multipleOf`.
    const values = [valid, invalid, ...changed].filter(
      (value) => !JSON.stringify(value).includes("e-"),
    );
    const expected = values.filter((value) => theirs(value));
    for (const compile of [compileSchema, compileUntrustedSchema]) {
      const ours = compile(schema);
      const accepted = values.filter((value) => ours(value).length === 0);
      assert.equal(accepted, expected);
    }
    assert.is(expected[0], valid);
    assert.not.ok(expected.includes(invalid));
  });

test.run();
