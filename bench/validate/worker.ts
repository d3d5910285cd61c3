/** One candidate's process: does a round when it is told to. */
import { CANDIDATES, type Checks, type ChecksByType } from "./candidates.js";
import { CASES, type Case } from "./cases.js";

/** What a round answers: nanoseconds for each case, by its index. */
export type Round = (number | null)[];

/** Copies of each value, so that nothing is learned from one object. */
const COPIES = 16;

/** How long a window is, and how many make a round of one case. */
const MILLISECONDS = 2.5;
const WINDOWS = 5;

const [, , name = "", folder = ""] = process.argv;
const checks =
  name === "JSON.parse"
    ? null
    : await CANDIDATES.find((candidate) => candidate.name === name)?.load(
        folder,
      );
if (checks === undefined) throw new Error(`No candidate called ${name}`);

const tasks = CASES.map((one) => taskOf(one, checks));

process.on("message", () => {
  process.send?.(tasks.map((task) => (task ? time(task) : null)));
});
process.send?.(checks ? CASES.map((one) => verdict(one, checks)) : []);

/** The work of a case, so often; null when the candidate does not know it. */
type Task = (times: number) => unknown;

function taskOf(one: Case, all: ChecksByType | null): Task | null {
  const { text, valid } = one;
  if (!all)
    return (times) => {
      let last: unknown;
      for (let i = 0; i < times; i++) last = JSON.parse(text);
      return last;
    };
  const known = checksOf(one, all);
  const run = known && (valid ? known.is : known.explain);
  if (!run) return null;
  const values = Array.from(
    { length: COPIES },
    () => JSON.parse(text) as unknown,
  );
  return loopOf(one, run, values);
}

/**
 * A loop that is no other case's: in a program, too, a guard is called from
 * places that call nothing else. The engine takes equal texts for one function,
 * hence the name.
 */
function loopOf(
  { name, type, valid }: Case,
  run: (value: unknown) => unknown,
  values: unknown[],
): Task {
  const make = new Function(
    "run",
    "values",
    `/* ${type}, ${name}, ${valid} */ return (times) => {
      let count = 0;
      for (let i = 0; i < times; i++) if (run(values[i & ${COPIES - 1}])) count++;
      return count;
    };`,
  ) as (run: (value: unknown) => unknown, values: unknown[]) => Task;
  return make(run, values);
}

function verdict(one: Case, all: ChecksByType): boolean | null {
  const known = checksOf(one, all);
  return known ? known.is(JSON.parse(one.text)) === one.valid : null;
}

/** By type, or by type and method. */
function checksOf({ type, text }: Case, all: ChecksByType): Checks | undefined {
  const known = all.get(type);
  if (known) return known;
  const { method } = (JSON.parse(text) ?? {}) as { method?: unknown };
  return all.get(`${type} ${String(method)}`);
}

/**
 * Nanoseconds for one time, in the best of some windows: in the others the
 * machine has done something else as well.
 */
function time(task: Task): number {
  const times = timesFor(task);
  let best = Infinity;
  for (let window = 0; window < WINDOWS; window++)
    best = Math.min(best, run(task, times) / times);
  return best;
}

/** How often the task fits into a window. */
function timesFor(task: Task): number {
  for (let times = 1; ;) {
    const nanoseconds = run(task, times);
    if (nanoseconds > MILLISECONDS * 1e6) return times;
    const factor = (MILLISECONDS * 1.2e6) / Math.max(nanoseconds, 1000);
    times = Math.ceil(times * Math.min(Math.max(factor, 1.1), 100));
  }
}

function run(task: Task, times: number): number {
  const start = process.hrtime.bigint();
  task(times);
  return Number(process.hrtime.bigint() - start);
}
