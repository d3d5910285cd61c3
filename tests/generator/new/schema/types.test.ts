/**
 * Tests of the TypeScript types generated for JSON Schemas: valid values are
 * assignable to the type, and most invalid values are not.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolTypes } from "../../../../generator/new/schema/types.js";
import { compileSchema } from "../../../../runtime/json-schema/compile.js";
import { parseCases, evaluateExpression } from "../../../harness/run/cases.js";
import { typeCheck } from "../../../harness/program/compiler.js";
import { temporaryFolder } from "../../../harness/program/folders.js";
import { STRICTEST } from "../../../../scripts/history/strictest.js";

const test = suite("new: types of schemas");

/**
 * Returns the JSON Schema of an object. The value of a member is its schema or
 * only the name of its type. A required member has `!` after its name.
 */
function object(members: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(members);
  const properties = names.map((name) => {
    const value = members[name];
    const schema = typeof value === "string" ? { type: value } : value;
    return [name.replace("!", ""), schema] as const;
  });
  const required = names.filter((name) => name.endsWith("!"));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.map((name) => name.replace("!", "")),
  };
}

/**
 * Test cases: a JSON Schema, valid values, invalid values, and notes that
 * `toolTypes` is expected to return.
 */
const CASES = parseCases(`
# scalars
object({ "s!": "string", i: "integer", b: "boolean" })
=> { s: "" }, { s: "x", i: 1, b: false }
=> {}, { s: 1 }, { s: "", i: "1" }
# references and recursion
({
  ...object({ "root!": { $ref: "#/$defs/node" } }),
  $defs: { node: object({ next: { $ref: "#/$defs/node", description: "on" } }) },
})
=> { root: {} }, { root: { next: { next: {} } } }
=> { root: 1 }, { root: { next: 1 } }
# a reference of 2020-12, beside which other keywords apply
({
  ...object({ "a!": { $ref: "#/$defs/n", ...object({ "y!": "number" }) } }),
  $defs: { n: object({ "x!": "string" }) },
})
=> { a: { x: "", y: 1 } }
=> { a: { x: "" } }, { a: { y: 1 } }
# a reference of draft-07, beside which other keywords have no effect
({
  $schema: "http://json-schema.org/draft-07/schema#",
  ...object({ "a!": { $ref: "#/definitions/n", type: "string" } }),
  definitions: { n: { type: "number" } },
})
=> { a: 1 }
=> { a: "x" }
# 2020-12 tuples
object({ t: { type: "array", prefixItems: [{ type: "number" }],
  items: { type: "string" }, minItems: 1 } })
=> { t: [1] }, { t: [1, "a", "b"] }
=> { t: [] }, { t: [1, 2] }
# enums and constants
object({ e: { enum: ["a", 1, null, { x: [1] }] }, c: { const: true } })
=> { e: "a", c: true }, { e: null }, { e: { x: [1] } }
=> { e: "b" }, { c: false }
# all of
({ type: "object",
  allOf: [object({ a: "string" }), { required: ["a"] }, object({ b: "number" })] })
=> { a: "x" }, { a: "x", b: 1 }
=> {}, { a: 1 }
# one of
object({ u: { oneOf: [
  object({ "k!": { const: "x" } }), object({ "k!": { const: "y" }, "n!": "number" }),
] } })
=> { u: { k: "x" } }, { u: { k: "y", n: 1 } }
=> { u: { k: "z" } }, { u: { k: "y" } }
# members by name and others
({ ...object({ a: "string" }), additionalProperties: { type: "number" } })
=> { a: "x", other: 1 }
=> { a: 1 }
=> undeclared members get the type unknown
# keywords without a type are notes
object({
  n: { not: { type: "string" } },
  f: { type: "string", if: { const: "a" }, then: {} },
  d: { type: "object", dependentSchemas: { a: {} } },
  p: { properties: { a: { type: "string" } } },
})
=> { n: 1, f: "x", d: {}, p: 1 }, { p: { a: "x" } }
=>
=> n: TypeScript has no type for "not"
=> f: TypeScript has no type for "if"
=> d: TypeScript has no type for "dependentSchemas"
=> p: "properties" without "type"
# code in names and descriptions
object({ x: { type: "string", tsType: "number; evil()",
  description: "*/ evil(); /*", title: "T; evil()" } })
=> { x: "" }
=> { x: 1 }
# names that every object has
object({ constructor: "string", hasOwnProperty: "string" })
=> { hasOwnProperty: "mine" }
=>
=> constructor
=> hasOwnProperty
`);

