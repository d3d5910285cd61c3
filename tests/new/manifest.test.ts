/** Manifests: what they become, and what is refused. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileNames } from "../../generator/starter/names.js";
import { folderWith, readTree, textOf } from "../support/folders.js";
import {
  buildProject,
  builtServer,
  newProject,
  overStdio,
  run,
  testProject,
} from "./support.js";

const test = suite("manifests");

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

test("YAML becomes typed stubs that are served", async () => {
  const cwd = folderWith({ "mine.yml": YAML });
  const tools = ["--tools", `${cwd}/mine.yml`];
  const { folder, made } = await newProject("server", tools);
  assert.match(
    made.stderr,
    'get_weather: tools have no "desciption". Did you mean "description"?',
  );
  const tree = readTree(folder);
  assert.is(textOf(tree, "tools.yml"), YAML);
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
    assert.equal(good["structuredContent"], {
      sky: "clear",
      at: "2025-01-01T00:00:00Z",
    });
    assert.is((await call("x"))["isError"], true);
  });
});

test("names become files that every disk can hold", () => {
  const names = ["b.c", "CON", "x", "X", "b-c", "../y", "…"];
  const files = [...fileNames(names).values()];
  const plain = files.map((file) => file.replace(/-[0-9a-f]{6}$/, "-#"));
  assert.equal(plain.sort(), ["-#", "CON-#", "X-#", "b-c", "b-c-#", "x", "y"]);
  assert.is(
    new Set(files.map((file) => file.toLowerCase())).size,
    names.length,
  );
});

const tool = (name: string, inputSchema: unknown = { type: "object" }) =>
  JSON.stringify([{ name, inputSchema }]);

const BAD: Readonly<
  Record<string, readonly [file: string, text: string, message: RegExp]>
> = {
  "no JSON": [
    "a.json",
    '[\n  { "name": }\n]',
    /a\.json:2:13: error MCP611: .*a\.json does not parse/,
  ],
  "no YAML": ["a.yaml", "tools: [", /a\.yaml:1:\d+: error MCP611/],
  "YAML in a JSON file": ["a.json", "tools: []", /MCP611/],
  "an alias bomb": [
    "a.yaml",
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\ntools: [*c,*c]\n`,
    /MCP611/,
  ],
  "no tools": ["a.json", "{}", /MCP612: a\.json: It has no "tools"/],
  "a tool without a name": ["a.json", "[{}]", /tools\[0\] has no name/],
  "a tool after one that is none": [
    "a.yaml",
    "- 1\n- { name: ../x, inputSchema: { type: object } }\n",
    /a\.yaml:2:11: error MCP614: .*"\.\.\/x" can not name a tool/,
  ],
  "a description that is no text": [
    "a.yaml",
    "tools: []\nprompts: [{ name: p, description: 5 }]\n",
    /a\.yaml:2:\d+: error MCP612: .*description of the prompt "p" is a number/,
  ],
  "two of one name": [
    "a.yaml",
    "- { name: a, inputSchema: { type: object } }\n- { name: a, inputSchema: { type: object } }\n",
    /a\.yaml:2:\d+: error MCP613: .*tools\[0\] and tools\[1\] are both called "a"/,
  ],
  "a path": [
    "a.json",
    tool("../x"),
    /MCP614: a\.json: "\.\.\/x" can not name a tool/,
  ],
  "a path beside what is nested deeply, and said twice": [
    "a.json",
    `[{"name":"../x","inputSchema":{"type":"object"},"x":1,"x":${"[".repeat(200)}${"]".repeat(200)}}]`,
    /a\.json:1:1: error MCP614/,
  ],
  "a schema that is a list": [
    "a.json",
    tool("a", []),
    /MCP615: .*inputSchema of the tool "a" is an array/,
  ],
  "a schema of no object": [
    "a.json",
    tool("a", { type: "string" }),
    /MCP615: .*has not type "object"/,
  ],
  "a reference over the network": [
    "a.json",
    tool("a", {
      type: "object",
      properties: { x: { $ref: "https://example.com/x" } },
    }),
    /MCP615[^]*leads to nothing within the schema/,
  ],
  "too many tools": [
    "a.json",
    JSON.stringify(
      Array.from({ length: 10_000 }, (_, n) => ({
        name: `t${n}`,
        inputSchema: { type: "object" },
      })),
    ),
    /MCP616: a\.json: There are 10000 tools/,
  ],
  "a binary file": ["a.json", "\0\u0001", /MCP610/],
};

for (const [what, [file, text, message]] of Object.entries(BAD))
  test(`${what} is refused, and nothing is written`, async () => {
    const cwd = folderWith({ [file]: text });
    const made = join(cwd, "made");
    const { code, stderr } = await run(
      "new",
      "server",
      made,
      "--tools",
      join(cwd, file),
    );
    assert.is(code, 2);
    assert.match(stderr, message);
    assert.not.match(stderr, /\n\s+at /);
    assert.equal(Object.keys(readTree(cwd)), [file]);
  });

test.run();
