/** Measurement of short tasks in one process. */

/**
 * Duration of a measurement window in milliseconds, and number of windows for
 * each case in a round.
 */
const MILLISECONDS = 2.5;
const WINDOWS = 5;

/** Function that performs a task the given number of times. */
export type Task = (times: number) => unknown;

/**
 * Returns the nanoseconds per repetition in the fastest measurement window. The
 * other windows are ignored, because other load on the machine slowed them
 * down.
 */
export function time(task: Task): number {
  const times = countRepetitions(task);
  let best = Infinity;
  for (let window = 0; window < WINDOWS; window++)
    best = Math.min(best, run(task, times) / times);
  return best;
}

/** Returns how many repetitions fit into a measurement window. */
function countRepetitions(task: Task): number {
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
