/** Tests of files in the output folder that are not part of the output. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getUpToDateMessage } from "../../../generator/cli/start/unchanged.js";
import { findStrays, TYPED_MARK } from "../../../generator/write/strays.js";
import { runCli, type Run } from "../../harness/program/cli.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  writeTree,
} from "../../harness/program/folders.js";

const ARGV = ["--rev", "2024-11-05", "--out", "gen"];

/**
 * Additional files that `generate` reports as unexpected, and additional files
 * that it accepts.
 */
const STRAYS = ["runtime/.x", "runtime/a/b.json", "stray.ts", "sub/stray.ts"];
const ACCEPTED = ["notes.txt", ".hidden/x.ts", "node_modules/x.ts", "sub/x.js"];

const clean = temporaryFolder();
assert.is((await runCli(ARGV, clean)).code, 0);
const CLEAN = readTree(clean);

/**
 * Creates a folder with the output and the given additional files. Returns the
 * path of the folder.
 */
function withFiles(paths: readonly string[], more = {}): string {
  const own = Object.fromEntries(
    paths.map((path) => [`gen/${path}`, "mine\n"]),
  );
  return folderWith({ ...CLEAN, ...own, ...more });
}

const test = suite("command: generate, files that are not part of the output");

test("`generate` and `generate --check` list the same additional files in the output folder", async () => {
  const folder = withFiles([...STRAYS, ...ACCEPTED]);
  const before = readTree(folder);
  const named = STRAYS.map((path) => join("gen", path)).join(", ");
  const message = `warning MCP312: gen contains 4 files that are not part of the output: ${named}.\n`;
  const fix = `  fix: Pass --prune to delete the files, or add them to the configuration: \`keep: ${JSON.stringify(STRAYS)}\`.\n`;
  const count = Object.keys(CLEAN).length;
  const run = await runCli(ARGV, folder);
  const summary = `gen: ${count} unchanged, 4 unexpected.\n`;
  assert.equal([run.code, run.stdout], [0, summary]);
  const check = await runCli([...ARGV, "--check"], folder);
  assert.is(check.code, 1);
  assert.equal(
    check.stdout.match(/^unexpected .*/gm),
    STRAYS.map((path) => `unexpected ${path}`),
  );
  for (const { stderr } of [run, check]) {
    assert.ok(stderr.startsWith(message), stderr);
    assert.ok(stderr.endsWith(fix), stderr);
  }
  const json = JSON.parse((await runCli([...ARGV, "--json"], folder)).stdout);
  assert.equal(json.unexpected, STRAYS);
  assert.equal(readTree(folder), before);
});

test("the fast path of `generate` starts the full program if the output folder contains an additional TypeScript file", () => {
  const here = process.cwd();
  for (const [path, isFast] of [
    ["stray.ts", false],
    ["runtime/notes.txt", false],
    ["notes.txt", true],
  ] as const) {
    process.chdir(withFiles([path]));
    assert.is(getUpToDateMessage(ARGV) !== null, isFast, path);
    process.chdir(here);
  }
});

test("the option `--prune` deletes only the files that `generate` reports as additional", async () => {
  const typed = { "gen/typed.ts": `// ${TYPED_MARK}\n` };
  const folder = withFiles([...STRAYS, ...ACCEPTED], typed);
  const would = await runCli([...ARGV, "--prune", "--dry-run"], folder);
  const left = readTree(withFiles(ACCEPTED, typed));
  assert.equal(
    Object.keys(readTree(folder)).length,
    4 + Object.keys(left).length,
  );
  const run = await runCli([...ARGV, "--prune"], folder);
  assert.equal([run.code, run.stderr], [0, ""]);
  for (const { stdout } of [would, run])
    assert.equal(
      stdout.match(/^  - .*/gm),
      STRAYS.map((path) => `  - ${join("gen", path)}`),
    );
  assert.equal(readTree(folder), left);
  assert.not(existsSync(join(folder, "gen/runtime/a")));
  assert.is((await runCli([...ARGV, "--check"], folder)).code, 0);
});

test("the option `--prune` deletes a symbolic link, but not the target of the link", async () => {
  const folder = withFiles([], {
    "else/a.ts": "mine\n",
    "else/b/c.ts": "mine\n",
  });
  for (const [to, path] of [
    ["../else/a.ts", "gen/link.ts"],
    ["../../else/b", "gen/runtime/link"],
    ["../else", "gen/folder"],
  ] as const)
    symlinkSync(to, join(folder, path));
  const run = await runCli([...ARGV, "--prune"], folder);
  assert.equal(run.stdout.match(/^  - .*/gm), [
    "  - gen/link.ts",
    "  - gen/runtime/link",
  ]);
  assert.ok(existsSync(join(folder, "gen/folder/a.ts")));
  assert.ok(existsSync(join(folder, "else/b/c.ts")));
});

