/**
 * Tests of runs that would move the modules of an existing output, because the
 * output is for one revision and the run for several revisions, or vice versa.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
} from "../../harness/program/folders.js";

const ONE = "2025-06-18";
const SEVERAL = "2025-03-26,2025-06-18";
const CONFIG = "mcp-codegen.config.json";

/**
 * Creates a folder with a configuration file, and generates the output of the
 * configured revisions in it. Returns the folder.
 */
async function configured(rev: string): Promise<string> {
  const config = { rev, out: "gen", only: ["types"] };
  const folder = folderWith({ [CONFIG]: JSON.stringify(config) });
  assert.is((await runCli([], folder)).code, 0);
  return folder;
}

const test = suite("command: generate, one or several revisions");

/**
 * Test cases: revisions of the existing output, revisions of the new run, texts
 * of the error message, and the folder of the module to which the message
 * refers.
 */
const CASES = [
  [
    SEVERAL,
    ONE,
    "gen contains the output for 2025-03-26, 2025-06-18; the output for 2025-06-18 would move its modules.",
    "Import 2025-06-18 from gen/2025-06-18, or pass --out with another folder, such as --out gen-2025-06-18.",
    "gen/2025-06-18/",
  ],
  [
    SEVERAL,
    "2024-11-05",
    "gen contains the output for 2025-03-26, 2025-06-18; the output for 2024-11-05 would move its modules.",
    "Pass --out with another folder, such as --out gen/2024-11-05.",
    "gen/2025-03-26/",
  ],
  [
    ONE,
    SEVERAL,
    "gen contains the output for 2025-06-18; the output for 2025-03-26, 2025-06-18 would move its modules.",
    "Pass --out with another folder. To replace gen, pass --force.",
    "gen/",
  ],
] as const;
for (const [before, now, message, fix, moved] of CASES) {
  const title = `from the folder layout for ${before} to the layout for ${now}`;
  const ask = (answer: string) => (question: string) => {
    assert.ok(question.startsWith(`${message} ${moved}`), question);
    assert.ok(question.endsWith("\nContinue? (y/N) "), question);
    return Promise.resolve(answer);
  };
  const isRefused = async (
    folder: string,
    argv: readonly string[],
    answer?: ReturnType<typeof ask>,
  ): Promise<void> => {
    const tree = readTree(folder);
    const { code, stderr } = await runCli(argv, folder, answer);
    assert.is(code, 2);
    for (const text of [`error MCP306: ${message}\n`, fix, "pass --force"])
      assert.match(stderr, text);
    assert.equal(readTree(folder), tree);
  };

  test(`\`generate\` refuses to move modules ${title}, and proposes a fix that works`, async () => {
    const folder = await configured(before);
    const never = () => Promise.reject(new Error("asked without --out"));
    await isRefused(folder, ["--rev", now], never);
    const [, other] = /such as --out (\S+)\./.exec(fix) ?? [];
    if (other === undefined) return;
    const aside = await runCli(["--rev", now, "--out", other], folder);
    assert.is(aside.code, 0, aside.stderr);
    const check = await runCli(["--check"], folder);
    assert.equal([check.code, check.stderr], [0, ""]);
  });

  test(`\`generate --out\` asks the user before it moves modules ${title}`, async () => {
    const folder = await configured(before);
    const argv = ["--rev", now, "--out", "gen"];
    await isRefused(folder, argv);
    await isRefused(folder, argv, ask(""));
    await isRefused(folder, [...argv, "--dry-run"], ask("y"));
    const json = await runCli([...argv, "--json"], folder, ask("y"));
    assert.is(json.code, 2);
    const run = await runCli(argv, folder, ask(" Yes"));
    assert.equal([run.code, run.stderr], [0, ""]);
    const check = await runCli([...argv, "--check"], folder);
    assert.equal([check.code, check.stderr], [0, ""]);
  });

  test(`\`generate --force\` moves modules ${title} without asking the user`, async () => {
    const folder = await configured(before);
    const run = await runCli(["--rev", now, "--force"], folder);
    assert.equal([run.code, run.stderr], [0, ""]);
  });
}

test("`generate --rev` refuses to replace one revision inside the output folder of several revisions", async () => {
  const folder = temporaryFolder();
  await runCli(["--rev", SEVERAL, "--only", "types"], folder);
  const tree = readTree(folder);
  const { code, stderr } = await runCli(["--rev", ONE], folder);
  assert.is(code, 2);
  const path = join("out", ONE);
  assert.match(
    stderr,
    `error MCP306: ${path} is part of the output in out, which has several revisions.\n`,
  );
  assert.match(
    stderr,
    `Pass --rev ${SEVERAL} --out out to generate the whole output, or pass --out`,
  );
  assert.equal(readTree(folder), tree);
  // After a run with `--force`, the folder is a separate output.
  await runCli(["--rev", ONE, "--force"], folder);
  assert.is((await runCli(["--rev", ONE], folder)).code, 0);
});

test.run();
