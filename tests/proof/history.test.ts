/**
 * Runs the generator with every version of schema.ts in the Git history of the
 * specification's repository.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readVersions } from "../../scripts/history/versions.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";
import { WHOLE } from "../harness/run/sampling.js";

/**
 * Git directory of the specification's repository, set by `make test-all
 * UPSTREAM=DIR`.
 */
const UPSTREAM = process.env["MCP_UPSTREAM"];

const test = suite("proof: history");
/**
 * Declares a test that needs the repository in UPSTREAM. If UPSTREAM is not
 * set, `make test-all` skips the test, and `make test` omits it.
 */
const withUpstream = UPSTREAM ? test : WHOLE ? test.skip : () => {};

test("`readVersions` returns each version of a moved file once", () => {
  const folder = temporaryFolder();
  const git = (...args: string[]): void => {
    const as = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    execFileSync("git", [...as, ...args], { cwd: folder });
  };
  const commit = (files: Record<string, string>): void => {
    rmSync(join(folder, "schema"), { recursive: true, force: true });
    writeTree(folder, files);
    git("add", "--all");
    git("commit", "--quiet", "--message=x");
  };
  const lines = Array.from({ length: 50 }, (_, n) => `// ${n}\n`).join("");
  git("init", "--quiet");
  commit({ "schema/draft/schema.ts": lines });
  commit({ "schema/2025/schema.ts": `${lines}// more\n` });
  commit({ "schema/2025/schema.ts": lines, "schema/other.ts": "x" });
  const found = [...readVersions(join(folder, ".git"))];
  assert.equal(
    found.map(({ text }) => text).sort(),
    [lines, `${lines}// more\n`].sort(),
  );
});

withUpstream(
  "the generator rejects each version of upstream's schema or writes code that compiles",
  () => {
    const script = join(ROOT, "dist/scripts/history.js");
    const args = [script, "--upstream", UPSTREAM ?? "", "--generate"];
    const run = spawnSync(process.execPath, args, { encoding: "utf8" });
    assert.is(run.status, 0, run.stdout + run.stderr);
  },
);

test.run();
