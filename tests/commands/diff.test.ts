/** `diff`: two schemas, and what a reader or a script gets to know. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../support/cli.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const diffs = suite("command: diff");

const NEWER = SMALL_SCHEMA.replace("text: string }", "text: string; n?: 1 }");
const FILES = {
  "older.ts": SMALL_SCHEMA,
  "newer.ts": NEWER,
  "same.ts": `// Moved.\n${SMALL_SCHEMA}\n`,
  draft: NEWER,
};

function run(...args: string[]) {
  const folder = temporaryFolder();
  writeTree(folder, FILES);
  return runCli(["diff", ...args], folder);
}

/** All of stdout or what is in it, and what is in stderr. */
type Case = readonly [
  line: string,
  code: number,
  out: string | RegExp,
  ...err: string[],
];

const SAME = /There is no difference on the wire\.\n$/;

const MARKDOWN = `\
# From older.ts to newer.ts

1 change: 0 break an older client, 0 an older server.

## Members

- \`EchoRequest.params.n\` added
  - is \`n?: 1\`
`;

const PLAIN = `\
From older.ts to newer.ts

1 change: 0 break an older client, 0 an older server.

Members

- EchoRequest.params.n added
  - is n?: 1
`;

const CASES: Record<string, Case> = {
  "a page of two files": ["older.ts newer.ts", 0, PLAIN],
  Markdown: ["older.ts newer.ts --format md", 0, MARKDOWN],
  "--exit-code, with differences": ["older.ts newer.ts --exit-code", 1, PLAIN],
  "--exit-code, without": ["older.ts same.ts --exit-code", 0, SAME],
  "revisions of one structure": ["2026-07-28 draft --exit-code", 0, SAME],
  "two revisions": [
    "2025-03-26 2025-06-18",
    0,
    /^From 2025-03-26 to 2025-06-18\n[^]*- elicitation\/create added/,
  ],
  "a revision and a file": [
    "2024-11-05 ./newer.ts",
    0,
    /^From 2024-11-05 to \.\/newer\.ts\n[^]*initialize removed/,
  ],
  "a file that has the name of a revision": [
    "older.ts ./draft",
    0,
    /EchoRequest\.params\.n added/,
  ],
  "two formats": [
    "older.ts newer.ts --format md --json",
    2,
    /"code": "MCP000"/,
    "--json and --format md",
  ],
};

for (const [name, [line, code, out, ...err]] of Object.entries(CASES))
  diffs(name, async () => {
    const done = await run(...line.split(" "));
    assert.is(done.code, code, done.stderr);
    if (typeof out === "string") assert.is(done.stdout, out);
    else assert.match(done.stdout, out);
    assert.is(/\berror MCP/.test(done.stderr), code === 2);
    for (const part of err) assert.match(done.stderr, part);
  });

for (const form of [["--json"], ["--format", "json"]])
  diffs(`JSON: ${form.join(" ")}`, async () => {
    const { stdout, code } = await run("older.ts", "newer.ts", ...form);
    assert.is(code, 0);
    assert.equal(JSON.parse(stdout), {
      from: "older.ts",
      to: "newer.ts",
      changes: [
        {
          subject: "member",
          of: "EchoRequest",
          path: "EchoRequest.params.n",
          kind: "added",
          before: null,
          after: "n?: 1",
          breaks: { client: false, server: false },
          why: "Objects are open: who does not know the member ignores it.",
        },
      ],
    });
  });

diffs.run();
