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

interface Case {
  readonly args: readonly string[];
  readonly code: number;
  /** All of stdout, or what is in it. */
  readonly out: string | RegExp;
  readonly err?: readonly (string | RegExp)[];
}

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
  "a page of two files": {
    args: ["older.ts", "newer.ts"],
    code: 0,
    out: PLAIN,
  },
  Markdown: {
    args: ["older.ts", "newer.ts", "--format", "md"],
    code: 0,
    out: MARKDOWN,
  },
  "--exit-code, with differences": {
    args: ["older.ts", "newer.ts", "--exit-code"],
    code: 1,
    out: PLAIN,
  },
  "--exit-code, without": {
    args: ["older.ts", "same.ts", "--exit-code"],
    code: 0,
    out: SAME,
  },
  "revisions of one structure": {
    args: ["2026-07-28", "draft", "--exit-code"],
    code: 0,
    out: SAME,
  },
  "two revisions": {
    args: ["2025-03-26", "2025-06-18"],
    code: 0,
    out: /^From 2025-03-26 to 2025-06-18\n[^]*- elicitation\/create added/,
  },
  "latest, by its own name": {
    args: ["latest", "2024-11-05"],
    code: 0,
    out: /^From 2026-07-28 to 2024-11-05\n/,
  },
  "a revision and a file": {
    args: ["2024-11-05", "./newer.ts"],
    code: 0,
    out: /^From 2024-11-05 to \.\/newer\.ts\n[^]*initialize removed/,
  },
  "a file that has the name of a revision": {
    args: ["older.ts", "./draft"],
    code: 0,
    out: /EchoRequest\.params\.n added/,
  },
  "an unknown format": {
    args: ["older.ts", "newer.ts", "--format", "xml"],
    code: 2,
    out: "",
    err: ['--format is "xml"', '"text", "md", "json"'],
  },
  "two formats": {
    args: ["older.ts", "newer.ts", "--format", "md", "--json"],
    code: 2,
    out: /"code": "MCP000"/,
    err: ["--json and --format md"],
  },
  "one schema": {
    args: ["draft"],
    code: 2,
    out: "",
    err: ["takes <older> <newer>; 1 of 2 given"],
  },
  "several revisions in one word": {
    args: ["2024-11-05,draft", "latest"],
    code: 2,
    out: "",
    err: ['"2024-11-05,draft"', "Known revisions: 2024-11-05, "],
  },
  "neither a revision nor a file": {
    args: ["older.ts", "2025-06-19"],
    code: 2,
    out: "",
    err: ['neither a revision nor a file "2025-06-19"', '"2025-06-18"?'],
  },
  "pulled revisions that are not there": {
    args: ["2024-11-05", "2025-06-18", "--source", "pulled"],
    code: 2,
    out: "",
    err: ["MCP020", "schema pull 2024-11-05", "schema pull 2025-06-18"],
  },
  "a pulled source for files alone": {
    args: ["older.ts", "newer.ts", "--source", "pulled"],
    code: 2,
    out: "",
    err: ["MCP002", "pulled source were both given", "name a revision"],
  },
};

for (const [name, { args, code, out, err }] of Object.entries(CASES))
  diffs(name, async () => {
    const done = await run(...args);
    assert.is(done.code, code, done.stderr);
    if (typeof out === "string") assert.is(done.stdout, out);
    else assert.match(done.stdout, out);
    assert.is(/\berror MCP/.test(done.stderr), code === 2);
    for (const part of err ?? []) assert.match(done.stderr, part);
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

diffs("JSON of no difference", async () => {
  const { stdout } = await run("older.ts", "same.ts", "--json");
  const want = { from: "older.ts", to: "same.ts", changes: [] };
  assert.equal(JSON.parse(stdout), want);
});

diffs.run();
