/**
 * Tests of the guards and JSON Schema for Omit, Partial and intersection types.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createJsonSchema } from "../../../../generator/emit/json-schema/schema.js";
import { parseCases, evaluateExpression } from "../../../harness/run/cases.js";
import { getFailure } from "../../../harness/run/failures.js";
import { loadValidators } from "../../../harness/models/validators.js";
import { parseModel } from "../../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../../harness/models/small-schema.js";

const NAMED = `
export interface A { a: string; k: "A"; n?: number }
export type Count = number & { readonly minimum: 0 };
export interface Whole { k: string; n: number; some: (string | number)[] }
`;

/**
 * Test cases: a type, values that are valid for it, and invalid values after
 * `=>`.
 */
const CASES = parseCases(`
# Omit<A, "k">
{ a: "" }, { a: "", k: 1 }
=> {}, { a: 1 }, "s"
# Partial<Omit<A, 'a'>>
{}, { k: "A" }
=> { k: "C" }
# { x?: never }
{}, { x: undefined }
=> { x: 1 }, { x: null }
# { k: "a"; x: never } | { k: "b" }
{ k: "b" }
=> { k: "a" }
# { x: "a" } & { x: "b" | "c" }
=> { x: "a" }, { x: "b" }, {}
# { x: "a" | "b" } & { x: "b" | "c" }
{ x: "b" }
=> { x: "a" }, {}
# Whole & { k: "w"; n: 2 }
{ k: "w", n: 2, some: [] }
=> { k: "w", n: 3, some: [] }, { k: 2 }
# { f?: 1; u?: 1 } & ({ f: 1 } | { u: 1 })
{ f: 1 }, { u: 1 }, { f: 1, u: 1 }
=> {}, { f: 2 }, { f: 1, u: 2 }
# number & { readonly minimum: 0 }
0, 7
=> -1, 0.5, { minimum: 0 }, "0"
# Count & { maximum: 3 } | null
0, 3, null
=> -1, 4
# { s: string & { minLength: 1; maxLength: 2 } } & { s: string }
{ s: "a" }, { s: "ab" }
=> { s: "" }, { s: "abc" }, { s: 1 }
`);

const aliases = CASES.map(([type], n) => `export type T${n} = ${type};\n`);
const model = parseModel(SMALL_SCHEMA + NAMED + aliases.join(""));
const { of } = await loadValidators(model);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(createJsonSchema(model, "draft-2020-12"), "schema");

const test = suite("emit: type operators");

for (const [n, [type, valid, [invalid = ""]]] of CASES.entries())
  test(`the type guard, the error report and the JSON Schema agree on the valid values of ${type}`, () => {
    const { is, validate } = of(`T${n}`);
    const schema = ajv.getSchema(`schema#/$defs/T${n}`);
    for (const [list, expected] of [
      [valid, true],
      [invalid, false],
    ] as const)
      for (const value of evaluateExpression(`[${list}]`) as unknown[]) {
        const explained = validate(value);
        const verdicts = [is(value), explained.ok, schema?.(value)];
        const all = [expected, expected, expected];
        assert.equal(verdicts, all, JSON.stringify(value));
        if (!explained.ok) assert.ok(explained.issues.length > 0);
      }
  });

/**
 * Test cases: a type that refers to itself without end, and the error after
 * `=>`.
 */
const ENDLESS = parseCases(`
# export type T = string | { inner: NonNullable<T> } | null
=> \`T\` is defined in terms of itself and cannot be resolved
# export interface T { o?: Partial<T> }
=> \`T\` is defined in terms of itself and cannot be resolved
# export interface T { o?: { deep: (T & { z: 1 })[] } }
=> \`T\` is defined in terms of itself and cannot be resolved
# export interface T { c: T } export interface U { c: U } export type V = T & U;
=> \`V\` is defined in terms of itself and cannot be resolved
`);
for (const [schema, , [message = ""]] of ENDLESS)
  test(`\`parseModel\` rejects the infinitely recursive type in "${schema}"`, async () => {
    const text = `${SMALL_SCHEMA}${schema}`;
    const { code, place, ...said } = await getFailure(() => parseModel(text));
    assert.is(`${code} ${said.message}`, `MCP111 ${message}`);
    const declared = new RegExp(`(interface|type) ${message.slice(1, 2)} `);
    assert.match(place?.frame ?? "", declared);
  });

test.run();
