/** What the README shows is what the program does. */
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

const readme = suite("README");

readme("its programs are the examples", () => {
  for (const name of ["weather.ts", "ask.ts"]) {
    const text = readFileSync(join(ROOT, "examples", name), "utf8");
    const shown = `<!-- examples/${name} -->\n\n\`\`\`ts\n${text}\`\`\`\n`;
    assert.ok(README.includes(shown), name);
  }
});

for (const [asks, serves] of [
  ["all", "all"],
  ["all", "2024-11-05"],
  ["2024-11-05", "all"],
] as const)
  readme(`a client of ${asks} uses the server of ${serves}`, async () => {
    const server = await example(serves, "weather.ts");
    const client = await example(asks, "ask.ts");
    const { stdout } = await run(process.execPath, [client, server]);
    assert.is(stdout, "It is sunny in Lisbon.\n");
  });

readme("its pieces of output are in the output", () => {
  const output = Object.values(readTree(GENERATED)).join("\n");
  const pieces = [
    ...README.matchAll(/finds it in the output -->\n\n```ts\n([^]*?)```/g),
  ];
  assert.is(pieces.length, 2);
  for (const [, piece = ""] of pieces) assert.ok(output.includes(piece), piece);
});

readme("its files are the generated ones", () => {
  const listed = [...README.matchAll(/^ {2}([\w.-]+\.(?:ts|json)) /gm)].map(
    (match) => match[1],
  );
  const there = Object.keys(readTree(GENERATED));
  assert.ok(listed.length >= 5);
  for (const path of listed)
    assert.ok(path === ".mcp-codegen.json" || there.includes(path ?? ""), path);
});

readme("its commands are commands", async () => {
  const commands = new Set(
    [...README.matchAll(/`mcp-codegen ((?:schema )?[a-z]+)\b/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  assert.ok(commands.size >= 6);
  for (const command of commands) {
    const { code, stdout } = await runCli([...command.split(" "), "--help"]);
    assert.is(code, 0, command);
    assert.match(stdout, `mcp-codegen ${command}`);
  }
});

readme("its links lead somewhere", () => {
  for (const [, path = ""] of README.matchAll(/\]\(((?!http)[^)#]+)\)/g))
    readFileSync(join(ROOT, path));
});

readme.run();
