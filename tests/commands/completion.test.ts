/**
 * Tests of command-line completion. Bash runs the generated completion script.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../generator/cli/registry.js";
import { SCRIPTS } from "../../generator/cli/completion/scripts.js";
import { runCli } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { REVISIONS } from "../harness/models/models.js";

const folder = temporaryFolder();
mkdirSync(join(folder, "some folder"));
writeFileSync(join(folder, "traffic.jsonl"), "");

/**
 * Returns the completion candidates that `mcp-codegen completion` prints for an
 * incomplete command line.
 */
async function getCandidates(shell: string, line: string): Promise<string[]> {
  const run = await runCli(["completion", shell, "--line", line], folder);
  assert.equal([run.code, run.stderr], [0, ""]);
  return run.stdout.split("\n").slice(0, -1);
}

/**
 * Shell function that replaces the program mcp-codegen. The completion script
 * calls this function, which prints the variable `ANSWER`.
 */
const PROGRAM = `mcp-codegen() {
  [[ "$1 $2 $3 $4" == "completion bash --line $COMP_LINE" ]] && echo "$ANSWER"
}
`;

/** Returns the completions that bash offers at the end of a command line. */
async function complete(line: string): Promise<string[]> {
  const words = line.match(/=|[^\s=]+|(?<=\s)$/g) ?? [];
  const ask =
    'COMP_LINE="$0" COMP_POINT=${#0} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _mcp_codegen; printf "%s\\n" "${COMPREPLY[@]}"';
  const printed = execFileSync(
    "bash",
    ["-c", `${PROGRAM}${SCRIPTS.bash}${ask}`, line, ...words],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        ANSWER: (await getCandidates("bash", line)).join("\n"),
      },
    },
  );
  return printed.split("\n").filter((word) => word !== "");
}

const test = suite("completion");

const ALL = [...REVISIONS, "latest", "all"];
const LINES: readonly (readonly [string, readonly string[]])[] = [
  [
    "mcp-codegen ",
    COMMANDS.flatMap(({ words }) => (words.length === 1 ? words : [])),
  ],
  ["mcp-codegen va", ["validate"]],
  ["mcp-codegen schema ", ["pull", "verify", "lint"]],
  ["mcp-codegen --rev ", ALL],
  ["mcp-codegen --rev 2025-0", ["2025-03-26", "2025-06-18"]],
  ["mcp-codegen --rev=", ALL],
  ["mcp-codegen --rev=2025-06-18,d", ["2025-06-18,draft"]],
  ["mcp-codegen --rev 2025-06-18,d", ["2025-06-18,draft"]],
  ["mcp-codegen --only types,meth", ["types,methods"]],
  ["mcp-codegen --source ", ["bundled", "pulled"]],
  ["mcp-codegen diff latest draft --source p", ["pulled"]],
  ["mcp-codegen --out so", ["some folder"]],
  ["mcp-codegen --out=so", ["some folder"]],
  ["mcp-codegen validate tr", ["traffic.jsonl"]],
  ["mcp-codegen validate --from ", ["client", "server"]],
  ["mcp-codegen validate --wa", []],
  ["mcp-codegen completion ", Object.keys(SCRIPTS)],
];
for (const [line, expected] of LINES)
  test(`the completion script of bash offers ${expected.length} candidates for the input "${line}"`, async () =>
    assert.equal(await complete(line), expected));

test("`mcp-codegen completion` offers every command, every option with its description, and every allowed value of an option", async () => {
  for (const { words, options } of COMMANDS) {
    const line = ["mcp-codegen", ...words].join(" ");
    const above = ["mcp-codegen", ...words.slice(0, -1), ""].join(" ");
    const last = words.at(-1);
    if (last !== undefined)
      assert.match((await getCandidates("zsh", above)).join("\n"), `${last}:`);
    const shown = await getCandidates("fish", `${line} -`);
    const described = Object.entries(options).map(
      ([name, { describe }]) => `--${name}\t${describe}`,
    );
    assert.equal(shown, [
      "--help\tShow help",
      "--version\tShow version number",
      ...described,
    ]);
    for (const [name, { choices }] of Object.entries(options))
      if (choices)
        assert.equal(await getCandidates("zsh", `${line} --${name}=`), choices);
  }
});

for (const [shell, script] of Object.entries(SCRIPTS))
  test(`\`mcp-codegen completion ${shell}\` prints the completion script of ${shell}`, async () => {
    const { code, stdout } = await runCli(["completion", shell]);
    assert.equal([code, stdout], [0, script]);
    assert.match(stdout, `mcp-codegen completion ${shell} --line `);
  });

test("the option `--help` shows examples for every command except the command groups `new` and `schema`", async () => {
  for (const { words } of COMMANDS) {
    const { stdout } = await runCli([...words, "--help"]);
    const group = ["schema", "new"].includes(words.join(" "));
    assert.is(/Examples:\n/.test(stdout), !group, words.join(" "));
  }
});

test.run();
