/** Records the timers of a program. */

const LONGEST = 2_147_483_647;

/**
 * Returns the delays of all timers that start while `run` runs. With `soon`,
 * timers fire at once and `performance.now` stands still.
 */
export async function recordDelays(
  run: () => unknown,
  soon = false,
): Promise<number[]> {
  const { setTimeout: once, setInterval: often } = globalThis;
  const { now } = performance;
  const delays: number[] = [];
  const seen =
    (start: typeof often) =>
    (callback: () => void, delay = 0) => {
      delays.push(delay);
      return start(callback, soon ? 0 : Math.min(delay, LONGEST));
    };
  Object.assign(globalThis, {
    setTimeout: seen(once as never),
    setInterval: seen(often),
  });
  if (soon) performance.now = () => 0;
  try {
    await run();
  } finally {
    Object.assign(globalThis, { setTimeout: once, setInterval: often });
    performance.now = now;
  }
  return delays;
}

/**
 * Returns the delays above the maximum of setTimeout, which would fire at once.
 */
export function findOverflowing(delays: readonly number[]): number[] {
  return delays.filter((delay) => !(delay <= LONGEST));
}
