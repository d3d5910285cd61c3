/** Tests of tool schemas that are compiled at the first call of their tool. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isPlainSchema } from "../../../runtime/features/plain-schema.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { compileDefaults } from "../../../runtime/json-schema/defaults.js";
import { ask, text } from "../../harness/wire/wire.js";

const test = suite("features: plain schemas");

const PLAIN = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Search",
  type: "object",
  properties: {
    query: { type: ["string", "null"], minLength: 1, pattern: "^\\w" },
    state: { enum: ["open", "closed", null], default: "open" },
    limit: { type: "integer", minimum: 1, exclusiveMaximum: 100.5 },
    labels: { type: "array", items: { const: "a" }, uniqueItems: true },
    user: { anyOf: [{ $ref: "#/$defs/user" }, true] },
  },
  required: ["query"],
  additionalProperties: { format: "uri" },
  $defs: { user: { allOf: [{ oneOf: [false] }], description: "A person" } },
};

test("`isPlainSchema` accepts a schema with common keywords", () => {
  assert.ok(isPlainSchema(PLAIN));
});

/**
 * Values of every JavaScript type. Most of them are invalid as the value of a
 * schema keyword.
 */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  "text",
  "[",
  "#/$defs/a",
  "#/$defs/b",
  "http://json-schema.org/draft-07/schema#",
  -1,
  1.5,
  2,
  [],
  ["string"],
  ["text", 1],
  [{ type: "text" }],
  {},
  { type: "text" },
  { a: { $ref: "#/$defs/b" } },
  { a: "text" },
  new Map(),
];

/** Every keyword that the compiler knows, and keywords that it ignores. */
const KEYWORDS = `
$schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $defs definitions
type const enum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
minLength maxLength pattern format properties patternProperties
additionalProperties required propertyNames minProperties maxProperties
dependentRequired dependentSchemas dependencies prefixItems items additionalItems
contains minContains maxContains minItems maxItems uniqueItems allOf anyOf oneOf
not if then else unevaluatedProperties unevaluatedItems title description default
examples deprecated x-mcp-header`.split(/\s+/);

for (const keyword of KEYWORDS.filter(Boolean))
  test(`each schema with the keyword "${keyword}" that \`isPlainSchema\` accepts can be compiled`, () => {
    for (const value of VALUES)
      for (const schema of [
        { $defs: { a: {} }, [keyword]: value },
        { $defs: { a: {} }, properties: { x: { [keyword]: value } } },
      ]) {
        if (!isPlainSchema(schema)) continue;
        compileSchema(schema);
        compileDefaults(schema);
      }
  });

for (const [what, schema] of [
  ["has more than 1,000 subschemas", { allOf: Array(1001).fill({}) }],
  ["is not a plain object", Object.create(PLAIN)],
  ["is a Standard Schema", { "~standard": {} }],
  ["is an array", [PLAIN]],
] as const)
  test(`\`isPlainSchema\` rejects a schema that ${what}`, () => {
    assert.not.ok(isPlainSchema(schema));
  });

test("`isPlainSchema` rejects a schema that contains itself", () => {
  const schema = { items: {} };
  schema.items = schema;
  assert.not.ok(isPlainSchema(schema));
});

test("an input schema with only common keywords is compiled once, at the tool's first call", async () => {
  let reads = 0;
  const limited = {
    get minLength() {
      reads++;
      return 2;
    },
  };
  const inputSchema = { type: "object", properties: { name: limited } };
  const tools = toolHandlers({ greet: { inputSchema, handler: () => "Hi" } });
  const afterDefinition = reads;
  const greet = (name: string) =>
    ask(tools, "tools/call", { name: "greet", arguments: { name } });
  const { result } = await greet("x");
  const message = "name must have at least 2 characters";
  assert.equal(result, {
    content: [text(`Invalid arguments for greet: ${message}`)],
    isError: true,
  });
  const afterCall = reads;
  await greet("Ada");
  assert.equal([afterDefinition, reads], [1, afterCall]);
  assert.ok(afterCall > 1);
});

test.run();
