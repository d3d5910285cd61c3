/**
 * Runs test files in several processes and prints the totals.
 *
 *     node dist/tests/run.js [--quick] [part of a path ...]
 *
 * `--quick` leaves out the conformance suite, tests with programs of other
 * projects, and tests of many combinations. With MCP_ALL=1, tests use all
 * revisions and sizes instead of samples.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { runBatch, type Outcome } from "./harness/run/runner.js";
import {
  groupIntoBatches,
  getTimeLimit,
  listTestFiles,
} from "./harness/run/test-files.js";

/** Folder in memory on Linux. */
const MEMORY = "/dev/shm";
/** Free bytes that MEMORY needs. The tests of a run use at most 1 GB at a time. */
const FREE_BYTES = 4e9;

/** Folder of all temporary files of the run. */
const TEMPORARY = mkdtempSync(
  join(hasFreeMemory() ? MEMORY : tmpdir(), "mcp-codegen-tests-"),
);
/**
 * Folder of generated outputs that test files share; see
 * `harness/run/shared-output.ts`.
 */
const MADE = join(TEMPORARY, "made");
mkdirSync(MADE);
// Some tests read files as another user.
chmodSync(TEMPORARY, 0o755);

/**
 * Returns whether temporary files can be in memory. Tests create and remove
 * thousands of files, which takes longer on a disk.
 */
function hasFreeMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > FREE_BYTES;
  } catch {
    return false;
  }
}

function report({ file, passed, failed, seconds, output }: Outcome): void {
  const mark = failed === 0 ? "ok  " : "FAIL";
  console.log(`${mark} ${file} ${passed} in ${seconds.toFixed(1)} s`);
  if (failed > 0) console.log(output);
}

/**
 * Returns the reason why the tests of a file were skipped, such as a missing
 * `redis-server`.
 */
function describeNeed(file: string): string {
  if (file.startsWith("explorer/")) return "needs CHROMIUM=PROGRAM";
  return file.startsWith("proof/history")
    ? "needs a clone of upstream's repository: make test-all UPSTREAM=CLONE/.git"
    : "needs redis-server on PATH (apt-get install redis-server)";
}

async function main(args: readonly string[]): Promise<void> {
  const patterns = args.filter((arg) => arg !== "--quick");
  const started = performance.now();
  const queue = groupIntoBatches(
    listTestFiles(patterns, args.includes("--quick")),
  );
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const done = await runBatch(
        batch,
        {
          limit: getTimeLimit(batch[0]),
          env: { MCP_TESTS_MADE: MADE, TMPDIR: TEMPORARY },
        },
        report,
      );
      outcomes.push(...done);
      // A test file may end its process. The remaining files of the batch then
      // run in another process.
      const left = batch.slice(done.length);
      if (left.length > 0) queue.unshift(left);
    }
  };
  // The number of processes is higher than the number of cores, because most
  // test files wait for timers or processes at times.
  const workers = Array.from({ length: availableParallelism() + 2 }, worker);
  // Remove the temporary files also if the user interrupts the run. The
  // processes of the tests then end first, because their listeners are older.
  process.on("exit", () =>
    rmSync(TEMPORARY, { recursive: true, force: true, maxRetries: 3 }),
  );
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => process.exit(1));
  await Promise.all(workers);
  const seconds = (performance.now() - started) / 1000;
  const slowest = outcomes.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  console.log(`\n${seconds.toFixed(0)} s; the slowest files:`);
  for (const { file, seconds: own } of slowest)
    console.log(`${own.toFixed(1).padStart(6)} ${file}`);
  // The failed files are listed again at the end, because terminals often cut
  // the output above.
  const failing = outcomes.filter(({ failed }) => failed > 0);
  for (const { file } of failing) console.log(`FAIL ${file}`);
  const sum = (key: "passed" | "failed" | "skipped"): number =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0);
  for (const { file, skipped } of outcomes)
    if (skipped > 0)
      console.log(`${skipped} skipped: ${file} ${describeNeed(file)}`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;
}

await main(process.argv.slice(2));
