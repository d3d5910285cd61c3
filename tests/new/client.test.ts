/** Client projects: with a server's types, and without. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readTree, textOf, writeTree } from "../support/folders.js";
import {
  buildProject,
  newProject,
  run,
  runNode,
  testProject,
} from "./support.js";

const test = suite("new client");

for (const rev of ["2024-11-05", "2025-11-25", "2026-07-28"])
  test(`${rev}: lists and calls what its configuration names`, async () => {
    const server = await newProject("server", ["--rev", rev]);
    await buildProject(server.folder);
    const { folder } = await newProject("client", ["--rev", rev]);
    await buildProject(folder);
    assert.is(await testProject(folder), 1);
    const command = "${NODE_OF_TEST}";
    const args = [join(server.folder, "dist/src/main.js")];
    writeFileSync(
      join(folder, "mcp.json"),
      JSON.stringify({ mcpServers: { example: { command, args } } }),
    );
    process.env["NODE_OF_TEST"] = process.execPath;
    const main = join(folder, "dist/src/main.js");
    const listed = await runNode([main], folder);
    assert.is(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /example\n {2}tool add: Adds two numbers\n/);
    const call = ["example", "add", '{"a":1,"b":2}'];
    const refused = await runNode([main, ...call], folder);
    assert.is(refused.stdout, "", "nobody is there to agree");
    const called = await runNode([main, "--yes", ...call], folder);
    assert.match(called.stdout, /"text": "(3|\{\\"sum\\":3\})"/);
  });

const PROBE = `
import { createClient } from "./client.js";
import { spawn } from "./generated/client.js";
const client = createClient();
await client.connect(spawn(process.execPath, [process.argv[2] ?? ""]));
const { sum } = await client.tools.add({ a: 1, b: 2 });
const exact: number = sum;
// @ts-expect-error
const wrong = () => client.tools.add({ a: "1" });
// @ts-expect-error
const none = () => client.tools.subtract({});
const { messages } = await client.prompts.explain({ topic: "sums" });
// @ts-expect-error
const untold = () => client.prompts.explain({});
const { contents } = await client.resources["greeting://{name}"]({ name: "Ada" });
console.log(JSON.stringify([exact, messages.length, contents, typeof wrong, typeof none, typeof untold]));
await client.close();
`;

test("a server's tools, prompts and templates have types, and drift is told", async () => {
  const server = await newProject("server", ["--yes"]);
  await buildProject(server.folder);
  const main = join(server.folder, "dist/src/main.js");
  const from = `"${process.execPath}" "${main}"`;
  const { folder } = await newProject("client", ["--from", from]);
  writeTree(folder, { "src/probe.ts": PROBE });
  await buildProject(folder);
  const probe = join(folder, "dist/src/probe.js");
  const same = await runNode([probe, main], folder);
  assert.is(same.stderr, "");
  const contents = [
    { uri: "greeting://Ada", mimeType: "text/plain", text: "Hello, Ada!" },
  ];
  assert.equal(JSON.parse(same.stdout), [
    3,
    1,
    contents,
    "function",
    "function",
    "function",
  ]);

  const definition = join(server.folder, "dist/src/generated/tools/add.js");
  const text = readFileSync(definition, "utf8");
  writeFileSync(definition, text.replace("The first", "Another"));
  const drifted = await runNode([probe, main], folder);
  assert.match(drifted.stderr, /The server has changed: tool add has changed/);

  const before = readTree(folder);
  assert.is((await run("new", "client", folder, "--check")).code, 0);
  const again = await run("new", "client", folder, "--update", "--from", from);
  assert.is(again.code, 0, again.stderr);
  const after = readTree(folder);
  const touched = Object.keys(after).filter(
    (path) => before[path] !== after[path],
  );
  assert.equal(touched, [
    "server.json",
    "src/generated/.mcp-codegen.json",
    "src/generated/tools/add.ts",
  ]);
  assert.match(textOf(after, "server.json"), "Another number");
});

test.run();
