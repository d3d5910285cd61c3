/** Timers of a program, as a test sees and runs them. */

const LONGEST = 2_147_483_647;

/**
 * Delays of all timers that start while `run` runs. With `soon` they fire at
 * once, and no time passes by the clock of `performance.now`.
 */
export async function delaysOf(
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

/** Those that are no delays: timers fire at once for them. */
export function overflowing(delays: readonly number[]): number[] {
  return delays.filter((delay) => !(delay <= LONGEST));
}
