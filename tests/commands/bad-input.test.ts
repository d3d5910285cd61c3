/** Every mistake of a user's gets a message, exit code 2, and loses nothing. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../generator/cli/registry.js";
import { BIN, runCli } from "../support/cli.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";

/** Command lines, and what is in the message. */
const LINES: Readonly<
  Record<string, readonly [line: string, ...says: (string | RegExp)[]]>
> = {
  "an unknown revision": [
    "--rev 2025-06-81",
    '"2025-06-81"',
    'Did you mean "2025-06-18"?',
    "2024-11-05",
  ],
  "an empty revision": ["--rev=", /empty revision/],
  "no source": ["", "--rev R", "--schema FILE"],
  "two sources": ["--rev draft --schema schema.ts", /both/],
  "an unknown option": ["--revision draft", "--revision", "--rev"],
  "an unknown command": ["revision", "Did you mean revisions?"],
  "an option given twice": ["--rev draft --out a --out b", "--out", "2 times"],
  "a switch with a value": ["--rev draft --check=x", "--check"],
  "a missing value": ["--rev", /rev/],
  "an empty list": ["--rev draft --only=", "--only"],
  "an unknown output": [
    "--rev draft --only type",
    '"type"',
    'Did you mean "types"?',
  ],
  "a missing file": ["--schema missing.ts", "missing.ts", /no file/],
  "a folder": ["--schema .", /folder/],
};

const LINE = SMALL_SCHEMA.split("\n").length;
const VERSION = /^.*LATEST_PROTOCOL_VERSION.*\n/m;

/** Schemas, and what is in the message. */
const SCHEMAS: Readonly<
  Record<string, readonly [string | Buffer, ...says: (string | RegExp)[]]>
> = {
  "a name that the language needs for itself": [
    `${SMALL_SCHEMA}export interface await {}\n`,
    `schema.ts:${LINE}:18: error MCP108: TS1262: `,
    "cause: ",
    "fix: ",
  ],
  "a name that the output needs for itself": [
    `${SMALL_SCHEMA}export type METHODS = 1;\n`,
    `schema.ts:${LINE}:1: error MCP200:`,
    `> ${LINE} | export type METHODS = 1;`,
  ],
  "an empty file": ["", /empty/],
  "a file of white space": [" \n\n", /no declaration/i],
  "a binary file": [
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    /not text/,
    "offset 4",
  ],
  "a file that is not UTF-8": [Buffer.from([0x61, 0xff, 0xfe]), "UTF-8"],
  "broken syntax": [
    `${SMALL_SCHEMA}export interface Broken {\n  name: ;\n`,
    `schema.ts:${LINE + 1}:9`,
    "> ",
  ],
  "several faults at once": [
    `${SMALL_SCHEMA}export enum E { A }\nexport class C {}\nexport type T = Missing;`,
    `:${LINE}:1`,
    `:${LINE + 1}:1`,
    `:${LINE + 2}:17`,
  ],
};
const badInput = suite("bad input");

