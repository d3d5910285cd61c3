/** Tests of projects created from tool manifests, and of invalid manifests. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileNames } from "../../../../generator/new/names.js";
import { createSample } from "../../../../generator/new/server/sample.js";
import { parseCases } from "../../../harness/run/cases.js";
import {
  folderWith,
  readTree,
  getFile,
} from "../../../harness/program/folders.js";
import {
  buildProject,
  builtServer,
  newProject,
  overStdio,
  run,
  testProject,
} from "../../../harness/new/project.js";

const test = suite("new: manifests");

const YAML = `
- name: get_weather
  description: The weather in a city
  desciption: misspelt
  annotations: { readOnlyHint: true }
  inputSchema:
    type: object
    properties: { location: { $ref: "#/$defs/City" } }
    required: [location]
    $defs: { City: { type: string, minLength: 2 } }
  outputSchema:
    type: object
    properties: { sky: { enum: [clear, grey] }, at: { type: string, format: date-time } }
    required: [sky, at]
- name: CON
  inputSchema: { type: object }
- name: constructor
  inputSchema: { type: object, properties: { a: true, b: false } }
- name: a.b
  inputSchema: { type: object }
- name: a-b
  inputSchema: { type: object }
- name: __proto__
  inputSchema: { type: object }
`;

test("`new server --tools` creates a server with the tools of a YAML manifest", async () => {
  const cwd = folderWith({ "mine.yml": YAML });
  const tools = ["--tools", `${cwd}/mine.yml`, "--rev", "2025-11-25"];
  const { folder, made } = await newProject("server", tools);
  assert.match(
    made.stderr,
    'get_weather: tools have no member "desciption". Did you mean "description"?',
  );
  const tree = readTree(folder);
  assert.is(getFile(tree, "tools.yml"), YAML);
  await buildProject(folder);
  assert.is(await testProject(folder), 2);
  await overStdio(builtServer(folder), "2025-11-25", async (client) => {
    const { tools } = await client.listTools();
    assert.equal(
      tools.map(({ name }) => name),
      ["get_weather", "CON", "constructor", "a.b", "a-b", "__proto__"],
    );
    const call = (location: string) =>
      client.callTool({ name: "get_weather", arguments: { location } });
    const good = await call("Oslo");
    const weather = { sky: "clear", at: "2025-01-01T00:00:00Z" };
    assert.equal(good["structuredContent"], weather);
    assert.is((await call("x"))["isError"], true);
  });
});

test("`new server --tools` warns about a member with an invalid value, with the member's position", async () => {
  const cwd = folderWith({
    "a.yaml": `- name: a\n  ${TOOL}\n- name: b\n  ${TOOL}\n  annotations: { readOnlyHint: yes }\n`,
  });
  const tools = ["--tools", `${cwd}/a.yaml`, "--rev", "2025-11-25"];
  const { made } = await newProject("server", tools);
  assert.match(
    made.stderr,
    /a\.yaml:5:32: warning MCP618: b: In 2025-11-25, "annotations\.readOnlyHint" of tools must be boolean\. The invalid value was left out\./,
  );
  assert.match(made.stderr, /fix: Correct the value in the tools file/);
});

test("`fileNames` returns distinct names that are valid on every file system", () => {
  const names = ["b.c", "CON", "x", "X", "b-c", "../y", "…"];
  const files = [...fileNames(names).values()];
  const plain = files.map((file) => file.replace(/-[0-9a-f]{6}$/, "-#"));
  assert.equal(plain.sort(), ["-#", "CON-#", "X-#", "b-c", "b-c-#", "x", "y"]);
  const lower = new Set(files.map((file) => file.toLowerCase()));
  assert.is(lower.size, names.length);
});

test("`fileNames` returns different file names for tool names that differ only in case", () => {
  const files = (names: readonly string[], known: readonly string[] = []) =>
    [...fileNames(names, new Map(known.map((name) => [name, name])))].map(
      ([name, file]) => `${name}: ${file.replace(/-[0-9a-f]{6}$/, "-#")}`,
    );
  const all = ["get", "Get", "GET"];
  assert.equal(files(all), ["get: get", "Get: Get-#", "GET: GET-#"]);
  assert.is(new Set(fileNames(all).values()).size, 3);
  const known = ["get: get-#", "Get: Get", "GET: GET-#"];
  assert.equal(files(all, ["Get"]), known);
  assert.equal(files(all, ["get", "Get"]), [
    "get: get",
    "Get: Get",
    "GET: GET-#",
  ]);
  assert.equal(files(["A.b", "a-b"]), ["A.b: A-b-#", "a-b: a-b"]);
});

test("`createSample` returns undefined for schemas that require huge values", () => {
  const list = (minItems: number, items: object): object => ({
    type: "array",
    minItems,
    items,
  });
  const again = { $ref: "#" };
  const properties = { a: again, b: again, c: again, d: again, e: again };
  const required = Object.keys(properties);
  const none = { type: "null" };
  for (const schema of [
    { type: "string", minLength: 1e9 },
    list(1e10, none),
    list(100, list(100, list(100, list(100, none)))),
    { type: "object", properties, required },
  ])
    assert.is(createSample({ ...schema }), undefined);
});

const TOOL = "inputSchema: { type: object }";
const MANY = Array.from(
  { length: 10_000 },
  (_, n) => `- { name: t${n}, ${TOOL} }`,
);
const DEEP = "[".repeat(100) + "]".repeat(100);

/**
 * Test cases: name of an invalid manifest file, its text, and the expected
 * errors.
 */
