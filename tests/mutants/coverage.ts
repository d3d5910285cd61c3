/** Which test files run what, and for how long: found out once for a build. */
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
import { testFiles } from "../harness/run/test-files.js";
import { RUNTIME, type Copy } from "./copy.js";
import type { Place } from "./places.js";
import type { Sources } from "./sources.js";

/**
 * Not asked: they take long, and hold what compilers and programs of others say,
 * or what no mutant is made of, or try at random what others hold.
 */
export const TOO_SLOW =
  /^(bench|conformance|docs|package|platforms|proof|third-party|generator\/(model|new|parse))\/|hostile-servers|transport\/flood/;
/** A file that takes longer is not asked either. */
const LIMIT_MS = 60_000;
const CACHE = join(ROOT, "dist/mutants.json");

/** What a test file runs. */
interface Covered {
  readonly hash: string;
  readonly seconds: number;
  readonly marks: readonly number[];
  /**
   * Whether it passes when the runtime, or the generator, has marks in it. One
   * that does not holds the text of the code, and would refuse any other.
   */
  readonly runtime: boolean;
  readonly generator: boolean;
}

export type Coverage = ReadonlyMap<string, Covered>;

interface Cache {
  readonly program: string;
  readonly files: Record<string, Covered>;
}

/** Reads what is known, and runs those test files that are not. */
export async function coverageOf(
  sources: Sources,
  copy: Copy,
): Promise<Coverage> {
  const program = hashFiles(
    [
      ...packageFiles("templates"),
      ...packageFiles("runtime"),
      ...builtFiles(),
    ].sort(),
  );
  const cache: Cache = existsSync(CACHE)
    ? (JSON.parse(readFileSync(CACHE, "utf8")) as Cache)
    : { program: "", files: {} };
  const known = new Map<string, Covered>();
  const unknown: string[] = [];
  const asked = testFiles([], false).filter((file) => !TOO_SLOW.test(file));
  for (const file of asked) {
    const was = cache.program === program && cache.files[file];
    if (was && was.hash === hashOf(file)) known.set(file, was);
    else unknown.push(file);
  }
  if (unknown.length === 0) return known;
  console.log(`looking what ${unknown.length} test files run`);
  const both = await marked(sources, copy, unknown, "");
  for (const [file, covered] of both) known.set(file, covered);
  const failed = unknown.filter((file) => !known.get(file)?.runtime);
  const own = await marked(sources, copy, failed, "generator/");
  for (const [file, covered] of own)
    known.set(file, { ...covered, runtime: false });
  const files = Object.fromEntries(known);
  writeFileSync(CACHE, JSON.stringify({ program, files } satisfies Cache));
  return known;
}

/** Of what is built, all but the tests: what they share is not told apart. */
function builtFiles(): string[] {
  const tests = packageFiles("dist/tests").filter((path) =>
    /^(?!.*\/mutants\/).*(?<!\.test)\.js$/.test(path),
  );
  const own = packageFiles("dist/generator").filter((path) =>
    path.endsWith(".js"),
  );
  return [...own, ...tests];
}

function hashOf(file: string): string {
  return hashFiles([`dist/tests/${file}`]);
}

/** Runs test files, two at a time, on sources that have marks in them. */
async function marked(
  sources: Sources,
  copy: Copy,
  tests: readonly string[],
  below: string,
): Promise<Map<string, Covered>> {
  const texts = [...sources.files].flatMap(([file, { marked }]) =>
    file.startsWith(below) ? [[file, marked] as const] : [],
  );
  const restore = await copy.change(new Map(texts));
  if (!restore) throw new Error("The marks are no TypeScript.");
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
        hash: hashOf(file),
        seconds: outcome.seconds,
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
  const options = { limit: LIMIT_MS, env, root };
  const [outcome] = await runBatch([file], options, () => {});
  if (!outcome) throw new Error(`${file} was not run.`);
  return outcome;
}

/**
 * Test files that run one of the marks. First those that are quick, and those of
 * which this source file is a large part of all that they run.
 */
export function testsOf(
  coverage: Coverage,
  sources: Sources,
  place: Place,
): string[] {
  const { file } = place;
  const side = file.startsWith(RUNTIME) ? "runtime" : "generator";
  const marks = sources.marksOf(place);
  const rank = (test: string): number => {
    // It knows each byte of the output, so nearly all that emit does.
    if (test.startsWith("snapshots/") && file.startsWith("generator/emit/"))
      return 0;
    const { seconds = 0, marks: all = [] } = coverage.get(test) ?? {};
    const own = all.filter((id) => sources.has(file, id)).length;
    return (seconds * all.length) / (own + 1);
  };
  return [...coverage]
    .filter(([, one]) => one[side] && one.marks.some((id) => marks.has(id)))
    .map(([test]) => [rank(test), test] as const)
    .sort(([a], [b]) => a - b)
    .map(([, test]) => test);
}
