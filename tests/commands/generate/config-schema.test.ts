/** Tests of the JSON Schema of the configuration file. */
import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkConfig } from "../../../generator/config/check.js";
import { UserError } from "../../../generator/support/errors.js";
import { packageText } from "../../../generator/support/package.js";

const test = suite("configuration: JSON Schema");

const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
const accepts = ajv.compile(
  JSON.parse(packageText("schema/config.schema.json")) as object,
);

/**
 * Keys of the configuration file. Each key has values that the program accepts,
 * and values that it rejects.
 */
const VALUES: Readonly<
  Record<string, { readonly good: unknown[]; readonly bad: unknown[] }>
> = {
  $schema: { good: ["./config.schema.json"], bad: [] },
  rev: { good: ["draft", ["2025-06-18", "latest"]], bad: [1, [2], null] },
  schema: { good: ["schema.ts"], bad: [true, ["schema.ts"]] },
  source: { good: ["bundled", "pulled"], bad: ["built-in", ["pulled"]] },
  extensions: { good: [[], ["tasks", "own.ts"]], bad: ["tasks", [1]] },
  out: { good: ["src/generated"], bad: [1, {}, ""] },
  keep: { good: [["mine/**"]], bad: ["mine/**", [1]] },
  only: { good: [["types", "corpus"]], bad: ["types", ["tpyes"], [null]] },
  features: { good: [["tools", "host"]], bad: ["tools", ["tool"]] },
  transports: { good: [["stdio", "sse"]], bad: ["stdio", ["https"]] },
  importExt: { good: ["js", "ts"], bad: ["mjs", 1] },
  protocolVersion: { good: ["2025-06-18"], bad: [20250618] },
  capabilities: {
    good: [{ "acme/list": "acme", "acme/ping": null }],
    bad: [["acme"], { "acme/list": true }],
  },
  runtime: { good: ["@acme/mcp"], bad: [false] },
  templates: { good: ["templates"], bad: [["templates"]] },
  servers: {
    good: [
      { docs: { from: "node docs.js", env: { KEY: "" }, out: "docs.ts" } },
      { docs: { from: "http://a", headers: { a: "b" }, out: "docs.ts" } },
      { docs: { config: "mcp.json", server: "docs", out: "docs.ts" } },
      { docs: { from: "docs.js", inheritEnv: true, out: "docs.ts" } },
    ],
    bad: [
      ["docs"],
      { docs: { from: "node docs.js" } },
      { docs: { out: "docs.ts" } },
      { docs: { config: "mcp.json", out: "docs.ts" } },
      { docs: { from: "node docs.js", env: { KEY: 1 }, out: "docs.ts" } },
      { docs: { from: "node docs.js", headers: "a", out: "docs.ts" } },
      { docs: { from: "node docs.js", haeders: {}, out: "docs.ts" } },
      { docs: { from: "node docs.js", inheritEnv: false, out: "docs.ts" } },
      { docs: { config: "mcp.json", server: "docs", env: {}, out: "docs.ts" } },
      { docs: { from: "a", config: "mcp.json", server: "a", out: "docs.ts" } },
    ],
  },
  others: { good: [], bad: [1] },
};

function isConfig(value: unknown): boolean {
  try {
    checkConfig(value, "mcp-codegen.config.json", JSON.stringify(value));
    return true;
  } catch (error) {
    assert.instance(error, UserError);
    return false;
  }
}

for (const [member, { good, bad }] of Object.entries(VALUES))
  test(`config.schema.json and the program accept the same values of the configuration member ${member}`, () => {
    for (const [values, expected] of [
      [good, true],
      [bad, false],
    ] as const)
      for (const value of values) {
        const config = { [member]: value };
        const text = JSON.stringify(config);
        assert.is(isConfig(config), expected, `program: ${text}`);
        assert.is(accepts(config), expected, `schema: ${text}`);
      }
  });

test("config.schema.json describes every member of the configuration", () => {
  const { properties } = JSON.parse(
    packageText("schema/config.schema.json"),
  ) as { readonly properties: object };
  const { others: _, ...known } = VALUES;
  assert.equal(Object.keys(properties).sort(), Object.keys(known).sort());
});

test("the error for an invalid value of `inheritEnv` names the only valid value", () => {
  const docs = { from: "node docs.js", inheritEnv: false, out: "docs.ts" };
  assert.throws(
    () => checkConfig({ servers: { docs } }, "config.json", "{}"),
    /"inheritEnv" in "servers\.docs" is false; expected true\./,
  );
});

test("config.schema.json and the program reject a configuration that has both `rev` and `schema`", () => {
  const config = { rev: "draft", schema: "schema.ts" };
  assert.not(isConfig(config));
  assert.not(accepts(config));
});

test.run();