const BAD = parseCases(`
# broken JSON in a.json
[
  { "name": }
]
=> a\\.json:2:13: error MCP611: Cannot parse .*a\\.json
# broken YAML in a.yaml
tools: [
=> a\\.yaml:1:\\d+: error MCP611
# a second tool without a name in a.json
[{ "name": "a", "inputSchema": { "type": "object" } },
{}]
=> a\\.json:2:1: error MCP612: .*tools\\[1\\] needs "name"
# YAML in a.json
tools: []
=> MCP611
# an alias bomb in a.yaml
a: &a [x,x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
tools: [*c,*c]
=> MCP611
# no tools in a.json
{}
=> MCP612: a\\.json: The tools file needs "tools"
# a tool without a name in a.json
[{}]
=> tools\\[0\\] needs "name"
# a number and a tool called ../x in a.yaml
- 1
- { name: ../x, ${TOOL} }
=> a\\.yaml:2:11: error MCP614: .*"\\.\\./x" is not a valid tool name
# a number as a tool in a.yaml
tools: [7]
=> a\\.yaml:1:9: error MCP612: a\\.yaml: tools\\[0\\] must be object\\.
# a tool without an input schema in a.yaml
- { name: a }
=> error MCP61\\d: a\\.yaml: The tool "a" needs "inputSchema"\\.
# a number as description in a.yaml
tools: []
prompts: [{ name: p, description: 5 }]
=> a\\.yaml:2:\\d+: error MCP612: .*"description" of the prompt "p" must be string
# two tools with the same name in a.yaml
- { name: a, ${TOOL} }
- { name: a, ${TOOL} }
=> a\\.yaml:2:\\d+: error MCP613: .*tools\\[0\\] and tools\\[1\\] have the same name "a"
# a path as the name of a tool in a.yaml
- { name: ../x, ${TOOL} }
=> MCP614: .*a\\.yaml: "\\.\\./x" is not a valid tool name
# a tool called ../x and a duplicate member in a.json
[{"name":"../x","inputSchema":{"type":"object"},"x":1,"x":${DEEP}}]
=> a\\.json:1:10: error MCP614
# an array as input schema in a.yaml
- { name: a, inputSchema: [] }
=> MCP615: .*"inputSchema" of the tool "a" must be object
# an input schema of type string in a.yaml
- { name: a, inputSchema: { type: string } }
=> MCP615: .*"inputSchema.type" of the tool "a" must be "object"
# a reference to a URL in a.yaml
- name: a
  inputSchema: { type: object, properties: { x: { $ref: https://example.com/x } } }
=> a\\.yaml:2:57: error MCP615: .*"inputSchema.properties.x.\\$ref" of the tool "a"[^]*\\n  > 2 \\|.*\\n +\\| +\\^\\n[^]*is not a part of the schema
# an unknown type in an output schema in a.json
{ "tools": [{
  "name": "a",
  "inputSchema": { "type": "object" },
  "outputSchema": {
    "type": "object",
    "properties": { "b": { "type": "text" } }
  }
}] }
=> a\\.json:6:36: error MCP615: .*"outputSchema.properties.b.type" of the tool "a"[^]*\\n  > 6 \\|
# an unknown reference before a string as required in a.yaml
- name: a
  inputSchema:
    type: object
    properties: { q: { $ref: "#/$defs/No" } }
    required: q
=> a\\.yaml:5:15: error MCP615: .*"inputSchema.required" of the tool "a"[^]*cause: .*required must be
# too many tools in a.yaml
${MANY.join("\n")}
=> MCP616: .*The tools file has 10000 tools
# binary data in a.json
\0\u0001
=> MCP610
`);

for (const [title, text, [message = ""]] of BAD)
  test(`\`new server\` rejects a manifest with ${title} and writes nothing`, async () => {
    const file = title.split(" ").at(-1) ?? "";
    const cwd = folderWith({ [file]: text });
    const args = [join(cwd, "made"), "--tools", join(cwd, file)];
    const { code, stderr } = await run("new", "server", ...args);
    assert.is(code, 2);
    assert.match(stderr, new RegExp(message));
    assert.not.match(stderr, /\n\s+at /);
    assert.equal(Object.keys(readTree(cwd)), [file]);
  });

test.run();
