/**
 * Tests of `schema lint`: code, position, source excerpt and explanation of a
 * finding.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderWith } from "../harness/program/folders.js";
import { runCli } from "../harness/program/cli.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";

const test = suite("command: schema lint");

/** Schema for which `schema lint` has no findings. */
const CLEAN = SMALL_SCHEMA.replace("string | number", "string");
const LINE = CLEAN.split("\n").length;
const LOST =
  'export interface LostRequest extends Request { method: "lost" }\n';
const FILES = {
  "clean.ts": CLEAN,
  "crlf.ts": `\uFEFF${CLEAN}${LOST}`.replaceAll("\n", "\r\n"),
  "lost.ts": CLEAN + LOST,
  "note.ts": `${CLEAN}export type Count = number;\n`,
  "vague.ts": `${CLEAN.replace("PingRequest |", "PingRequest | VagueRequest |")}\
export interface VagueRequest extends Request { method: "vague" }
/** @vague */
export type Vague = string;
`,
};

const text = (file: string): string =>
  `\
${file}:${LINE}:1: error MCP400: \`LostRequest\` ("lost") is not a member of a message union such as \`ClientRequest\`
    ${LINE - 2} |
    ${LINE - 1} | export type ClientRequest = PingRequest | EchoRequest;
  > ${LINE} | export interface LostRequest extends Request { method: "lost" }
       | ^
    ${LINE + 1} |
  why: Unions such as \`ClientRequest\` list all messages that a client or server sends. A message that is not in a union is never sent. The message may be missing in a union by mistake.

${file}: 1 error.
`;

function run(...args: readonly string[]) {
  const folder = folderWith(FILES);
  return runCli(["schema", "lint", ...args], folder);
}

const REVISION = "schema/2025-11-25/schema.ts";
/**
 * Test cases: command line, exit code, and the standard output or a pattern
 * that matches it.
 */
const CASES: readonly [line: string, code: number, out: string | RegExp][] = [
  ["clean.ts", 0, "clean.ts: no findings.\n"],
  ["lost.ts", 1, text("lost.ts")],
  ["crlf.ts", 1, text("crlf.ts")],
  ["note.ts", 0, /^note\.ts:\d+:1: note MCP405: `Count` /],
  ["note.ts", 0, /\nnote\.ts: 1 note\.\n$/],
  ["--rev 2025-11-25", 0, new RegExp(`${REVISION}:\\d+:\\d+: note MCP404: `)],
  ["--rev 2025-11-25", 0, /schema\.ts: \d+ warnings, \d+ notes\.\n$/],
];
for (const [line, code, out] of CASES)
  test(`\`mcp-codegen schema lint ${line}\` prints ${JSON.stringify(out)}`, async () => {
    const done = await run(...line.split(" "));
    assert.is(done.code, code, done.stderr);
    if (typeof out === "string") assert.is(done.stdout, out);
    else assert.match(done.stdout, out);
  });

test("`mcp-codegen schema lint` prints warnings of the parser on stderr", async () => {
  const { stderr } = await run("vague.ts");
  assert.match(stderr, "MCP140");
  assert.match(stderr, "MCP157");
});

test("`mcp-codegen schema lint --json` prints the findings as JSON", async () => {
  const { code, stdout } = await run("lost.ts", "--json");
  assert.is(code, 1);
  const { ok, file, findings } = JSON.parse(stdout) as {
    ok: boolean;
    file: string;
    findings: { code: string; position: object; explanation: string }[];
  };
  assert.equal([ok, file, findings.length], [false, "lost.ts", 1]);
  assert.is(findings[0]?.code, "MCP400");
  assert.equal(findings[0]?.position, { line: LINE, column: 1 });
  assert.match(findings[0]?.explanation ?? "", "Unions such as");
});

test.run();
