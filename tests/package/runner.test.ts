/**
 * Tests of the test runner: outcomes of test files that pass, fail, exit or
 * never end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { writeTree } from "../harness/program/folders.js";
import { runBatch, type Outcome } from "../harness/run/runner.js";

const test = suite("package: test runner");

const file = (tests: string): string =>
  `import { suite } from "uvu";\nconst t = suite("s");\n${tests}\nt.run();\n`;

/** Returns the source code of a test whose function is `body`. */
const withBody = (body: string): string => `t("the test runs", ${body});`;
const PASS = withBody("() => {}");

const LIMITS = `
  import { spawn } from "node:child_process";
  import { failOnExit } from "../harness/program/child.js";
  import { setTimeLimit, waitUntil } from "../harness/run/time-limit.js";
`;

const FILES = {
  "a-passes.mjs": file(PASS + PASS),
  "b-fails.mjs": file(PASS + withBody('() => { throw new Error("B"); }')),
  "c-passes.mjs": file(PASS),
  "d-waits.mjs": file(withBody("() => new Promise(() => {})")),
  "e-passes.mjs": file(PASS),
  "f-hangs.mjs": file(`setInterval(() => {}, 9e5); ${PASS}`),
  "g-exits.mjs": file(
    withBody('() => { process.on("exit", () => (process.exitCode = 7)); }'),
  ),
  "h-limits.mjs": file(
    `${LIMITS}
     setTimeLimit(0.1);
     t("the test polls", () => waitUntil("the moon is full", () => false));
     t("the test waits", () => new Promise(() => setTimeout(() => {}, 3e3)));
     setTimeLimit(20);
     t("the test starts a child", () => { failOnExit(spawn("sh", ["-c", "echo broken; exit 3"])); return new Promise(() => {}); });
     ${PASS}`,
  ),
  // Blocks the process without using a processor core.
  "i-blocks.mjs": file(
    withBody(
      "() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
    ),
  ),
};

test("`runBatch` stops after a test file that hangs or ends the process", async () => {
  const folder = mkdtempSync(join(ROOT, "dist/tests/.runner-"));
  try {
    writeTree(folder, FILES);
    const paths = Object.keys(FILES).map(
      (name) => `${basename(folder)}/${name}`,
    );
    const outcomes: Outcome[] = [];
    const run = (names: readonly string[], limit: number) =>
      runBatch(
        names,
        { limit, env: {} },
        (outcome) => void outcomes.push(outcome),
      );
    const [first] = await Promise.all([
      run(paths.slice(0, 5), 60_000),
      run(paths.slice(4, 6), 6_000),
      run(paths.slice(6, 7), 60_000),
      run(paths.slice(7, 8), 60_000),
      run(paths.slice(8), 4_000),
    ]);
    assert.is(first.length, 4);
    const seen = outcomes.sort((a, b) => (a.file < b.file ? -1 : 1));
    const counts = seen.map(({ file: path, passed, failed }) =>
      [basename(path, ".mjs"), passed, failed].join(" "),
    );
    assert.equal(counts, [
      "a-passes 2 0",
      "b-fails 1 1",
      "c-passes 1 0",
      "d-waits 0 1",
      "e-passes 1 0",
      "f-hangs 1 1",
      "g-exits 1 1",
      "h-limits 1 3",
      "i-blocks 0 1",
    ]);
    assert.match(seen[1]?.output ?? "", /Error|B/);
    assert.match(seen[3]?.output ?? "", "one never settled");
    assert.match(seen[3]?.output ?? "", '"s: the test runs" waited for');
    assert.match(seen[5]?.output ?? "", "ended after 6 s");
    assert.match(seen[6]?.output ?? "", "ended with 7");
    for (const part of [
      /ended after its limit of 0.1 s.*: "s: the test polls" waited until the moon is full/,
      '"s: the test waits" waited for a promise; open resources: ',
      "exit 3 ended with 3 before the test ended:\n    broken",
    ])
      assert.match(seen[7]?.output ?? "", part);
    assert.match(seen[8]?.output ?? "", "last started: s: the test runs");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
