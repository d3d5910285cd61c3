/**
 * Tests of the generated schemas (`XSchema` for a type X) as Standard Schemas,
 * used directly and by the MCP SDK v2.
 */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generateValue } from "../../../generator/emit/corpus/generate-value.js";
import { mutate } from "../../../generator/emit/corpus/mutate.js";
import { listPositions } from "../../../generator/emit/corpus/positions.js";
import { Random } from "../../../generator/emit/corpus/random.js";
import { getNormals } from "../../../generator/model/normal/normal.js";
import { toJsonSchema } from "../../../runtime/validation/json-schema.js";
import {
  array,
  declared,
  integer,
  literal,
  open,
  optional,
  text,
  type Shape,
} from "../../../runtime/validation/shape.js";
import { EDGE_SCHEMA } from "../../harness/models/edge-schema.js";
import {
  loadValidators,
  validatedTypes,
} from "../../harness/models/validators.js";
import { bundledModel, parseModel } from "../../harness/models/models.js";
import { WHOLE } from "../../harness/run/sampling.js";
import { validators } from "../../harness/models/loaded-validators.js";

const test = suite("validators: Standard Schema");

test("a generated schema constant (XSchema) implements version 1 of Standard Schema", () => {
  const schema = validators.of("Tool").schema["~standard"];
  assert.is(schema.version, 1);
  assert.is(schema.vendor, "mcp-codegen");
  const value = { name: "a", inputSchema: { type: "object" } };
  const good = schema.validate(value);
  assert.ok(!good.issues && good.value === value);
  const { issues } = schema.validate({ name: 1 });
  assert.equal(
    issues?.map(({ path, message }) => `${path?.join()} ${message}`),
    [
      "name name: expected string, got number 1",
      "inputSchema inputSchema: expected object, got nothing",
    ],
  );
});

test("a generated schema constant (XSchema) throws for an unknown JSON Schema target", () => {
  const { jsonSchema } = validators.of("Tool").schema["~standard"];
  for (const target of ["openapi-3.0", "constructor", ""])
    assert.throws(() => jsonSchema.input({ target }), TypeError);
});

const EVERY_CONSTRUCT = parseModel(
  // Remove the property `__proto__`, because Ajv ignores properties with this
  // name.
  EDGE_SCHEMA.replace("__proto__?: string;", ""),
);

const DOCUMENTS = [
  ["draft-07", Ajv, "2024-11-05", bundledModel("2024-11-05")],
  ["draft-07", Ajv, "every construct", EVERY_CONSTRUCT],
  ["draft-2020-12", Ajv2020, "2026-07-28", bundledModel("2026-07-28")],
  ["draft-2020-12", Ajv2020, "every construct", EVERY_CONSTRUCT],
] as const;

for (const [target, Validator, name, model] of DOCUMENTS) {
  test(`the JSON Schema (${target}) of ${name} accepts the same values as the type guard of ${name}`, async () => {
    const normals = getNormals(model);
    const validators = await loadValidators(model);
    const ajv = new Validator({
      strict: false,
      strictNumbers: true,
      ownProperties: true,
      validateFormats: false,
      code: { optimize: false },
    });
    for (const type of validatedTypes(model)) {
      const { is, schema } = validators.of(type);
      const { jsonSchema } = schema["~standard"];
      const document = jsonSchema.input({ target });
      assert.is(
        JSON.stringify(jsonSchema.output({ target })),
        JSON.stringify(document),
      );
      const validate = ajv.compile({ $id: type, ...document });
      const random = new Random(`standard ${type}`);
      for (let n = 0; n < (WHOLE ? 25 : 8); n++) {
        const sample = generateValue(normals.body(type), normals, random);
        const changed = mutate(listPositions(sample), random).value;
        for (const value of [sample, changed]) {
          const json = JSON.parse(JSON.stringify(value) ?? "null") as unknown;
          const shown = `${type} ${JSON.stringify(json)}`;
          assert.is(validate(json), is(json), shown);
        }
      }
    }
  });
}

const NAMED = declared("Größe", { width: integer });
const SCHEMAS: readonly (readonly [Shape, object])[] = [
  [literal("a", 1), { enum: ["a", 1] }],
  [literal(null), { const: null }],
  [
    text({ min: 1, max: 2, patterns: [/^a/, /b$/, /c/] }),
    {
      type: "string",
      minLength: 1,
      maxLength: 2,
      pattern: "^a",
      allOf: [{ pattern: "b$" }, { pattern: "c" }],
    },
  ],
  [
    array(NAMED, { max: 3 }),
    {
      type: "array",
      items: { $ref: "#/$defs/Gr%C3%B6%C3%9Fe" },
      maxItems: 3,
      $defs: {
        Größe: {
          type: "object",
          properties: { width: { type: "integer" } },
          required: ["width"],
        },
      },
    },
  ],
  [
    declared("Tree", { left: optional(() => open("Tree", {})) }),
    { type: "object", properties: { left: { $ref: "#" } } },
  ],
];
for (const [shape, schema] of SCHEMAS)
  test(`toJsonSchema converts the runtime schema of a type to the JSON Schema ${JSON.stringify(schema)}`, () => {
    assert.equal(toJsonSchema(shape, "draft-2020-12"), {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...schema,
    });
  });

test("the official SDK accepts a generated schema constant (XSchema) as a tool's input schema", async () => {
  const server = new McpServer({ name: "server", version: "1" });
  server.registerTool(
    "describe",
    { inputSchema: validators.of("Implementation").schema as never },
    ((input: { name: string }) => ({
      content: [{ type: "text", text: `It is ${input.name}` }],
    })) as never,
  );
  const client = new Client({ name: "client", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  try {
    const { tools } = await client.listTools();
    assert.equal(tools[0]?.inputSchema.required, ["name", "version"]);
    const call = (args: Record<string, unknown>) =>
      client.callTool({ name: "describe", arguments: args });
    const good = await call({ name: "x", version: "1" });
    assert.equal(good.content, [{ type: "text", text: "It is x" }]);
    const bad = call({ name: "x", version: 1 });
    const problem = await bad.then(JSON.stringify, String);
    assert.match(problem, "version: expected string, got number 1");
  } finally {
    await client.close();
    await server.close();
  }
});

test.run();
