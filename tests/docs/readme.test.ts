/** Compares README.md with the examples and the commands of the program. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { example } from "../harness/generated/load.js";
import { ROOT, runCli } from "../harness/program/cli.js";
import { readTree } from "../harness/program/folders.js";

const run = promisify(execFile);
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const GENERATED = join(ROOT, "snapshots/2025-06-18");

const test = suite("docs: README");

test("README.md has at most 250 lines", () => {
  assert.ok(README.trimEnd().split("\n").length <= 250);
});

test("README.md contains the code of examples/weather.ts and examples/ask.ts", () => {
  for (const name of ["weather.ts", "ask.ts"]) {
    const text = readFileSync(join(ROOT, "examples", name), "utf8");
    const program = text.replace('"../out/', '"./generated/');
    const block = `<!-- file: ${name} -->\n\n\`\`\`ts\n${program}\`\`\`\n`;
    assert.ok(README.includes(block), name);
  }
});

for (const [clientRevision, serverRevision] of [
  ["all", "all"],
  ["all", "2024-11-05"],
  ["2024-11-05", "all"],
] as const)
  test(`the client in README.md, generated for ${clientRevision}, can call the server in README.md, generated for ${serverRevision}`, async () => {
    const server = await example(serverRevision, "weather.ts");
    const client = await example(clientRevision, "ask.ts");
    const { stdout } = await run(process.execPath, [client, server]);
    assert.is(stdout, "It is sunny in Lisbon.\n");
  });

test("the generator creates all files that README.md lists", () => {
  const listed = [...README.matchAll(/^ {2}([\w.-]+\.(?:ts|json)) /gm)].map(
    (match) => match[1],
  );
  const files = Object.keys(readTree(GENERATED));
  assert.ok(listed.length >= 5);
  for (const path of listed)
    assert.ok(path === ".mcp-codegen.json" || files.includes(path ?? ""), path);
});

test("the program has all commands that README.md lists", async () => {
  const commands = new Set(
    [...README.matchAll(/`mcp-codegen ((?:schema )?[a-z-]+)\b/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  assert.ok(commands.size >= 6);
  for (const command of commands) {
    if (command.startsWith("-")) continue;
    const { code, stdout } = await runCli([...command.split(" "), "--help"]);
    assert.is(code, 0, command);
    assert.match(stdout, `mcp-codegen ${command}`);
  }
});

test.run();