test("the types that `toolTypes` prints accept only the valid values of each JSON Schema", async () => {
  const folder = temporaryFolder();
  let lines = "";
  for (const [index, [name, text, said]] of CASES.entries()) {
    const schema = evaluateExpression(text, { object }) as Record<
      string,
      unknown
    >;
    const check = compileSchema(schema);
    const [valid, invalid, ...noted] = said;
    const made = await toolTypes({ input: schema });
    const notes = made.notes.join("; ");
    for (const note of noted) assert.match(notes, note, name);
    assert.is(made.notes.length, noted.length, `${name}: ${notes}`);
    assert.not.match(made.text, /^\s*evil/m);
    writeFileSync(join(folder, `types${index}.ts`), made.text);
    lines += `import type { Types as Types${index} } from "./types${index}.js";\n`;
    for (const [kind, list] of Object.entries({ valid, invalid }))
      for (const [at, value] of (
        evaluateExpression(`[${list}]`) as unknown[]
      ).entries()) {
        assert.is(check(value).length === 0, kind === "valid", name);
        if (kind === "invalid") lines += "// @ts-expect-error\n";
        const type = `Types${index}["input"]`;
        lines += `export const ${kind}${index}_${at}: ${type} = ${JSON.stringify(value)};\n`;
      }
  }
  writeFileSync(join(folder, "all.ts"), lines);
  const options = { ...STRICTEST, types: [] };
  assert.is(await typeCheck(folder, { options }), "");
});

/**
 * Schema with defaults that are added to values, and defaults that are not
 * added, such as those inside `anyOf`.
 */
const WITH_DEFAULTS = {
  type: "object",
  properties: {
    n: { type: "number", default: 1 },
    s: { type: "string" },
    none: { type: "string", default: null },
    o: object({ d: { type: "boolean", default: true } }),
    l: {
      type: "array",
      items: object({ d: { type: "boolean", default: true } }),
    },
    r: { $ref: "#/$defs/r" },
    any: { anyOf: [{ $ref: "#/$defs/o" }, { type: "null" }] },
    ref: { $ref: "#/$defs/o" },
  },
  $defs: {
    r: { type: "string", default: "x" },
    o: object({ d: { type: "boolean", default: true } }),
  },
};

test("`toolTypes` declares a property with a default as required in input that already contains defaults", async () => {
  const folder = temporaryFolder();
  const schemas = { input: WITH_DEFAULTS, output: WITH_DEFAULTS };
  const { text } = await toolTypes(schemas, ["input"]);
  writeFileSync(join(folder, "types.ts"), text);
  writeFileSync(
    join(folder, "use.ts"),
    `import type { Types } from "./types.js";
export const use = ({ n, none, r, o, l = [], ref, any }: Types["input"]): unknown[] => {
  const text: string | null = none;
  // @ts-expect-error: null is the default
  none.trim();
  // @ts-expect-error: anyOf adds no defaults
  const wrong: boolean = any?.d;
  const all: boolean[] = [...l, o ?? { d: true }, ref ?? { d: true }].map(({ d }) => d);
  return [n.toFixed(), text, r.trim(), all, wrong];
};
export const sparse: Types["output"] = { o: {}, l: [{}], any: {}, ref: {} };
// @ts-expect-error: n has a default
export const missing: Types["input"] = { none: null, r: "" };
`,
  );
  const options = { ...STRICTEST, types: [] };
  assert.is(await typeCheck(folder, { options }), "");
});

test("`toolTypes` marks only deprecated members as deprecated", async () => {
  const member = (deprecated: boolean) => ({ type: "string", deprecated });
  const input = object({ a: member(true), b: member(false) });
  const { text } = await toolTypes({ input: { ...input } });
  assert.is(text.match(/@deprecated/g)?.length, 1);
});

test.run();
