/** Compares amounts of work by the CPU time that they take. */

/** Smallest CPU time that is measured, in microseconds. */
const LEAST = 5_000;

/** Returns the CPU time of this process for `work`, in microseconds. */
function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}

/**
 * Returns how many times as much CPU time `large` takes as `small`. Takes the
 * least of three measurements of each, because other programs slow down single
 * measurements.
 */
export function compareWork(small: () => void, large: () => void): number {
  const least = (work: () => void): number =>
    Math.max(LEAST, Math.min(measure(work), measure(work), measure(work)));
  return Math.round(least(large) / least(small));
}
