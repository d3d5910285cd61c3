/** How a command line is read: `--`, repetition, empty words, lone options. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { main } from "../../generator/cli/main.js";
import { runCli } from "../support/cli.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const commandLine = suite("the command line");

/** Command lines that are refused, and the first line of what is said. */
const REFUSED: Record<string, readonly [line: string, says: string]> = {
  "an option behind --": ["-- --check", "Unknown: --check."],
  "an option of a command behind --": [
    "diff latest -- draft --json",
    "Unknown: --json.",
  ],
  "an option whose value would be --": [
    "schema lint --rev -- draft",
    "--rev takes a value.",
  ],
  "two revisions where one is taken": [
    "schema verify schema.ts --rev 2025-06-18 --rev draft",
    "--rev was given 2 times.",
  ],
  "an option with a dash that is not known": [
    "diff latest draft --no-json",
    "Unknown: --no-json.",
  ],
  "an empty folder": ["new server  --yes", "<dir> was given an empty value."],
  "--watch of a new server alone": [
    "new server made --yes --watch",
    "--watch goes with --update.",
  ],
};
for (const kind of ["server", "client"])
  for (const [options, says] of [
    ["--header A:b", "--header goes with --from."],
    ["--timeout 5", "--timeout goes with --from."],
    [
      "--from node --header A:b",
      "--header goes with a URL; a command is not sent headers.",
    ],
    ["--force", "--force goes with --update."],
    [
      "--update --name other",
      "--name is for a new project; edit the files instead.",
    ],
  ] as const)
    REFUSED[`new ${kind} with ${options} alone`] = [
      `new ${kind} made --yes ${options}`,
      says,
    ];

for (const [name, [line, says]] of Object.entries(REFUSED))
  commandLine(`${name} is refused`, async () => {
    const folder = temporaryFolder();
    const run = await runCli(line.split(" "), folder);
    assert.is(run.code, 2, run.stderr);
    assert.is(run.stderr.split("\n")[0], `error MCP000: ${says}`);
    assert.is(run.stdout, "");
    assert.equal(readTree(folder), {});
  });

commandLine("words behind -- are what a command is given", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "--odd.ts"), SMALL_SCHEMA);
  for (const args of [
    ["--", "latest", "latest"],
    ["latest", "--", "latest"],
    ["--exit-code", "--", "--odd.ts", "--odd.ts"],
  ]) {
    const run = await runCli(["diff", ...args], folder);
    assert.match(run.stdout, "no difference on the wire");
  }
});

commandLine("what is behind -- does not ask for JSON", async () => {
  const run = await runCli(["diff", "nope", "--", "--json"]);
  assert.is(run.code, 2);
  assert.is(run.stdout, "");
  assert.match(run.stderr, 'neither a revision nor a file "nope"');
});

commandLine("- is named where it is no schema", async () => {
  const compared = await runCli(["diff", "-", "latest"]);
  assert.match(
    compared.stderr,
    'MCP001: There is neither a revision nor a file "-".',
  );
  const linted = await runCli(["schema", "lint", "-"]);
  assert.match(linted.stderr, "MCP010: There is no file -.");
});

commandLine("what is a list may be repeated", async () => {
  const revisions = ["--rev", "2024-11-05", "--rev", "draft"];
  const outputs = ["--only", "types", "--only", "methods"];
  const run = await runCli([...revisions, ...outputs, "--dry-run"]);
  assert.is(run.code, 0, run.stderr);
  assert.match(run.stdout, "2024-11-05/types.ts");
  assert.match(run.stdout, "draft/methods.ts");
});

commandLine("a fault of ours says where to report it", async () => {
  let told = "";
  const code = await main(["revisions"], {
    out: () => {
      throw new TypeError("odd");
    },
    err: (text) => void (told += text),
    interactive: false,
    colour: false,
    outColour: false,
    signal: new AbortController().signal,
  });
  assert.is(code, 3);
  assert.match(
    told,
    /^A fault of mcp-codegen .* https:\/\/github\.com\/mcp-codegen\/mcp-codegen\/issues\nTypeError: odd\n/,
  );
});

commandLine.run();
