/** Types of schemas: every valid value has the type, and most others do not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolTypes } from "../../generator/starter/schema/types.js";
import { compileSchema } from "../../templates/runtime/schema/compile.js";
import { typeCheck } from "../support/compiler.js";
import { temporaryFolder } from "../support/folders.js";
import { STRICTEST } from "../../scripts/history/strictest.js";

const test = suite("types of schemas");

interface Case {
  readonly schema: Record<string, unknown>;
  readonly valid: readonly unknown[];
  /** Values that neither the schema nor the type takes. */
  readonly invalid?: readonly unknown[];
  /** What is noted; each of these is wider than the schema. */
  readonly notes?: readonly RegExp[];
}

const CASES: Readonly<Record<string, Case>> = {
  scalars: {
    schema: object(
      { s: { type: "string" }, i: { type: "integer" }, b: { type: "boolean" } },
      ["s"],
    ),
    valid: [{ s: "" }, { s: "x", i: 1, b: false }],
    invalid: [{}, { s: 1 }, { s: "", i: "1" }],
  },
  "references and recursion": {
    schema: {
      ...object({ root: { $ref: "#/$defs/node" } }, ["root"]),
      $defs: {
        node: object({ next: { $ref: "#/$defs/node", description: "on" } }),
      },
    },
    valid: [{ root: {} }, { root: { next: { next: {} } } }],
    invalid: [{ root: 1 }, { root: { next: 1 } }],
  },
  "2020-12 tuples": {
    schema: object({
      t: {
        type: "array",
        prefixItems: [{ type: "number" }],
        items: { type: "string" },
        minItems: 1,
      },
    }),
    valid: [{ t: [1] }, { t: [1, "a", "b"] }],
    invalid: [{ t: [] }, { t: [1, 2] }],
  },
  "enums and constants": {
    schema: object({
      e: { enum: ["a", 1, null, { x: [1] }] },
      c: { const: true },
    }),
    valid: [{ e: "a", c: true }, { e: null }, { e: { x: [1] } }],
    invalid: [{ e: "b" }, { c: false }],
  },
  "all of": {
    schema: {
      type: "object",
      allOf: [
        object({ a: { type: "string" } }),
        { required: ["a"] },
        object({ b: { type: "number" } }),
      ],
    },
    valid: [{ a: "x" }, { a: "x", b: 1 }],
    invalid: [{}, { a: 1 }],
  },
  "one of": {
    schema: object({
      u: {
        oneOf: [
          object({ k: { const: "x" } }, ["k"]),
          object({ k: { const: "y" }, n: { type: "number" } }, ["k", "n"]),
        ],
      },
    }),
    valid: [{ u: { k: "x" } }, { u: { k: "y", n: 1 } }],
    invalid: [{ u: { k: "z" } }, { u: { k: "y" } }],
  },
  "members by name and others": {
    schema: {
      ...object({ a: { type: "string" } }),
      additionalProperties: { type: "number" },
    },
    valid: [{ a: "x", other: 1 }],
    invalid: [{ a: 1 }],
    notes: [/members that are not declared/],
  },
  "keywords without a type are notes": {
    schema: object({
      n: { not: { type: "string" } },
      f: { type: "string", if: { const: "a" }, then: {} },
      d: { type: "object", dependentSchemas: { a: {} } },
      p: { properties: { a: { type: "string" } } },
    }),
    valid: [{ n: 1, f: "x", d: {}, p: 1 }, { p: { a: "x" } }],
    notes: [
      /n: "not"/,
      /f: "if"/,
      /d: "dependentSchemas"/,
      /p: "properties" without a "type"/,
    ],
  },
  "a stranger's code": {
    schema: object({
      x: {
        type: "string",
        tsType: "number; evil()",
        description: "*/ evil(); /*",
        title: "T; evil()",
      },
    }),
    valid: [{ x: "" }],
    invalid: [{ x: 1 }],
  },
  "names that every object has": {
    schema: object({
      constructor: { type: "string" },
      hasOwnProperty: { type: "string" },
    }),
    valid: [{ hasOwnProperty: "mine" }],
    notes: [/constructor/, /hasOwnProperty/],
  },
};

test("hold all valid values, and refuse others", async () => {
  const folder = temporaryFolder();
  let lines = "";
  for (const [index, [name, one]] of Object.entries(CASES).entries()) {
    const check = compileSchema(one.schema);
    const { text, notes } = await toolTypes({ input: one.schema });
    for (const note of one.notes ?? [])
      assert.ok(
        notes.some((text) => note.test(text)),
        `${name}: ${notes.join("; ")}`,
      );
    assert.is(
      notes.length,
      (one.notes ?? []).length,
      `${name}: ${notes.join("; ")}`,
    );
    assert.not.match(text, /^\s*evil/m);
    writeFileSync(join(folder, `types${index}.ts`), text);
    const type = `Types${index}["input"]`;
    lines += `import type { Types as Types${index} } from "./types${index}.js";\n`;
    one.valid.forEach((value, at) => {
      assert.equal(check(value), [], name);
      lines += `export const valid${index}_${at}: ${type} = ${JSON.stringify(value)};\n`;
    });
    (one.invalid ?? []).forEach((value, at) => {
      assert.ok(check(value).length > 0, name);
      lines += `// @ts-expect-error\nexport const invalid${index}_${at}: ${type} = ${JSON.stringify(value)};\n`;
    });
  }
  writeFileSync(join(folder, "all.ts"), lines);
  const options = { ...STRICTEST, types: [] };
  assert.is(await typeCheck(folder, { options }), "");
});

function object(
  properties: Record<string, unknown>,
  required?: readonly string[],
): Record<string, unknown> {
  return { type: "object", properties, ...(required ? { required } : {}) };
}

test.run();
