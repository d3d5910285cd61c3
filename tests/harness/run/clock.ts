/** Clock that stands still until a test moves it forward. */

/**
 * Runs a test in which `performance.now` and `Date.now` change only by `wait`,
 * which adds milliseconds.
 */
export async function withStoppedClock(
  run: (wait: (milliseconds: number) => void) => unknown,
): Promise<void> {
  const { now } = performance;
  const { now: date } = Date;
  let time = 1_000;
  performance.now = () => time;
  Date.now = () => 1_700_000_000_000 + time;
  try {
    await run((milliseconds) => (time += milliseconds));
  } finally {
    performance.now = now;
    Date.now = date;
  }
}
