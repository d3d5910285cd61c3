/**
 * Records which code each test file runs, and the duration of the file. The
 * result is cached until the next build.
 */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashFiles, packageFiles } from "../../generator/support/package.js";
import { ROOT } from "../harness/program/cli.js";
import { runBatch, type Outcome } from "../harness/run/runner.js";
import { listTestFiles } from "../harness/run/test-files.js";
import { getLoad } from "../harness/run/time-limit.js";
import { RUNTIME, type Copy } from "./copy.js";
import type { Mutation } from "./mutations.js";
import { EXPLORER, type Sources } from "./sources.js";

/**
 * Test files that are not used to detect mutants. They are slow, check other
 * compilers and programs, or use random input for code that other tests cover.
 */
export const TOO_SLOW =
  /^(bench|conformance|mutants|package|platforms|proof|third-party)\/|^docs\/(architecture|bindings|blocks|links|pages|readme|security)|hostile-servers|transport\/flood/;
/**
 * Time limit of a test file in milliseconds, which is multiplied on a busy
 * machine. Slower files are not used to detect mutants.
 */
const LIMIT_MS = 90_000;
/** Test files that run the script of the explorer's page. */
export const PAGE = /^(explorer|generator\/explore)\/|^commands\/explore/;
/**
 * Test files that read source code instead of running it, so coverage does not
 * select them. An entry contains the path of a test file, and patterns of the
 * source files and the changes for which it is selected.
 */
const READERS: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    "generator/diagnostics.test.js",
    /^generator\/.*\/(diagnostics|findings|[a-z]+-errors)\.ts$/,
    /^/,
  ],
  ["docs/limits.test.js", /^runtime\//, /^(constant|factor): .*\d/],
];
const CACHE = join(ROOT, "dist/mutants.json");

/**
 * Code that a test file runs, and the duration of the test file. The code is
 * given by the ids of marks: inserted calls that record which code runs.
 */
interface Covered {
  readonly hash: string;
  /**
   * Measured duration in seconds, divided by the load of the machine (running
   * programs per core).
   */
  readonly seconds: number;
  readonly marks: readonly number[];
  /**
   * Whether the test file passes when marks (calls that record which code runs)
   * are inserted into the runtime or the generator. A test that compares source
   * text fails with marks, so it cannot detect mutants in marked code.
   */
  readonly runtime: boolean;
  readonly generator: boolean;
}

export type Coverage = ReadonlyMap<string, Covered>;

interface Cache {
  readonly program: string;
  readonly files: Record<string, Covered>;
}

/** Test file that is not used to detect mutants, with the reason. */
export type Unused = readonly [test: string, why: string];

/**
 * Returns the coverage of test files, from the cache if possible, and the test
 * files that are not used.
 *
 * @param patterns Parts of the test files' paths. An empty list selects all
 *   test files.
 */
export async function loadCoverage(
  sources: Sources,
  copy: Copy,
  patterns: readonly string[],
): Promise<{ readonly coverage: Coverage; readonly unused: Unused[] }> {
  const program = hashFiles(
    [
      ...packageFiles("templates"),
      ...packageFiles("runtime"),
      ...builtFiles(),
    ].sort(),
  );
  const cache = readCache(program);
  const known = new Map<string, Covered>();
  const unknown: string[] = [];
  const all = listTestFiles(patterns, false);
  for (const file of all.filter((name) => !TOO_SLOW.test(name))) {
    const was = cache.files[file];
    if (was && was.hash === hashTest(file)) known.set(file, was);
    else unknown.push(file);
  }
  if (unknown.length > 0) {
    console.log(`recording the coverage of ${unknown.length} test files`);
    const record = async (below: string): Promise<void> => {
      const failed = unknown.filter((file) => !known.get(file)?.runtime);
      const made = await runMarked(sources, copy, failed, below);
      for (const [file, covered] of made)
        known.set(file, { ...covered, runtime: !below && covered.runtime });
    };
    await record("");
    // Run the failed test files again, because a failure may be temporary.
    await record("");
    await record("generator/");
    const files = { ...cache.files, ...Object.fromEntries(known) };
    writeFileSync(CACHE, JSON.stringify({ program, files } satisfies Cache));
  }
  return { coverage: known, unused: listUnused(all, known) };
}

/** Returns the cached coverage if it was recorded with the same build. */
function readCache(program: string): Cache {
  const empty = { program, files: {} };
  if (!existsSync(CACHE)) return empty;
  const cache = JSON.parse(readFileSync(CACHE, "utf8")) as Cache;
  return cache.program === program ? cache : empty;
}

