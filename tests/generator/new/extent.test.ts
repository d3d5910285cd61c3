/**
 * Tests of the limits on the nesting and size of entries in manifests and
 * server lists.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkListing } from "../../../generator/new/manifest/check-listing.js";
import { readManifest } from "../../../generator/new/manifest/manifest.js";
import { folderWith } from "../../harness/program/folders.js";
import { UserError } from "../../../generator/support/errors.js";

const test = suite("extent of manifests");

/** Creates an input schema with the given number of nested arrays. */
const nested = (levels: number): object => {
  let schema: object = {};
  for (let level = 0; level < levels; level++)
    schema = { type: "array", items: schema };
  return { type: "object", properties: { a: schema } };
};
const wide = (count: number): object => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { a: 1 }]),
  ),
});
const ofEnum = (count: number): object => ({
  type: "object",
  enum: Array(count).fill(1),
});
const tool = (inputSchema: object, name = "t"): object => ({
  name,
  inputSchema,
});

for (const [title, inputSchema, problem] of [
  ["125 nested arrays", nested(125), undefined],
  ["126 nested arrays", nested(126), "128 levels"],
  ["20,000 nested arrays", nested(20_000), "128 levels"],
  ["9,990 properties", wide(9_990), undefined],
  ["10,000 properties", wide(10_000), "20000 values"],
  ["19,996 values of an enum", ofEnum(19_996), undefined],
  ["19,997 values of an enum", ofEnum(19_997), "20000 values"],
  ["300,000 values of an enum", ofEnum(300_000), "20000 values"],
] as const)
  test(`a tool manifest with a schema of ${title} is ${problem ? `refused (more than ${problem})` : "accepted"}`, () => {
    const found = [...checkListing([tool(inputSchema)])];
    assert.equal(
      found.map(({ code, message, path }) => [code, message, path]),
      problem
        ? [
            [
              "MCP626",
              `"inputSchema" of the tool "t" has more than ${problem}.`,
              [0, "inputSchema"],
            ],
          ]
        : [],
    );
  });

test("all entries of a tool manifest together may contain at most 1,000,000 JSON values", () => {
  // The values are in `default`, because a schema with thousands of enum values
  // takes long to check. Each tool has 20,000 values.
  const schema = { type: "object", default: Array(19_995).fill(1) };
  const tools = Array.from({ length: 51 }, (_, index) =>
    tool(schema, `t${index}`),
  );
  assert.equal(
    [...checkListing(tools)].map(({ path, message }) => [path, message]),
    [
      [
        [50],
        'The tool "t50" is one too many: all entries together may have 1000000 values.',
      ],
    ],
  );
});

test("`checkListing` accepts as many tools as its limit", () => {
  const count = (most: number) =>
    [...checkListing([tool({ type: "object" })], most)].length;
  assert.equal([count(1), count(0)], [0, 1]);
});

/** Returns the texts of the errors with which a manifest is refused. */
function refusal(name: string, text: string): string[] {
  try {
    readManifest(`${folderWith({ [name]: text })}/${name}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics.map(
      ({ code, message, place }) =>
        `${code} ${message.replace(/^.*\//, "")} ${place?.file.replace(/^.*\//, "")}:${place?.line}:${place?.column}`,
    );
  }
  return [];
}

const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const json = `[{ "name": "t",\n "inputSchema": { "type": "object", "a": ${deep} } }]`;
for (const [name, text, expected] of [
  [
    "a.json",
    json,
    'MCP626 a.json: "inputSchema" of the tool "t" has more than 128 levels. a.json:2:17',
  ],
  [
    "a.yaml",
    json,
    "MCP611 a.yaml: a YAML file may have at most 256 levels. a.yaml:2:295",
  ],
  [
    "c.yaml",
    `a: ${"- ".repeat(200_000)}`,
    "MCP611 c.yaml: a YAML file may have at most 256 levels. c.yaml:1:2",
  ],
  [
    "d.yaml",
    `# ${"]".repeat(300)}\n${"[".repeat(257)}`,
    "MCP611 d.yaml: a YAML file may have at most 256 levels. d.yaml:2:257",
  ],
  [
    "b.yaml",
    `# ${"x".repeat(500_000)}`,
    "MCP611 b.yaml: a YAML file may have at most 500000 characters. Convert the file to JSON. b.yaml:1:1",
  ],
] as const)
  test(`the file ${name} of ${text.length} characters is refused with: ${expected}`, () => {
    assert.equal(refusal(name, text), [expected]);
  });

test.run();
