/**
 * Tests of invalid schemas. The commands exit with code 2, print an error with
 * a fix, and change no file.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, ROOT, runCli } from "../../harness/program/cli.js";
import { folderWith, temporaryFolder } from "../../harness/program/folders.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { bundledSchema } from "../../harness/models/sources.js";

const LINE = SMALL_SCHEMA.split("\n").length;
const SCHEMA = bundledSchema("2025-06-18");
const UNIONS = SCHEMA.indexOf("export type ClientRequest");

/** Schema in valid TypeScript for a protocol other than MCP. */
const OTHER = `
export type integer = number;
export interface Position { line: integer; character: integer }
export interface InitializeParams { processId: integer | null; rootUri: string | null }
export interface RequestMessage { jsonrpc: "2.0"; id: integer | string; method: string }
`;

/**
 * Test cases: content of the schema file, and texts that the error must
 * contain.
 */
const SCHEMAS: Readonly<
  Record<string, readonly [string | Buffer, ...says: (string | RegExp)[]]>
> = {
  "a declaration named by a keyword": [
    `${SMALL_SCHEMA}export interface await {}\n`,
    `schema.ts:${LINE}:18: error MCP108: TS1262: `,
    "cause: ",
  ],
  "an empty file": ["", /empty/],
  "a file of whitespace": [" \n\n", /:1:1: error MCP104/],
  "a file of comments": ["// nothing\n/* here */\n", /:1:1: error MCP104/],
  "a binary file": ["\x7fELF\0\u0001", /not text/, "offset 4"],
  "a file that is not UTF-8": [Buffer.from([0x61, 0xff, 0xfe]), "UTF-8"],
  "a syntax error": [
    `${SMALL_SCHEMA}export interface Broken {\n  name: ;\n`,
    `schema.ts:${LINE + 1}:9`,
    "> ",
  ],
  "several errors at once": [
    `${SMALL_SCHEMA}export enum E { A }\nexport class C {}\nexport type T = Missing;`,
    `:${LINE}:1`,
    `:${LINE + 1}:1`,
    `:${LINE + 2}:17`,
  ],
  "a file of another protocol": [
    OTHER,
    "schema.ts:1:1: error MCP104: The file declares no type `ClientRequest`",
  ],
  "a file in another language": [
    "syntax = 'proto3';",
    "1:1: error MCP104",
    "1:1: error MCP108: TS2304: Cannot find name 'syntax'.",
    "1:1: error MCP110: Unsupported expression statement",
  ],
  "an HTML page": [
    "<!DOCTYPE html>\n<html><body>404: Not Found</body></html>\n",
    "schema.ts:1:1: error MCP012",
    "> 1 | <!DOCTYPE html>",
  ],
  "a download that ended inside a declaration": [
    SCHEMA.slice(0, SCHEMA.indexOf("cursor?: Cursor") + 6),
    /schema\.ts:\d+:\d+: error MCP103/,
    "check that it is complete",
  ],
  "a download that ended between declarations": [
    SCHEMA.slice(0, SCHEMA.lastIndexOf("\n}\n", UNIONS) + 3),
    "MCP104",
    "ClientRequest",
  ],
  "a file of more than 16 MiB": [
    Buffer.alloc(16 * 1024 * 1024 + 1, SMALL_SCHEMA),
    "MCP013",
    "16777217 bytes",
    "the limit is 16777216 bytes",
  ],
};

const test = suite("command: generate, bad input");

const GENERATE = ["--schema", "schema.ts", "--out", "out"];

/**
 * Asserts that a command exits with code 2, prints the given texts, and changes
 * no file.
 */
async function assertRejected(
  args: readonly string[],
  schema: string | Buffer,
  says: readonly (string | RegExp)[],
): Promise<void> {
  const folder = folderWith({ "out/kept.ts": "kept\n" });
  writeFileSync(join(folder, "schema.ts"), schema);
  const run = await runCli(args, folder);
  assert.equal([run.code, run.stdout], [2, ""], run.stderr);
  for (const part of [...says, "fix:"]) assert.match(run.stderr, part);
  assert.not.match(run.stderr, /\n\s+at .*\.js:\d+/);
  assert.not.match(run.stderr, ROOT);
  const left = readdirSync(folder, { recursive: true }).sort();
  assert.equal(left, ["out", "out/kept.ts", "schema.ts"]);
}

for (const [name, [schema, ...says]] of Object.entries(SCHEMAS))
  test(`the commands \`generate\`, \`diff\` and \`schema lint\` reject ${name}`, async () => {
    await assertRejected(GENERATE, schema, says);
    await assertRejected(["diff", "latest", "schema.ts"], schema, says);
    await assertRejected(["schema", "lint", "schema.ts"], schema, says);
  });

test("`mcp-codegen generate` reports the position of a declaration with a reserved name", () =>
  assertRejected(GENERATE, `${SMALL_SCHEMA}export type METHODS = 1;\n`, [
    `schema.ts:${LINE}:1: error MCP200:`,
    `> ${LINE} | export type METHODS = 1;`,
  ]));

test("every command reports the error MCP004 if its working folder was deleted", () => {
  const folder = temporaryFolder();
  for (const args of ["--rev draft", "diff draft latest", "--help"]) {
    const gone = `rmdir "$PWD"; exec "$0" "$@"`;
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", gone, process.execPath, BIN, ...args.split(" ")],
      { cwd: mkdtempSync(join(folder, "gone-")), encoding: "utf8" },
    );
    assert.is(status, 2, stderr);
    assert.match(stderr, "error MCP004: The working folder does not exist");
  }
});

test.run();
