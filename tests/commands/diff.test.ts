/**
 * Tests of the command `diff`: its text, Markdown and JSON output, and its exit
 * codes.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderWith } from "../harness/program/folders.js";
import { runCli } from "../harness/program/cli.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";

const test = suite("command: diff");

const NEWER = SMALL_SCHEMA.replace("text: string }", "text: string; n?: 1 }");
const FILES = {
  "older.ts": SMALL_SCHEMA,
  "newer.ts": NEWER,
  "same.ts": `// Moved.\n${SMALL_SCHEMA}\n`,
  draft: NEWER,
};

function run(...args: string[]) {
  const folder = folderWith(FILES);
  return runCli(["diff", ...args], folder);
}

const MARKDOWN = `\
# From older.ts to newer.ts

1 change: 0 break an older client, 0 an older server.

## Members

- \`EchoRequest.params.n\` added
  - new definition: \`n?: 1\`
`;
/** Text output of `diff`: the Markdown output without markup. */
const PLAIN = MARKDOWN.replace(/^#+ |`/gm, "");
const SAME = /There is no difference on the wire\.\n$/;

/**
 * Test cases: command line, exit code, and the standard output or a pattern
 * that matches it.
 */
const CASES: readonly [line: string, code: number, out: string | RegExp][] = [
  ["older.ts newer.ts", 0, PLAIN],
  ["older.ts newer.ts --format md", 0, MARKDOWN],
  ["older.ts newer.ts --exit-code", 1, PLAIN],
  ["older.ts same.ts --exit-code", 0, SAME],
  ["2026-07-28 draft --exit-code", 0, SAME],
  ["2025-03-26 2025-06-18", 0, /^From 2025-03-26 to 2025-06-18\n/],
  ["2025-03-26 2025-06-18", 0, /- elicitation\/create added/],
  ["2024-11-05 ./newer.ts", 0, /^From 2024-11-05 to \.\/newer\.ts\n/],
  ["2024-11-05 ./newer.ts", 0, /initialize removed/],
  // `./draft` is a file whose name is also the name of a revision.
  ["older.ts ./draft", 0, /EchoRequest\.params\.n added/],
  ["older.ts newer.ts --format md --json", 2, /"code": "MCP000"/],
];
for (const [line, code, out] of CASES)
  test(`\`mcp-codegen diff ${line}\` exits with ${code}`, async () => {
    const done = await run(...line.split(" "));
    assert.is(done.code, code, done.stderr);
    if (typeof out === "string") assert.is(done.stdout, out);
    else assert.match(done.stdout, out);
    if (code === 2) assert.match(done.stderr, "--json and --format md");
    assert.is(/\berror MCP/.test(done.stderr), code === 2);
  });

const CHANGE = {
  subject: "member",
  of: "EchoRequest",
  path: "EchoRequest.params.n",
  kind: "added",
  before: null,
  after: "n?: 1",
  breaks: { client: false, server: false },
  why: "Objects are open: a peer that does not know the member ignores it.",
};
for (const form of [["--json"], ["--format", "json"]])
  test(`\`mcp-codegen diff ${form.join(" ")}\` prints JSON`, async () => {
    const { stdout, code } = await run("older.ts", "newer.ts", ...form);
    assert.is(code, 0);
    assert.equal(JSON.parse(stdout), {
      from: "older.ts",
      to: "newer.ts",
      changes: [CHANGE],
    });
  });

test.run();