test("the option `--prune` deletes nothing in a folder without a manifest", async () => {
  const folder = folderWith({ "gen/mine.ts": "mine\n" });
  const run = await runCli([...ARGV, "--force", "--prune"], folder);
  assert.match(run.stderr, "MCP312: gen contains a file that is not part");
  assert.is(readTree(folder)["gen/mine.ts"], "mine\n");
});

test("`generate` refuses the option `--prune` together with `--check`", async () => {
  for (const words of [ARGV, ["new", "server", "gen", "--update"]]) {
    const { code, stderr } = await runCli([...words, "--check", "--prune"]);
    assert.is(code, 2);
    assert.match(stderr, "--check writes nothing; --prune deletes files.");
  }
});

/**
 * Test cases: a value of the configuration key `keep`, and the additional files
 * that are still reported.
 */
const KEPT = [
  [["stray.ts", "runtime"], ["sub/stray.ts"]],
  [["**/*.ts"], ["runtime/.x", "runtime/a/b.json"]],
  [
    ["*.ts", "runtime/a/"],
    ["runtime/.x", "sub/stray.ts"],
  ],
  [["**/stra?.{ts,js}", "runtime/**"], []],
  [["tray.ts", "stray", "run*/*.json"], STRAYS],
] as const;
for (const [keep, reported] of KEPT)
  test(`\`generate\` accepts additional files that match \`keep: ${JSON.stringify(keep)}\` in the configuration`, async () => {
    const folder = withFiles(STRAYS, {
      "mcp-codegen.config.json": JSON.stringify({ keep }),
    });
    const run = await runCli([...ARGV, "--check"], folder);
    assert.equal(
      [...run.stdout.matchAll(/^unexpected (.*)$/gm)].map(([, path]) => path),
      reported,
    );
    assert.is(run.code, reported.length > 0 ? 1 : 0);
    await runCli([...ARGV, "--prune"], folder);
    const { stderr, code } = await runCli([...ARGV, "--check"], folder);
    assert.equal([code, stderr], [0, ""]);
    const left = STRAYS.filter(
      (path) => !(reported as readonly string[]).includes(path),
    );
    for (const path of left)
      assert.ok(existsSync(join(folder, "gen", path)), path);
  });

test("`generate` refuses an invalid path, such as ../x, in the member `keep` of the configuration", async () => {
  for (const path of ["../x", "/x", "", "a//b"]) {
    const text = JSON.stringify({ keep: [path] });
    const folder = folderWith({ "mcp-codegen.config.json": text });
    const { code, stderr } = await runCli(ARGV, folder);
    assert.is(code, 2);
    assert.match(
      stderr,
      /MCP053.*"keep" is .*expected a list of paths or globs/,
    );
  }
});

test("`generate --check` does not report the files of a subfolder with a separate manifest", async () => {
  const folder = temporaryFolder();
  const argv = ["--rev", "2025-03-26,2025-06-18", "--only", "types"];
  await runCli(argv, folder);
  await runCli(["--rev", "2024-11-05", "--only", "types"], folder);
  const run = await runCli([...argv, "--check"], folder);
  assert.equal([run.code, run.stderr], [0, ""]);
  rmSync(join(folder, "out/2024-11-05/.mcp-codegen.json"));
  assert.is((await runCli([...argv, "--check"], folder)).code, 1);
});

test("`findStrays` follows a symbolic link to a folder and reports the files that are not generated", () => {
  const folder = folderWith({ "real/a.ts": "", "real/b.ts": "" });
  symlinkSync("real", join(folder, "runtime"));
  const ours = new Set([".mcp-codegen.json", "runtime/a.ts"]);
  assert.equal(findStrays(folder, ours), ["real/b.ts"]);
});

test("`new --update --prune` deletes the files in src/generated/ that the generator did not write", async () => {
  const folder = temporaryFolder();
  const own = (...words: string[]): Promise<Run> =>
    runCli(["new", "client", "host", ...words], folder);
  assert.is((await own("--rev", "2024-11-05", "--yes")).code, 0);
  const generated = join(folder, "host/src/generated");
  mkdirSync(join(generated, "more"));
  writeTree(generated, { "more/stray.ts": "mine\n" });
  const path = "host/src/generated/more/stray.ts";
  const { stderr } = await own("--update");
  assert.match(stderr, `not part of the output: ${path}.\n`);
  assert.match(stderr, "--prune to delete the files, or move them");
  assert.is((await own("--check")).code, 1);
  assert.match((await own("--update", "--prune")).stdout, `  - ${path}\n`);
  assert.is((await own("--check")).code, 0);
});

test.run();
