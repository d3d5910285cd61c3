/** Compares amounts of work by the CPU time that they take. */

/**
 * Minimum CPU time that is used in a comparison, in microseconds. Shorter
 * measurements are too inexact.
 */
const LEAST = 5_000;

/** Returns the CPU time of this process for `work`, in microseconds. */
function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}

/**
 * Returns the CPU time of `large` divided by the CPU time of `small`, rounded.
 * Uses the minimum of three measurements of each, because other programs slow
 * down single measurements.
 */
export function compareWork(small: () => void, large: () => void): number {
  const least = (work: () => void): number =>
    Math.max(LEAST, Math.min(measure(work), measure(work), measure(work)));
  return Math.round(least(large) / least(small));
}