/** Mistakes of each command, whose fixes name options that the command has. */
const FIXES: readonly string[] = [
  "--rev nope",
  "--schema none.ts",
  "--schema unversioned.ts --dry-run",
  "--rev draft --out file",
  "--rev draft --watch",
  "--schema x.ts --check --watch",
  "--schema x.ts --dry-run --watch",
  "new server x --update --from y --watch",
  "diff nope latest",
  "diff latest none.ts",
  "diff latest unversioned.ts",
  "model --rev nope",
  "model",
  "validate none.jsonl --rev nope",
  "validate file",
  "schema lint none.ts",
  "schema lint .",
  "schema lint --rev nope",
  "schema lint unversioned.ts",
  "schema verify none.ts --rev draft",
  "schema verify unversioned.ts --rev nope",
  "schema pull nope",
  "new server new --rev nope --yes",
  "new server . --yes",
  "new server new --update",
  "new client new --tools x --yes",
  "new client file --yes",
];
for (const line of FIXES)
  badInput(`a fix for "${line}" can be followed`, async () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      file: "x",
      "unversioned.ts": SMALL_SCHEMA.replace(VERSION, ""),
    });
    const words = line.split(" ");
    const { code, stderr } = await runCli(words, folder);
    assert.is.not(code, 3, stderr);
    const { options } =
      COMMANDS.findLast((one) =>
        one.words.every((word, at) => words[at] === word),
      ) ?? {};
    const fixes = [...stderr.matchAll(/^ {2}fix: (.*)$/gm)];
    assert.ok(fixes.length > 0);
    for (const [, fix = ""] of fixes)
      // `mcp-codegen generate --x` names the command, too.
      for (const [option] of fix
        .replace(/`?mcp-codegen [^`]*`?/g, "")
        .matchAll(/(?<=--)[a-z-]+/g))
        assert.ok(option in { ...options, help: 1 }, `${option} in: ${fix}`);
  });

/** The run is refused, and says what it has to. */
async function refused(
  line: string,
  schema: string | Buffer,
  says: readonly (string | RegExp)[],
): Promise<void> {
  const folder = temporaryFolder();
  writeTree(folder, { "out/kept.ts": "kept\n" });
  writeFileSync(join(folder, "schema.ts"), schema);
  const words = line.split(" ").filter(Boolean);
  const out = line.includes("--out") ? [] : ["--out", "out"];
  const run = await runCli([...words, ...out], folder);
  assert.is(run.code, 2, run.stderr);
  assert.is(run.stdout, "");
  for (const part of [...says, "fix:"]) assert.match(run.stderr, part);
  assert.not.match(run.stderr, /\n\s+at .*\.js:\d+/);
  assert.equal(Object.keys(readTree(join(folder, "out"))), ["kept.ts"]);
}

for (const [name, [line, ...says]] of Object.entries(LINES))
  badInput(name, () => refused(line, "", says));
for (const [name, [schema, ...says]] of Object.entries(SCHEMAS))
  badInput(name, () => refused("--schema schema.ts", schema, says));

badInput("a server without a version", () =>
  refused(
    "--schema schema.ts --only server",
    SMALL_SCHEMA.replace(VERSION, ""),
    ["--protocol-version"],
  ),
);

badInput("a folder that can not be written", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "schema.ts"), SMALL_SCHEMA);
  const run = await runCli(
    ["--schema", "schema.ts", "--out", "/proc/out"],
    folder,
  );
  assert.is(run.code, 2);
  assert.match(run.stderr, "/proc/out");
  assert.match(run.stderr, "cause:");
});

badInput("a working folder that was deleted", () => {
  const folder = temporaryFolder();
  for (const args of ["--rev draft", "diff draft latest", "--help"]) {
    const { status, stderr } = spawnSync(
      "sh",
      [
        "-c",
        `rmdir "$PWD"; exec "$0" "$@"`,
        process.execPath,
        BIN,
        ...args.split(" "),
      ],
      { cwd: mkdtempSync(join(folder, "gone-")), encoding: "utf8" },
    );
    assert.is(status, 2, stderr);
    assert.match(stderr, "error MCP004: The working folder is not there");
  }
});

badInput("templates in a folder below the one that is named", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "t/types.ts.hbs": "", "t/a/b/x.txt.hbs": "" });
  const run = await runCli(["--rev", "draft", "--templates", "t"], folder);
  assert.is(run.code, 2);
  assert.match(run.stderr, "MCP216: t/a/b/x.txt.hbs is in a folder below t.");
});

badInput("with --json, the diagnostics are on stdout as JSON", async () => {
  const run = await runCli(["--rev", "nope", "--json"]);
  assert.is(run.code, 2);
  const result = JSON.parse(run.stdout) as {
    ok: boolean;
    diagnostics: { code: string }[];
  };
  assert.is(result.ok, false);
  assert.equal(
    result.diagnostics.map((d) => d.code),
    ["MCP001"],
  );
});

badInput.run();