function listUnused(all: readonly string[], coverage: Coverage): Unused[] {
  return all.flatMap((test): Unused[] => {
    if (TOO_SLOW.test(test)) return [[test, "excluded by TOO_SLOW"]];
    const { runtime, generator } = coverage.get(test) ?? {};
    if (runtime) return [];
    if (!generator && PAGE.test(test))
      return [
        [test, "compares the program's text, and is used for explorer/ only"],
      ];
    return generator
      ? [[test, "compares the runtime's text, and is used for generator/ only"]]
      : [[test, "fails or is too slow while its coverage is recorded"]];
  });
}

/**
 * Returns the built files of the generator and the test harness, because the
 * result of every test may depend on them.
 */
function builtFiles(): string[] {
  const tests = packageFiles("dist/tests").filter((path) =>
    /^(?!.*\/mutants\/(?!marks?\.|sources\.)).*(?<!\.test)\.js$/.test(path),
  );
  const own = packageFiles("dist/generator").filter((path) =>
    path.endsWith(".js"),
  );
  return [...own, ...tests];
}

function hashTest(file: string): string {
  return hashFiles([`dist/tests/${file}`]);
}

/**
 * Runs test files, two at a time. Marks (calls that record which code runs) are
 * inserted into the source files.
 */
async function runMarked(
  sources: Sources,
  copy: Copy,
  tests: readonly string[],
  below: string,
): Promise<Map<string, Covered>> {
  const texts = [...sources.files].flatMap(([file, { marked }]) =>
    file.startsWith(below) ? [[file, marked] as const] : [],
  );
  const restore = await copy.change(new Map(texts));
  if (!restore) throw new Error("The sources with marks do not compile.");
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-marks-"));
  const all = new Map<string, Covered>();
  const queue = [...tests];
  const worker = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const list = join(folder, file.replaceAll("/", "_"));
      const outcome = await run(file, copy.root, list);
      const passes = outcome.failed === 0;
      if (!passes) console.log(`${below}marks break ${file}`);
      const lines = existsSync(list) ? readFileSync(list, "utf8") : "";
      all.set(file, {
        hash: hashTest(file),
        seconds: outcome.seconds / getLoad(),
        marks: [...new Set(lines.split("\n").filter(Boolean).map(Number))],
        runtime: passes,
        generator: passes,
      });
    }
  };
  await Promise.all([worker(), worker()]);
  rmSync(folder, { recursive: true });
  await restore();
  return all;
}

async function run(file: string, root: string, list: string): Promise<Outcome> {
  const preload = new URL("mark.js", import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${preload}`, MCP_MARKS: list };
  const options = { limit: LIMIT_MS * getLoad(), env, root };
  const [outcome] = await runBatch([file], options, () => {});
  if (!outcome) throw new Error(`The runner returned no outcome for ${file}.`);
  return outcome;
}

/**
 * Returns the test files that run the mutated code, the most promising ones
 * first. Promising test files are fast, and a large part of the code that they
 * run is in the mutated source file.
 */
export function selectTests(
  coverage: Coverage,
  sources: Sources,
  place: Mutation,
): string[] {
  const { file, change } = place;
  const side = file.startsWith(RUNTIME) ? "runtime" : "generator";
  const marks = sources.findMarks(place);
  const reads = (test: string): boolean =>
    READERS.some(
      ([name, files, changes]) =>
        name === test && files.test(file) && changes.test(change),
    );
  const rank = (test: string): number => {
    // Run the snapshot tests first: nearly every mutant of `generator/emit`
    // changes the generated output, which they compare.
    if (test.startsWith("snapshots/") && file.startsWith("generator/emit/"))
      return 0;
    if (reads(test)) return 0;
    const { seconds = 0, marks: all = [] } = coverage.get(test) ?? {};
    const own = all.filter((id) => sources.has(file, id)).length;
    return (seconds * all.length) / (own + 1);
  };
  // Select the tests by path: the explorer's script runs in a browser, so it
  // has no coverage marks.
  const isPage = file.startsWith(`${EXPLORER}/`);
  return [...coverage]
    .filter(([test, { [side]: passes, marks: all }]) =>
      isPage
        ? PAGE.test(test)
        : passes && (reads(test) || all.some((id) => marks.has(id))),
    )
    .map(([test]) => [rank(test), test] as const)
    .sort(([a], [b]) => a - b)
    .map(([, test]) => test);
}
