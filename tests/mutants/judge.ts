/** Runs the tests that cover a mutant until one of them fails. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBatch } from "../harness/run/runner.js";
import { ALONE } from "../harness/run/test-files.js";
import { selectTests, type Coverage } from "./coverage.js";
import { sourceText, type Copy } from "./copy.js";
import type { Mutation } from "./mutations.js";
import type { Sources } from "./sources.js";

/**
 * Time in seconds after which no more test processes are started for a mutant.
 */
const SECONDS = 35;
/**
 * Minimum time limit of a test file in seconds. A test file with a mutant may
 * also take three times its usual duration.
 */
const LEAST_SECONDS = 10;
/** Maximum number of test files in one process. */
const BATCH = 8;

export interface MutantResult {
  /**
   * Path of the test file that failed. Null if the mutant survived, because no
   * test failed.
   */
  readonly by: string | null;
  /** Whether the test file exceeded its time limit. */
  readonly late: boolean;
  readonly asked: number;
  readonly of: number;
}

/**
 * Runs the tests that cover a mutant. Returns null if the mutant does not
 * compile.
 */
export async function runMutant(
  place: Mutation,
  sources: Sources,
  coverage: Coverage,
  copy: Copy,
): Promise<MutantResult | null> {
  const { file, start, end, by } = place;
  const text = sourceText(file);
  const tests = selectTests(coverage, sources, place);
  const mutant = text.slice(0, start) + by + text.slice(end);
  const restore = await copy.change(new Map([[file, mutant]]));
  if (!restore) return null;
  const made = mkdtempSync(join(tmpdir(), "mcp-codegen-made-"));
  const started = performance.now();
  let asked = 0;
  let killer: string | null = null;
  let late = false;
  try {
    for (const batch of splitIntoBatches(tests)) {
      if (performance.now() - started > SECONDS * 1000) break;
      const slowest = Math.max(
        ...batch.map((test) => coverage.get(test)?.seconds ?? 0),
      );
      const env = { MCP_TESTS_MADE: made };
      const limit = 1000 * Math.max(LEAST_SECONDS, 3 * slowest);
      const options = { limit, env, root: copy.root, brief: true };
      await runBatch(batch, options, (outcome) => {
        asked += 1;
        if (outcome.failed === 0) return true;
        killer ??= outcome.file;
        late = outcome.seconds * 1000 >= limit;
        return false;
      });
      if (killer) break;
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
    await restore();
  }
  return { by: killer, late, asked, of: tests.length };
}

/**
 * Splits test files into batches, one for each process. The order of the files
 * is kept.
 */
function splitIntoBatches(tests: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (const test of tests) {
    const batch = batches.at(-1);
    const joins = batch && batch.length < BATCH && !ALONE.test(test);
    if (joins && !ALONE.test(batch[0] ?? "")) batch.push(test);
    else batches.push([test]);
  }
  return batches;
}
