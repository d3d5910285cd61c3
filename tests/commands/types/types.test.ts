/**
 * Tests of the command `types`: written files and printed texts.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import { folderWith } from "../../harness/program/folders.js";
import {
  PLAIN,
  readTyped,
  setTools,
  SOURCE,
  TOOL,
  TYPES,
  typedFolder,
} from "../../harness/peers/typed-folder.js";

const test = suite("commands: types");

test("the command `types` writes the same file if the server lists its tools in another order", async () => {
  const folder = await typedFolder();
  const other = { inputSchema: { type: "object" }, name: "a" };
  setTools(folder, TOOL, other);
  assert.is((await runCli(TYPES, folder)).code, 0);
  const before = readTyped(folder);
  setTools(folder, { name: "a", inputSchema: { type: "object" } }, TOOL);
  assert.is((await runCli(TYPES, folder)).code, 0);
  assert.is(readTyped(folder), before);
});

test("`types` replaces the control characters in a description", async () => {
  const folder = await typedFolder();
  setTools(folder, { ...TOOL, description: "a\0\u001b[2J\u202Eb" });
  const run = await runCli(TYPES, folder);
  assert.is(run.code, 0, run.stderr);
  assert.ok(readTyped(folder).includes("/** a\uFFFD\uFFFD[2J\uFFFDb */"));
  assert.not.match(readTyped(folder), /[^\P{C}\n]/u);
});

/**
 * Test cases: options of `types` that contain secrets, and the server's address
 * that the written file contains instead.
 */
const SECRETS: readonly (readonly [options: string[], stored: object])[] = [
  [
    ["--from", `${SOURCE} --key s3cret`, "--inherit-env"],
    { from: `${PLAIN} --key \${KEY}`, inheritEnv: true },
  ],
  [
    ["--from", `${SOURCE} --api-key s3cret TOKEN=s3cret -v s3cret-free`],
    { from: `${PLAIN} --api-key \${API_KEY} TOKEN=\${TOKEN} -v s3cret-free` },
  ],
  [
    [
      "--from",
      `${SOURCE} https://x/?a=1&api_key=s3cret --header "Authorization: s3cret"`,
    ],
    {
      from: `${PLAIN} https://x/?a=\${A}&api_key=\${API_KEY} --header "Authorization: \${AUTHORIZATION}"`,
    },
  ],
  [
    ["--from", SOURCE, "--env", "MY_TOKEN=s3cret"],
    { from: SOURCE, env: { MY_TOKEN: "${MY_TOKEN}" } },
  ],
];
for (const [options, stored] of SECRETS)
  test(`\`types ${options.slice(2).join(" ") || "--from"}\` writes variables instead of secrets`, async () => {
    const folder = await typedFolder();
    const run = await runCli(["types", ...options, "--out", "w.ts"], folder);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stderr, /^warning MCP624: /);
    const [, json = ""] =
      /"address": (\{[^]*?\n  \})/.exec(readTyped(folder)) ?? [];
    assert.equal(JSON.parse(json), { ...stored, folder: "." });
  });

/** Test cases: options of `types` for a server that it cannot use, and the error. */
const UNUSABLE: readonly (readonly [options: string[], error: RegExp])[] = [
  [["--from", "node none.mjs --token s3cret"], /^error MCP620: /],
  [
    ["--from", "tools.json", "--header", "A: b"],
    /^error MCP627: tools\.json does not use A\./,
  ],
  [
    ["--from", "tools.json", "--env", "A=b"],
    /^error MCP627: tools\.json does not use A\./,
  ],
];
for (const [options, error] of UNUSABLE)
  test(`\`types ${options.join(" ")}\` prints only an error and writes no file`, async () => {
    const folder = await typedFolder();
    const words = ["types", ...options, "--out", "new.ts"];
    const run = await runCli(words, folder);
    assert.is(run.code, 2);
    assert.match(run.stderr, error);
    assert.not(existsSync(join(folder, "new.ts")));
  });

test("the command `types` prints how many tools, prompts and resource templates it wrote to the file", async () => {
  const template = { uriTemplate: "a://{b}", name: "t" };
  const manifest = {
    tools: [TOOL],
    prompts: [{ name: "p" }, { name: "q" }],
    resourceTemplates: [template],
  };
  const folder = folderWith({ "all.json": JSON.stringify(manifest) });
  const words = ["types", "--from", "all.json", "--out", "w.ts"];
  const run = await runCli(words, folder);
  assert.is(
    run.stdout,
    "Wrote w.ts: 1 tool, 2 prompts, 1 resource template.\n",
    run.stderr,
  );
  writeFileSync(join(folder, "all.json"), JSON.stringify({ tools: [] }));
  const empty = await runCli(words, folder);
  assert.is(empty.stdout, "Wrote w.ts: 0 tools.\n", empty.stderr);
});

test.run();
