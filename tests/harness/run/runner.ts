/**
 * Runs test files in one process and reports the outcome of each file. Also
 * reports two failures that uvu does not detect: a test that blocks its
 * process, and a promise that never settles.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../../generator/support/package.js";
import { ALL } from "./test-files.js";
import { TITLE_MARK } from "./time-limit.js";

/**
 * V8 flags of the test processes. The interrupt budget is 16 times the default,
 * so V8 optimizes functions later: most test files end before optimization pays
 * off. Parallel garbage collection is off, because its threads wait for each
 * other when all cores are busy.
 * The sizes, in megabytes, are larger than by default: generating code creates
 * many short-lived objects, and full garbage collections of a growing heap free
 * little memory.
 */
export const V8 = [
  // Node.js 22 and later do not have this flag.
  ...(process.versions.node.startsWith("20.")
    ? [`--interrupt-budget=${16 * 66 * 1024}`]
    : []),
  "--single-threaded-gc",
  "--min-semi-space-size=64",
  "--max-semi-space-size=128",
  "--initial-old-space-size=1024",
];
/** Separator that `batch.ts` prints between the outputs of two test files. */
const NEXT = "\u001e";
/** Text that uvu prints before the title of a failed test. */
const FAILED = "✘ ";
/**
 * Pattern that finds the title of each started test in the output of the test
 * process.
 */
const TITLE = new RegExp(`${TITLE_MARK}([^${TITLE_MARK}]*)${TITLE_MARK}`, "g");

export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly output: string;
}

/**
 * Returns the outcome of a test file, determined from its output and from how
 * its process ended.
 */
function getOutcome(
  file: string,
  seconds: number,
  text: string,
  end: string | null,
): Outcome {
  const title = [...text.matchAll(TITLE)].at(-1)?.[1] ?? "no test";
  const output = text.replace(TITLE, "");
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
  const more = why ? `\n${file}: ${why}; last started: ${title}\n` : "";
  const skipped = count("Skipped");
  return { file, passed, failed, skipped, seconds, output: output + more };
}

export interface RunnerOptions {
  /** Time limit of a test file, in milliseconds. */
  readonly limit: number;
  readonly env: object;
  /**
   * Root folder of the repository, or of a copy of it, whose tests are run.
   * @default this repository
   */
  readonly root?: string;
  /** Whether a test file stops after its first failed test. */
  readonly brief?: boolean;
}

/**
 * Runs test files in one child process. Resolves when all files are done, or
 * when the child process ends earlier.
 */
export function runBatch(
  batch: readonly string[],
  { limit, env, root = PACKAGE_ROOT, brief = false }: RunnerOptions,
  /**
   * Callback that is called after each test file. If it returns false, the
   * child process is killed and the remaining files do not run.
   */
  report: (outcome: Outcome) => boolean | void,
): Promise<readonly Outcome[]> {
  return new Promise((resolve) => {
    const program = join(root, "dist/tests/batch.js");
    const child = spawn(process.execPath, [...V8, program, ...batch], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        FORCE_COLOR: "0",
        NO_COLOR: "1",
        // Settings for programs in Go, such as the native TypeScript compiler:
        // collect garbage only above one gibibyte of memory.
        GOGC: "off",
        GOMEMLIMIT: "1GiB",
        // Each Node.js process parses the certificates in the file of this
        // variable, which takes longer than the rest of the start. Only tests
        // of `make test-all` need them, because they install packages.
        ...(!ALL && { NODE_EXTRA_CA_CERTS: "" }),
        ...env,
      },
      detached: true,
    });
    const outcomes: Outcome[] = [];
    let output = "";
    let started = performance.now();
    let late = false;
    let ended = false;
    // Kills the whole process group, so that programs which the tests have
    // started also end.
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // Ignore the error: the process group no longer exists.
      }
    };
    // Kill the process group also if this process ends first.
    process.on("exit", kill);
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, limit);
    const finish = (end: string | null = null): void => {
      const seconds = (performance.now() - started) / 1000;
      const file = batch[outcomes.length] ?? "";
      const outcome = getOutcome(file, seconds, output, end);
      outcomes.push(outcome);
      if (report(outcome) === false) {
        ended = true;
        kill();
      }
      output = "";
      started = performance.now();
      timer.refresh();
    };
    const read = (chunk: string): void => {
      if (ended) return;
      const [text = "", ...next] = chunk.split(NEXT);
      output += text;
      for (const more of next) {
        finish();
        if (ended) return;
        output += more;
      }
      if (brief && output.includes(FAILED)) finish();
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      kill();
      process.off("exit", kill);
      if (ended) return resolve(outcomes);
      const known = outcomes.some(({ failed }) => failed > 0);
      finish(
        late
          ? `ended after ${limit / 1000} s`
          : signal || (code !== 0 && !known)
            ? `ended with ${signal ?? code}`
            : null,
      );
      resolve(outcomes);
    });
  });
}
