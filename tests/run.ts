/**
 * Runs test files, several in a process, and adds up.
 *
 *     node dist/tests/run.js [--quick] [part of a path ...]
 *
 * `--quick` leaves out the conformance suite, foreign programs and matrices.
 * With MCP_ALL=1 what is sampled otherwise is whole.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { ROOT } from "./support/cli.js";
import { runBatch, type Outcome } from "./support/runner.js";

const ALL = process.env["MCP_ALL"] === "1";
const LIMIT_MS = ALL ? 300_000 : 60_000;
const BATCH = 12;
/** What files of this run make for each other; see `support/made.ts`. */
const MADE = mkdtempSync(join(tmpdir(), "mcp-codegen-tests-"));

/** Only in `make test-all`: npm's own work, and every block of every page. */
const WHOLE_ONLY = /^(package\/package|docs\/blocks)\.test/;
/** Not for `--quick`: the suite, programs of others, compilers, matrices. */
const SLOW = new RegExp(
  [
    "^(conformance|package|platforms|proof|snapshots|world)/",
    "docs/blocks|sdk|everything|mutants|fuzz|differential",
    // Projects, compilers and processes that are started again and again.
    "^new/|^host/servers|^model/fingerprint",
    "^commands/(large-input|runtime|unchanged|validate|watch)",
    "^parse/(robustness|typecheck)|^validators/standard-schema",
    "^http/(abuse|sigterm|slow-readers)|faults|^eras/client\\.|/twice|/floods",
  ].join("|"),
);
/** They have a process of their own: they change it, or measure it. */
const ALONE =
  /^(conformance|package|platforms|proof|snapshots|world)\/|parse\/typescript|mutants|differential|allocation|http\/abuse/;

/** From the sources, so that a deleted test's old build does not run. */
function testFiles(patterns: readonly string[], quick: boolean): string[] {
  return readdirSync(join(ROOT, "tests"), { recursive: true })
    .map((path) => String(path).split(sep).join("/"))
    .filter((path) => /^(?!.*node_modules\/).*\.test\.ts$/.test(path))
    .map((path) => path.replace(/\.ts$/, ".js"))
    .filter((path) =>
      patterns.length > 0
        ? patterns.some((part) => path.includes(part))
        : (ALL || !WHOLE_ONLY.test(path)) && !(quick && SLOW.test(path)),
    )
    .sort();
}

/** Files that share a process: neighbours, which load the same modules. */
function batchesOf(files: readonly string[]): string[][] {
  const batches: string[][] = [];
  let last = "";
  for (const file of files) {
    const folder = ALONE.test(file) ? file : file.split("/", 1)[0];
    const batch = batches.at(-1);
    if (batch && folder === last && batch.length < BATCH) batch.push(file);
    else batches.push([file]);
    last = folder ?? "";
  }
  // Who has a process to itself takes long, and goes first.
  return batches.sort(([a = ""], [b = ""]) => +ALONE.test(b) - +ALONE.test(a));
}

function report({ file, passed, failed, seconds, output }: Outcome): void {
  const mark = failed === 0 ? "ok  " : "FAIL";
  console.log(`${mark} ${file} ${passed} in ${seconds.toFixed(1)} s`);
  if (failed > 0) console.log(output);
}

async function main(args: readonly string[]): Promise<void> {
  const patterns = args.filter((arg) => arg !== "--quick");
  const started = performance.now();
  const queue = batchesOf(testFiles(patterns, args.includes("--quick")));
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const done = await runBatch(
        batch,
        { limit: LIMIT_MS, env: { MCP_TESTS_MADE: MADE } },
        report,
      );
      outcomes.push(...done);
      // What one file ended, those behind it go on with.
      const left = batch.slice(done.length);
      if (left.length > 0) queue.unshift(left);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  } finally {
    rmSync(MADE, { recursive: true, force: true });
  }
  const seconds = (performance.now() - started) / 1000;
  const slowest = outcomes.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  console.log(`\n${seconds.toFixed(0)} s; the slowest files:`);
  for (const { file, seconds: own } of slowest)
    console.log(`${own.toFixed(1).padStart(6)} ${file}`);
  const sum = (key: "passed" | "failed"): number =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;
}

await main(process.argv.slice(2));
