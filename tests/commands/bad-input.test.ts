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

interface Case {
  /** Added to the small schema, unless `schema` is the whole file. */
  readonly add?: string;
  readonly schema?: string | Buffer;
  readonly args?: readonly string[];
  /** All of these are in the message. */
  readonly says: readonly (string | RegExp)[];
}

const LINE = SMALL_SCHEMA.split("\n").length;

const CASES: Record<string, Case> = {
  "an unknown revision": {
    args: ["--rev", "2025-06-81"],
    says: ['"2025-06-81"', 'Did you mean "2025-06-18"?', "2024-11-05"],
  },
  "an empty revision": { args: ["--rev="], says: [/empty revision/] },
  "no source": { args: [], says: ["--rev R", "--schema FILE"] },
  "two sources": {
    args: ["--rev", "draft", "--schema", "schema.ts"],
    says: [/both/],
  },
  "an unknown option": {
    args: ["--revision", "draft"],
    says: ["--revision", "--rev"],
  },
  "an unknown command": {
    args: ["revision"],
    says: ["revision", "Did you mean revisions?"],
  },
  "an option given twice": {
    args: ["--rev", "draft", "--out", "a", "--out", "b"],
    says: ["--out", "2 times"],
  },
  "a switch with a value": {
    args: ["--rev", "draft", "--check=x"],
    says: ["--check"],
  },
  "a missing value": { args: ["--rev"], says: [/rev/] },
  "an empty list": { args: ["--rev", "draft", "--only", ""], says: ["--only"] },
  "a name that the language needs for itself": {
    add: "export interface await {}\n",
    says: [`schema.ts:${LINE}:18: error MCP108: TS1262: `, "cause: ", "fix: "],
  },
  "a name that the output needs for itself": {
    add: "export type METHODS = 1;\n",
    says: [
      `schema.ts:${LINE}:1: error MCP200:`,
      `> ${LINE} | export type METHODS = 1;`,
    ],
  },
  "a server without a version": {
    schema: SMALL_SCHEMA.replace(/^.*LATEST_PROTOCOL_VERSION.*\n/, ""),
    args: ["--schema", "schema.ts", "--only", "server"],
    says: ["--protocol-version"],
  },
  "an unknown output": {
    args: ["--rev", "draft", "--only", "type"],
    says: ['"type"', 'Did you mean "types"?'],
  },
  "a missing file": {
    args: ["--schema", "missing.ts"],
    says: ["missing.ts", /no file/],
  },
  "a folder": { args: ["--schema", "."], says: [/folder/] },
  "an empty file": { schema: "", says: [/empty/] },
  "a file of white space": { schema: " \n\n", says: [/no declaration/i] },
  "a binary file": {
    schema: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    says: [/not text/, "offset 4"],
  },
  "a file that is not UTF-8": {
    schema: Buffer.from([0x61, 0xff, 0xfe]),
    says: ["UTF-8"],
  },
  "broken syntax": {
    add: "export interface Broken {\n  name: ;\n",
    says: [`schema.ts:${LINE + 1}:9`, "> "],
  },
  "no ClientRequest": {
    schema: SMALL_SCHEMA.replace("export type ClientRequest", "type Other"),
    says: ["ClientRequest"],
  },
  "several faults at once": {
    add: "export enum E { A }\nexport class C {}\nexport type T = Missing;",
    says: [`:${LINE}:1`, `:${LINE + 1}:1`, `:${LINE + 2}:17`],
  },
  "one method twice within one union": {
    schema: SMALL_SCHEMA.replace(
      "PingRequest | EchoRequest;",
      "PingRequest | EchoRequest | Echo2Request;\n" +
        'export interface Echo2Request extends Request { method: "echo" }',
    ),
    says: ['"echo"', "EchoRequest", "Echo2Request"],
  },
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
    const unversioned = /^.*LATEST_PROTOCOL_VERSION.*\n/m;
    writeTree(folder, {
      file: "x",
      "unversioned.ts": SMALL_SCHEMA.replace(unversioned, ""),
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

for (const [name, { add, schema, args, says }] of Object.entries(CASES))
  badInput(name, async () => {
    const folder = temporaryFolder();
    const text = schema ?? (add === undefined ? null : SMALL_SCHEMA + add);
    if (text !== null) writeFileSync(join(folder, "schema.ts"), text);
    writeTree(folder, { "out/kept.ts": "kept\n" });
    const run = await runCli(
      [
        ...(args ?? ["--schema", "schema.ts"]),
        ...(args?.includes("--out") ? [] : ["--out", "out"]),
      ],
      folder,
    );
    assert.is(run.code, 2, run.stderr);
    assert.is(run.stdout, "");
    for (const part of says) assert.match(run.stderr, part);
    assert.match(run.stderr, "fix:");
    assert.not.match(run.stderr, /\n\s+at .*\.js:\d+/);
    assert.equal(Object.keys(readTree(join(folder, "out"))), ["kept.ts"]);
  });

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
