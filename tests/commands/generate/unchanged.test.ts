/**
 * Tests of the fast path of `generate`, which only checks that the output is up
 * to date.
 */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getUpToDateMessage } from "../../../generator/cli/start/unchanged.js";
import { runCli } from "../../harness/program/cli.js";
import { temporaryFolder } from "../../harness/program/folders.js";
import { copyProgram } from "../../harness/program/packed.js";

const ARGV = ["--rev", "draft", "--out", "out"];

/**
 * Returns the message that the fast path prints. Returns null if `generate`
 * must run the full program instead.
 */
function runFastPath(folder: string, argv: readonly string[] = ARGV) {
  const before = process.cwd();
  process.chdir(folder);
  const answer = getUpToDateMessage(argv);
  process.chdir(before);
  return answer;
}

/** Runs `generate` in a new folder and returns the folder. */
async function generated(argv: readonly string[] = ARGV): Promise<string> {
  const folder = temporaryFolder();
  const run = await runCli(argv, folder);
  assert.is(run.code, 0, run.stderr);
  return folder;
}

const folder = await generated();
const test = suite("command: generate, fast path");

for (const line of [
  "--rev=draft,2024-11-05 --out x --import-ext ts",
  "generate --rev draft --only types,methods --only index",
  "--check --rev draft --only types --out x",
  "--rev draft --only types --extension tasks,apps",
])
  test(`the fast path of \`generate\` prints the same text as the full program for "${line}"`, async () => {
    const argv = line.split(" ");
    const own = await generated(argv.filter((word) => word !== "--check"));
    const answer = runFastPath(own, argv);
    assert.match(answer ?? "", /is up to date: \d+ files\.\n$/);
    // The fast path does not support the option --force, so this command line
    // runs the full program. The option has no effect on up-to-date output.
    const whole = await runCli([...argv, "--force"], own);
    assert.equal(whole, { code: 0, stdout: answer, stderr: "" });
  });

const OTHERS = `\
--rev draft --out out --json
--rev draft --out out --check --prune
--rev draft --out out --check=no
--rev draft --out out --import-ext ts
--rev draft --out out --only types
--rev draft --out out --source pulled
--rev draft --out out --extension tasks
--rev draft --out out --extension ./own.ts
--rev draft --out out --templates mine
--rev draft --out out more
--rev 2025-06-18 --out out
--rev draft
--rev draft --out
model --rev draft
`;
for (const line of OTHERS.split("\n"))
  test(`the fast path of \`generate\` starts the full program for the command line "${line}"`, async () => {
    const argv = line.split(" ").filter(Boolean);
    assert.is(runFastPath(folder, argv), null);
  });

/**
 * Replaces text in a file without changing the size and modification time of
 * the file.
 */
function edit(file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(file);
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(from), `${from} in ${file}`);
  writeFileSync(file, text.replace(from, to));
  utimesSync(file, atime, mtime);
}

const MANIFEST = "out/.mcp-codegen.json";
const TYPES = "out/types.ts";
const CHECK = [...ARGV, "--check"];

/** Test cases: changes of the output folder by a user. */
const DOUBTS: Record<string, (path: (name: string) => string) => void> = {
  "a file has one more byte": (out) => appendFileSync(out(TYPES), " "),
  "a letter of a file changed, but not its modification time": (out) =>
    edit(out(TYPES), "Do not edit", "Do not exit"),
  "a file was deleted": (out) => rmSync(out("out/index.ts")),
  "the manifest was deleted": (out) => rmSync(out(MANIFEST)),
  "the manifest is not an object": (out) =>
    writeFileSync(out(MANIFEST), "null\n"),
  "the manifest lacks its digest": (out) =>
    edit(out(MANIFEST), '"digest"', '"gidest"'),
  "the manifest names another file": (out) =>
    edit(out(MANIFEST), '"types.ts"', '"../types.ts"'),
  "a folder replaces a file": (out) => {
    rmSync(out(TYPES));
    mkdirSync(out(TYPES));
  },
  "a symbolic link replaces a folder": (out) => {
    renameSync(out("out/runtime"), out("elsewhere"));
    symlinkSync(out("elsewhere"), out("out/runtime"));
  },
};

for (const [what, change] of Object.entries(DOUBTS))
  test(`the fast path of \`generate\` starts the full program when ${what}`, async () => {
    const kept = join(temporaryFolder(), "kept");
    cpSync(folder, kept, { recursive: true });
    try {
      change((name) => join(folder, name));
      assert.is(runFastPath(folder), null);
      assert.is(runFastPath(folder, CHECK), null);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      cpSync(kept, folder, { recursive: true });
    }
  });

test("`generate --check` reports a manifest in which only the whitespace was changed", async () => {
  const own = await generated();
  edit(
    join(own, MANIFEST),
    '"tool": "mcp-codegen",\n ',
    '"tool": "mcp-codegen", ',
  );
  assert.is(runFastPath(own, CHECK), null);
  const { code, stdout } = await runCli(CHECK, own);
  assert.is(code, 1);
  assert.match(stdout, /^changed +\.mcp-codegen\.json$/m);
});

/**
 * Copy of mcp-codegen. Its full program only exits with code 99, so the exit
 * code shows whether the fast path was enough.
 */
const program = copyProgram();
writeFileSync(
  join(program.root, "dist/generator/program.cjs"),
  "module.exports = { main: async () => 99, processIo() {} };\n",
);

/**
 * Test cases: a file of mcp-codegen itself, and a change of this file. After
 * the change, `generate` must run the full program.
 */
const PROGRAM: Record<string, readonly [string, (text: string) => string]> = {
  "the program's code changed": [
    "dist/generator/code.sha256",
    () => "0".repeat(64),
  ],
  "the program has another version": [
    "package.json",
    (text) => text.replace('"version": "', '"version": "9'),
  ],
  "a built-in template changed": [
    "templates/bindings/index.ts.hbs",
    (text) => `${text}\n`,
  ],
  "the bundled schema changed": [
    "schema/draft/schema.ts",
    (text) => text.replace("string", "number"),
  ],
  "the table of revisions changed": [
    "schema/revisions.json",
    (text) => `${text}\n`,
  ],
};
for (const [what, [path, change]] of Object.entries(PROGRAM))
  test(`the fast path of \`generate\` starts the full program when ${what}`, async () => {
    const file = join(program.root, path);
    const { atime, mtime } = statSync(file);
    const text = readFileSync(file, "utf8");
    for (const [now, code] of [
      [change(text), 99],
      [text, 0],
    ] as const) {
      writeFileSync(file, now);
      utimesSync(file, atime, mtime);
      assert.is((await program.run(ARGV, folder)).code, code);
    }
  });

test("the fast path of `generate` starts the full program if the last run used different options", async () => {
  const answer = /^out is up to date: \d+ files\.\n$/;
  assert.match(runFastPath(folder) ?? "", answer);
  await runCli([...ARGV, "--only", "types"], folder);
  assert.is(runFastPath(folder), null);
  await runCli(ARGV, folder);
  assert.match(runFastPath(folder) ?? "", answer);
});

test.run();
