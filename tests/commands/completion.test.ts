/** What shells complete; bash is asked itself. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS as commands } from "../../generator/cli/registry.js";
import { SCRIPTS } from "../../generator/cli/commands/completion.js";
import { runCli } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";
import { REVISIONS } from "../support/models.js";

const folder = temporaryFolder();
mkdirSync(join(folder, "some folder"));
writeFileSync(join(folder, "traffic.jsonl"), "");
const bash = join(folder, "completion.bash");
writeFileSync(bash, SCRIPTS.bash(commands));

/** What bash offers for the last word of a command line. */
function offered(line: string): string[] {
  const words = line.match(/=|[^\s=]+|(?<=\s)$/g) ?? [];
  const printed = execFileSync(
    "bash",
    [
      "-c",
      'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mcp_codegen; printf "%s\\n" "${COMPREPLY[@]}"',
      bash,
      ...words,
    ],
    { cwd: folder, encoding: "utf8" },
  );
  return printed.split("\n").filter((word) => word !== "");
}

const test = suite("completion");

const ALL = [...REVISIONS, "latest", "all"];
const LINES: readonly (readonly [string, readonly string[]])[] = [
  [
    "mcp-codegen ",
    commands.flatMap(({ words }) => (words.length === 1 ? words : [])),
  ],
  ["mcp-codegen va", ["validate"]],
  ["mcp-codegen schema ", ["pull", "verify", "lint"]],
  ["mcp-codegen --rev ", ALL],
  ["mcp-codegen --rev 2025-0", ["2025-03-26", "2025-06-18"]],
  ["mcp-codegen --rev =", ALL],
  ["mcp-codegen --rev 2025-06-18,d", ["2025-06-18,draft"]],
  ["mcp-codegen --only types,meth", ["types,methods"]],
  ["mcp-codegen --source ", ["bundled", "pulled"]],
  ["mcp-codegen diff latest draft --source p", ["pulled"]],
  ["mcp-codegen --out so", ["some folder"]],
  ["mcp-codegen validate tr", ["traffic.jsonl"]],
  ["mcp-codegen validate --from ", ["client", "server"]],
  ["mcp-codegen validate --wa", []],
  ["mcp-codegen completion ", Object.keys(SCRIPTS)],
];
for (const [line, expected] of LINES)
  test(`bash: ${line}`, () => assert.equal(offered(line), expected));

/** Every word of the command line that a script has to know. */
const words = new Set(
  commands.flatMap(({ words, options }) => [
    ...words,
    ...Object.entries(options).flatMap(([name, { choices = [] }]) => [
      name,
      ...choices,
    ]),
  ]),
);
for (const [shell, script] of Object.entries(SCRIPTS))
  test(`${shell} is told every command, option and revision`, async () => {
    const { code, stdout } = await runCli(["completion", shell]);
    assert.is(code, 0);
    assert.is(stdout, script(commands));
    for (const word of [...words, ...ALL]) {
      const alone = new RegExp(`(?<![\\w-])(?:--)?${word}(?!\\w)`);
      assert.match(stdout, alone, word);
    }
  });

test("fish is given one whole command a line", () => {
  const text = "'(?:[^'\\\\]|\\\\.)*'";
  const line = new RegExp(
    `^complete -c mcp-codegen(?: -[erfF]| -[nad] ${text}| -a [\\w-]+| -l [\\w-]+)+$`,
  );
  for (const one of SCRIPTS.fish(commands).split("\n"))
    assert.ok(one === "" || one.startsWith("#") || line.test(one), one);
});

test("zsh is given texts that end, and specs with three parts", () => {
  const zsh = SCRIPTS.zsh(commands);
  const specs = [...zsh.matchAll(/'\*--[\w-]+=\[((?:'\\''|[^'])*)'/g)];
  const values = commands.flatMap(({ options }) =>
    Object.values(options).filter(({ type }) => type !== "switch"),
  );
  assert.is(specs.length, values.length);
  for (const [spec] of specs)
    assert.match(
      spec,
      /^'\*--[\w-]+=\[(?:\\[[\]:]|'\\''|[^'[\]:\\])*\]:\w[\w-]*:[^:]*'$/,
    );
  for (const line of zsh.split("\n"))
    if (!line.startsWith("#"))
      assert.is(line.replaceAll("'\\''", "").split("'").length % 2, 1, line);
});

test("--help of every command has an example", async () => {
  for (const { words } of commands) {
    const { stdout } = await runCli([...words, "--help"]);
    const group = ["schema", "new"].includes(words.join(" "));
    assert.is(/Examples:\n/.test(stdout), !group, words.join(" "));
  }
});

test.run();
