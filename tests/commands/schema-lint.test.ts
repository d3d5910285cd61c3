/** `schema lint`: findings with code, place, code frame and explanation. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../support/cli.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const linting = suite("command: schema lint");

/** Of which there is nothing to say. */
const CLEAN = SMALL_SCHEMA.replace("string | number", "string");
const LINE = CLEAN.split("\n").length;
const LOST =
  'export interface LostRequest extends Request { method: "lost" }\n';
const FILES = {
  "clean.ts": CLEAN,
  "crlf.ts": `\uFEFF${CLEAN}${LOST}`.replaceAll("\n", "\r\n"),
  "lost.ts": CLEAN + LOST,
  "note.ts": `${CLEAN}export type Count = number;\n`,
};

const text = (file: string): string =>
  `\
${file}:${LINE}:1: error MCP400: \`LostRequest\` ("lost") is in no union of messages
    ${LINE - 2} |
    ${LINE - 1} | export type ClientRequest = PingRequest | EchoRequest;
  > ${LINE} | export interface LostRequest extends Request { method: "lost" }
       | ^
    ${LINE + 1} |
  why: The method unions say which messages there are. One that stands in none of them is never sent, unless the union was forgotten.

${file}: 1 error.
`;

/** All of stdout or what is in it, and what is in stderr. */
const CASES: Record<
  string,
  readonly [line: string, code: number, out: string | RegExp, err?: string]
> = {
  "nothing to say": ["clean.ts", 0, "clean.ts: nothing to say.\n"],
  "a note ends with 0": [
    "note.ts",
    0,
    /^note\.ts:\d+:1: note MCP405: `Count` [^]*\nnote\.ts: 1 note\.\n$/,
  ],
  "a revision": [
    "--rev 2025-11-25",
    0,
    /schema\/2025-11-25\/schema\.ts:\d+:\d+: note MCP404: [^]*\nschema\/2025-11-25\/schema\.ts: \d+ warnings, \d+ notes\.\n$/,
  ],
};

for (const [name, [line, code, out, err = ""]] of Object.entries(CASES))
  linting(name, async () => {
    const folder = temporaryFolder();
    writeTree(folder, FILES);
    const run = await runCli(["schema", "lint", ...line.split(" ")], folder);
    assert.is(run.code, code, run.stderr);
    if (typeof out === "string") assert.is(run.stdout, out);
    else assert.match(run.stdout, out);
    assert.match(run.stderr, err);
  });

for (const file of ["lost.ts", "crlf.ts"])
  linting(`an error: ${file}`, async () => {
    const folder = temporaryFolder();
    writeTree(folder, FILES);
    const run = await runCli(["schema", "lint", file], folder);
    assert.is(run.stdout, text(file));
    assert.is(run.code, 1);
  });

linting("what the parser warns of is beside the findings", async () => {
  const folder = temporaryFolder();
  const vague = "ClientRequest = PingRequest | VagueRequest |";
  writeTree(folder, {
    "vague.ts": `${CLEAN.replace("ClientRequest = PingRequest |", vague)}\
export interface VagueRequest extends Request { method: "vague" }
/** @vague */
export type Vague = string;
`,
  });
  const run = await runCli(["schema", "lint", "vague.ts"], folder);
  assert.match(run.stderr, "MCP140");
  assert.match(run.stderr, "MCP157");
});

linting("--json", async () => {
  const folder = temporaryFolder();
  writeTree(folder, FILES);
  const run = await runCli(["schema", "lint", "lost.ts", "--json"], folder);
  assert.is(run.code, 1);
  const { ok, file, findings } = JSON.parse(run.stdout) as {
    ok: boolean;
    file: string;
    findings: { code: string; position: object; explanation: string }[];
  };
  assert.equal({ ok, file }, { ok: false, file: "lost.ts" });
  assert.is(findings.length, 1);
  assert.is(findings[0]?.code, "MCP400");
  assert.equal(findings[0]?.position, { line: LINE, column: 1 });
  assert.match(findings[0]?.explanation ?? "", "unions");
});

linting.run();
