/**
 * Tests of the output for TypeScript constructs that no published revision
 * uses. The output for published revisions is in snapshots/.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitFiles } from "../../../generator/emit/assemble/files.js";
import { OUTPUTS } from "../../../generator/emit/context.js";
import { generateValue } from "../../../generator/emit/corpus/generate-value.js";
import { Random } from "../../../generator/emit/corpus/random.js";
import { createLocalNames } from "../../../generator/emit/validators/locals.js";
import { EDGE_SCHEMA } from "../../harness/models/edge-schema.js";
import { parseModel } from "../../harness/models/models.js";
import { validatedTypes } from "../../harness/models/validators.js";

const test = suite("emit: every construct");

/**
 * Test schema in which the type `Limits` is renamed, because server.ts also
 * exports a type with this name.
 */
const SCHEMA = EDGE_SCHEMA.replaceAll("Limits", "Bounds");

const emitted = emitFiles([parseModel(SCHEMA)], {
  outputs: new Set(OUTPUTS),
  importExt: "js",
  command: "",
}).then((files) => new Map(files.map(({ path, text }) => [path, text])));

/** Returns the text of one generated file. */
const getText = async (path: string): Promise<string> =>
  (await emitted).get(path) ?? `${path} is missing`;

/** Returns the declarations of a schema without their positions. */
const getDeclarations = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(parseModel(text).declarations, (key, value: unknown) =>
      key === "position" ? undefined : value,
    ),
  );

test("types.ts contains the declarations of the schema, formatted as expected", async () => {
  const text = await getText("types.ts");
  assert.equal(getDeclarations(text), getDeclarations(SCHEMA));
  for (const part of [
    "  mixed?: (string | number)[];",
    `  'quo"ted'?: string;`,
    "  __proto__?: string;",
    'export interface Narrow extends Omit<Base, "kind">, Partial<Named> {',
    "export type NotNull = NonNullable<Role>;",
    "  [key: string]: boolean | undefined;",
  ])
    assert.match(text, part);
});

for (const [construct, type, expected] of [
  ["an alias of an alias", "AliasOfAlias", { $ref: "#/$defs/Base" }],
  [
    "an enumeration of values of several types",
    "Mixed",
    {
      anyOf: [
        { items: { $ref: "#/$defs/Role" }, type: "array" },
        { additionalProperties: { $ref: "#/$defs/Mixed" }, type: "object" },
        { enum: [3, "a", "b", true] },
      ],
    },
  ],
  [
    "an intersection with a literal member",
    "Strict",
    {
      allOf: [
        { $ref: "#/$defs/Indexed" },
        {
          properties: { known: { const: true, type: "boolean" } },
          required: ["known"],
          type: "object",
        },
      ],
    },
  ],
  [
    "the utility types Omit and Partial",
    "Narrow",
    {
      properties: {
        b: { type: "string" },
        c: { $ref: "#/$defs/OddNames" },
        extra: { type: "integer" },
        kind: { const: "named", type: "string" },
        name: { type: "string" },
      },
      required: ["kind", "name"],
      type: "object",
    },
  ],
  [
    "the utility type NonNullable",
    "NotNull",
    { enum: ["assistant", "user"], type: "string" },
  ],
  [
    "members with JSDoc constraints",
    "Bounds",
    {
      properties: {
        day: { type: "string", format: "date" },
        id: { anyOf: [{ type: "integer", minimum: 3 }, { type: "string" }] },
        least: { type: "number", minimum: 0 },
        most: { type: "number", maximum: 1 },
        none: { type: ["integer", "null"] },
        path: { type: "string", pattern: "^[a-z]+/x$" },
        several: { items: {}, maxItems: 2, type: "array" },
        some: {
          items: { type: "string" },
          minItems: 1,
          maxItems: 2,
          type: "array",
        },
        text: { type: "string", minLength: 2, maxLength: 3 },
        whole: { type: "integer", minimum: 1, maximum: 10 },
      },
      type: "object",
    },
  ],
  [
    "an index signature",
    "Indexed",
    {
      additionalProperties: { type: "boolean" },
      properties: { known: { type: "boolean" } },
      type: "object",
    },
  ],
  ["an empty interface", "Nothing", { type: "object" }],
] as const)
  test(`schema.json describes ${construct}: the type ${type}`, async () => {
    const { $defs } = JSON.parse(await getText("schema.json")) as {
      $defs: { [name: string]: unknown };
    };
    assert.equal($defs[type], expected);
  });

test("validators.ts exports four validators for each type", async () => {
  const names = validatedTypes(parseModel(SCHEMA));
  const validators = await getText("validators.ts");
  for (const name of names) {
    for (const part of ["is", "assert", "validate"])
      assert.match(
        validators,
        new RegExp(`^export .*\\b${part}${name}\\b`, "m"),
      );
    assert.match(validators, new RegExp(`^export .*\\b${name}Schema\\b`, "m"));
  }
  const { types } = JSON.parse(await getText("corpus.json")) as {
    types: { type: string; valid: unknown[] }[];
  };
  assert.equal(types.map(({ type }) => type).sort(), [...names].sort());
  assert.ok(types.every(({ valid }) => valid.length > 0));
});

test("index.ts exports all generated modules", async () => {
  const methods = await getText("methods.ts");
  assert.match(methods, 'params: EchoRequest["params"] & RequestMeta;');
  assert.match(methods, "ServerRequests = Record<never, never>;");
  const exported = [
    ...(await getText("index.ts")).matchAll(/^export \* from "(.*)";$/gm),
  ];
  assert.equal(
    exported.map(([, path]) => path),
    ["types", "methods", "validators", "server", "client"].map(
      (name) => `./${name}.js`,
    ),
  );
});

for (const [file, method] of [
  ["server.ts", "createServer"],
  ["client.ts", "createClient"],
] as const)
  test(`${file} exports \`${method}\`, and imports only the types that it uses`, async () => {
    const text = await getText(file);
    assert.match(text, `export function ${method}`);
    assert.not.match(text, "OddNames");
  });

test("`generateValue` never selects a union member of the type `never`", () => {
  const random = new Random("1");
  const grown = (...members: object[]): unknown =>
    generateValue({ kind: "union", members } as never, {} as never, random);
  const never = { kind: "never" };
  for (let count = 0; count < 20; count += 1)
    assert.type(grown(never, { kind: "boolean" }, never), "boolean");
  assert.throws(
    () => grown(never, never),
    'Cannot generate a sample value of type {"kind":"never"}',
  );
});

test("`createLocalNames` returns variable names that do not clash with other identifiers of a validator", () => {
  const names =
    "Array Number Object depth hasOwn i isArray isObject it item key lengthOf own undefined check PATTERN checkIt PATTERN1".split(
      " ",
    );
  for (const [name, local] of createLocalNames(names))
    assert.is(local, `${name}_`);
  const others = ["a/b c", "x/b-c", "default", "1", "a", "/"];
  assert.equal(
    [...createLocalNames(others).values()],
    ["bC", "bC2", "default_", "_1", "a", "_"],
  );
});

test.run();
