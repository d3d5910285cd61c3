/**
 * Runs test files, several in a process, and adds up. uvu has no time limit, and
 * prints no summary when a promise never settles; both count as a failure here.
 *
 *     node dist/tests/run.js [--quick] [part of a path ...]
 *
 * `--quick` leaves out the conformance suite, foreign programs and matrices.
 * With MCP_ALL=1 what is sampled otherwise is whole.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ALL = process.env["MCP_ALL"] === "1";
const LIMIT_MS = ALL ? 300_000 : 60_000;
const BATCH = 12;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMPILED = join(ROOT, "dist", "tests");
/** What files of this run make for each other; see `support/made.ts`. */
const MADE = mkdtempSync(join(tmpdir(), "mcp-codegen-tests-"));
/** What `batch.ts` prints between two files. */
const NEXT = "\u001e";

/** Only in `make test-all`: npm's own work, and every block of every page. */
const WHOLE_ONLY = /^(package\/package|docs\/blocks)\.test/;
/** Not for `--quick`: the suite, programs of others, compilers, matrices. */
const SLOW =
  /^(conformance|package|platforms|proof|world)\/|docs\/blocks|sdk|everything|mutants|fuzz/;
/** They have a process of their own: they change it, or measure it. */
const ALONE =
  /^(conformance|package|platforms|proof|snapshots|world)\/|parse\/typescript|mutants|differential/;

interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly output: string;
}

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

/** What came of a file, by what it printed, and how its process ended since. */
function outcomeOf(
  file: string,
  seconds: number,
  output: string,
  end: string | null,
): Outcome {
  const count = (label: string): number =>
    [...output.matchAll(new RegExp(`${label}:\\s+(\\d+)`, "g"))].reduce(
      (sum, match) => sum + Number(match[1]),
      0,
    );
  const total = count("Total");
  const passed = count("Passed");
  const why =
    passed < total
      ? null
      : (end ?? (total === 0 ? "no test ran, or one never settled" : null));
  const failed = total - passed + (why ? 1 : 0);
  const more = why ? `\n${file}: ${why}\n` : "";
  return { file, passed, failed, seconds, output: output + more };
}

/** Runs files in a process, up to the one that ends it. */
function run(batch: readonly string[]): Promise<readonly Outcome[]> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(COMPILED, "batch.js"), ...batch],
      {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          FORCE_COLOR: "0",
          NO_COLOR: "1",
          MCP_TESTS_MADE: MADE,
        },
        detached: true,
      },
    );
    const outcomes: Outcome[] = [];
    let output = "";
    let started = performance.now();
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      // The group, so that what the test had started ends too.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, LIMIT_MS);
    const finish = (end: string | null = null): void => {
      const seconds = (performance.now() - started) / 1000;
      const file = batch[outcomes.length] ?? "";
      const outcome = outcomeOf(file, seconds, output, end);
      report(outcome);
      outcomes.push(outcome);
      output = "";
      started = performance.now();
      limit.refresh();
    };
    const read = (chunk: string): void => {
      const [text = "", ...next] = chunk.split(NEXT);
      output += text;
      for (const more of next) {
        finish();
        output += more;
      }
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const known = outcomes.some(({ failed }) => failed > 0);
      finish(
        late
          ? `ended after ${LIMIT_MS / 1000} s`
          : signal || (code !== 0 && !known)
            ? `ended with ${signal ?? code}`
            : null,
      );
      resolve(outcomes);
    });
  });
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
      const done = await run(batch);
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
