/**
 * A process of test files, one after the other: what came of each. uvu has no
 * time limit, and prints no summary when a promise never settles; both count as a
 * failure of the file here.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../program/cli.js";

/**
 * V8 optimises functions four times later than it does by itself, as it does for
 * the program (`generator/support/compiled.ts`): most files end before that pays.
 * Threads that collect garbage wait for one another where all cores are taken.
 */
export const V8 = [
  `--interrupt-budget=${4 * 66 * 1024}`,
  "--single-threaded-gc",
];
/** What `batch.ts` prints between two files. */
const NEXT = "\u001e";
/** What uvu prints for a test that fails. */
const FAILED = "✘ ";

export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly output: string;
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
  const skipped = count("Skipped");
  return { file, passed, failed, skipped, seconds, output: output + more };
}

export interface RunnerOptions {
  /** Milliseconds that a file has. */
  readonly limit: number;
  readonly env: object;
  /** The repository, when it is a copy of this one. */
  readonly root?: string;
  /** Whether one test that fails is enough to end the file. */
  readonly brief?: boolean;
}

/** Runs files in a process, up to the one that ends it. */
export function runBatch(
  batch: readonly string[],
  { limit, env, root = ROOT, brief = false }: RunnerOptions,
  /** False ends the process before the next file. */
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
        // Compilers in Go, and there is memory for all that they check.
        GOGC: "400",
        ...env,
      },
      detached: true,
    });
    const outcomes: Outcome[] = [];
    let output = "";
    let started = performance.now();
    let late = false;
    let ended = false;
    // The group, so that what the test had started ends too.
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // Nothing of it is left.
      }
    };
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, limit);
    const finish = (end: string | null = null): void => {
      const seconds = (performance.now() - started) / 1000;
      const file = batch[outcomes.length] ?? "";
      const outcome = outcomeOf(file, seconds, output, end);
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
