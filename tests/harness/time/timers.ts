/** Records the delays of the timers that a program starts. */

const LONGEST = 2_147_483_647;

/**
 * Returns the delays of all timers that start during `run`. If `soon` is true,
 * timers fire immediately and `performance.now` always returns 0.
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
 * Returns the delays above the maximum of setTimeout. A timer with such a delay
 * would fire immediately.
 */
export function findOverflowing(delays: readonly number[]): number[] {
  return delays.filter((delay) => !(delay <= LONGEST));
}

/**
 * Runs a test and passes it a function `wait`, which moves the clock forward:
 * it adds milliseconds to `performance.now` and `Date.now`. Timers are not
 * affected.
 */
export async function withClock(
  run: (wait: (milliseconds: number) => void) => Promise<void>,
): Promise<void> {
  const { now } = performance;
  const { now: date } = Date;
  let added = 0;
  performance.now = () => now.call(performance) + added;
  Date.now = () => date() + added;
  try {
    await run((milliseconds) => (added += milliseconds));
  } finally {
    performance.now = now;
    Date.now = date;
  }
}
