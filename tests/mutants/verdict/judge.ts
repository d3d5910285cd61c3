/** Runs the tests that cover a mutant until one of them detects the mutant. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBatch } from "../../harness/run/runner.js";
import { ALONE } from "../../harness/run/test-files.js";
import { getLoad } from "../../harness/run/time-limit.js";
import { selectTests, type Coverage } from "../coverage.js";
import { sourceText, type Copy } from "../copy.js";
import type { Mutation } from "../mutations.js";
import type { Sources } from "../sources.js";
import {
  chooseTests,
  judge,
  splitIntoBatches,
  type Attempt,
  type Verdict,
} from "./verdict.js";

/**
 * Maximum total duration of the test files that run for one mutant, in seconds.
 * It is estimated from their usual durations.
 */
const BUDGET_SECONDS = 60;
/**
 * Minimum time limit of a test file in seconds. The limit is four times the
 * usual duration of the file if that is longer. On a busy machine, the limit is
 * increased.
 */
const LEAST_SECONDS = 10;
/** Maximum number of test files in one process. */
const BATCH = 8;

export interface MutantResult extends Verdict {
  /**
   * Number of test files that were chosen to run with the mutant, out of those
   * that run the changed code.
   */
  readonly chosen: number;
  /** Test files that did not run, because they would take too much time. */
  readonly dropped: readonly string[];
}

export class Judge {
  readonly #sources: Sources;
  readonly #coverage: Coverage;
  /** Copy of the repository without a mutant. */
  readonly #unchanged: Copy;
  /**
   * Whether each test file passes without a mutant in this campaign, by the
   * path of the test file.
   */
  readonly #passes = new Map<string, boolean>();
  readonly #made = createFolder();

  constructor(sources: Sources, coverage: Coverage, unchanged: Copy) {
    this.#sources = sources;
    this.#coverage = coverage;
    this.#unchanged = unchanged;
  }

  /** Test files that failed without a mutant in this campaign. */
  get distrusted(): string[] {
    return [...this.#passes]
      .filter(([, passes]) => !passes)
      .map(([test]) => test);
  }

  /**
   * Runs the tests that cover a mutant. Returns null if the mutant has syntax
   * errors.
   */
  async run(place: Mutation, copy: Copy): Promise<MutantResult | null> {
    const { file, start, end, by } = place;
    const text = sourceText(file);
    const mutant = text.slice(0, start) + by + text.slice(end);
    const restore = await copy.change(new Map([[file, mutant]]));
    if (!restore) return null;
    try {
      const tests = selectTests(this.#coverage, this.#sources, place).filter(
        (test) => this.#passes.get(test) !== false,
      );
      const { chosen, dropped } = chooseTests(
        tests,
        (test) => this.#getSeconds(test),
        BUDGET_SECONDS,
      );
      const batches = splitIntoBatches(chosen, BATCH, (test) =>
        ALONE.test(test),
      );
      const verdict = await judge(batches, {
        runMutant: (batch) => this.#runMutant(batch, copy),
        passesUnchanged: (test, afresh) => this.#passesUnchanged(test, afresh),
      });
      return { ...verdict, chosen: chosen.length, dropped };
    } finally {
      restore();
    }
  }

  remove(): void {
    rmSync(this.#made, { recursive: true, force: true });
  }

  #getSeconds(test: string): number {
    return this.#coverage.get(test)?.seconds ?? 0;
  }

  async #runMutant(batch: readonly string[], copy: Copy): Promise<Attempt> {
    // Each process creates its own generated output, because an interrupted
    // process may leave incomplete output.
    const made = createFolder();
    try {
      return await this.#run(batch, copy, made);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }

  async #passesUnchanged(test: string, afresh: boolean): Promise<boolean> {
    const known = this.#passes.get(test);
    if (known !== undefined && !afresh) return known;
    const { failed, late } = await this.#run(
      [test],
      this.#unchanged,
      this.#made,
    );
    // Do not store the result of a test file that was too slow, because it may
    // be fast enough in the next run.
    if (!late) this.#passes.set(test, failed === null);
    return failed === null;
  }

  /** Runs test files until one fails. */
  async #run(
    batch: readonly string[],
    { root }: Copy,
    made: string,
  ): Promise<Attempt> {
    const slowest = Math.max(...batch.map((test) => this.#getSeconds(test)));
    const seconds = Math.max(LEAST_SECONDS, 4 * slowest);
    const limit = 1000 * seconds * getLoad();
    const env = { MCP_TESTS_MADE: made };
    let failed: string | null = null;
    let late = false;
    const outcomes = await runBatch(
      batch,
      { limit, env, root, brief: true },
      (outcome) => {
        if (outcome.failed === 0) return true;
        failed ??= outcome.file;
        late ||= outcome.seconds * 1000 >= limit;
        return false;
      },
    );
    return { ran: outcomes.length, failed, late };
  }
}

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), "mcp-codegen-made-"));
}
