/**
 * Decides from test results whether the tests detect a mutant, which is a copy
 * of the source with one deliberate error.
 */

/** Result of running test files one after another until one failed. */
export interface Attempt {
  /** Number of test files that ran, including the failed one. */
  readonly ran: number;
  /** Test file that failed. Null if all test files passed. */
  readonly failed: string | null;
  /** Whether the failed test file exceeded its time limit. */
  readonly late: boolean;
}

/** Functions that run test files. */
export interface Runners {
  /** Runs test files with the mutant until one fails. */
  readonly runMutant: (tests: readonly string[]) => Promise<Attempt>;
  /**
   * Runs a test file without the mutant. Resolves to true if the test file
   * passes.
   *
   * @param afresh Whether the test file runs even if its result without the
   *   mutant is already known.
   */
  readonly passesUnchanged: (test: string, afresh: boolean) => Promise<boolean>;
}

/**
 * Test file whose failure does not prove that it detects the mutant, with the
 * reason.
 */
export interface Rejected {
  readonly test: string;
  readonly why: "passes when repeated" | "fails without the mutant";
}

export interface Verdict {
  /** Test file that detects the mutant. Null if the mutant survived. */
  readonly by: string | null;
  /** Whether the test file exceeded its time limit. */
  readonly late: boolean;
  readonly rejected: readonly Rejected[];
}

/**
 * Runs test files until one detects the mutant. A test file detects the mutant
 * if it fails twice with the mutant and passes without the mutant.
 *
 * @param batches Test files in their order. The files of a batch share a
 *   process.
 */
export async function judge(
  batches: readonly (readonly string[])[],
  { runMutant, passesUnchanged }: Runners,
): Promise<Verdict> {
  const rejected: Rejected[] = [];
  const queue = batches.map((batch) => [...batch]);
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const { ran, failed, late } = await runMutant(batch);
    const left = batch.slice(Math.max(ran, 1));
    if (left.length > 0) queue.unshift(left);
    if (failed === null) continue;
    const again = await runMutant([failed]);
    if (again.failed === null)
      rejected.push({ test: failed, why: "passes when repeated" });
    else if (!(await passesUnchanged(failed, late || again.late)))
      rejected.push({ test: failed, why: "fails without the mutant" });
    else return { by: failed, late, rejected };
  }
  return { by: null, late: false, rejected };
}

/** Test files that run for a mutant, and those that do not run. */
export interface Choice {
  readonly chosen: readonly string[];
  /** Test files that do not run, because they would take too much time. */
  readonly dropped: readonly string[];
}

/**
 * Chooses test files in the given order until their usual durations exceed the
 * budget. The first test file is always chosen.
 */
export function chooseTests(
  tests: readonly string[],
  getSeconds: (test: string) => number,
  budget: number,
): Choice {
  let total = 0;
  const chosen: string[] = [];
  const dropped: string[] = [];
  for (const test of tests) {
    const next = total + getSeconds(test);
    if (chosen.length > 0 && next > budget) dropped.push(test);
    else {
      total = next;
      chosen.push(test);
    }
  }
  return { chosen, dropped };
}

/**
 * Splits test files into batches, one for each process. The order of the files
 * is kept.
 */
export function splitIntoBatches(
  tests: readonly string[],
  most: number,
  isAlone: (test: string) => boolean,
): string[][] {
  const batches: string[][] = [];
  for (const test of tests) {
    const batch = batches.at(-1);
    const joins = batch && batch.length < most && !isAlone(test);
    if (joins && !isAlone(batch[0] ?? "")) batch.push(test);
    else batches.push([test]);
  }
  return batches;
}
