/** Timers for delays that users set; Infinity, which is no limit, has none. */

/** 2^31 - 1 milliseconds, above which setTimeout fires at once. */
export const LONGEST_DELAY = 2_147_483_647;

type Timer = ReturnType<typeof setTimeout>;

/** Calls back after so many milliseconds, at most after the longest delay. */
export function after(delay: number, callback: () => void): Timer | undefined {
  if (delay === Infinity) return undefined;
  return setTimeout(callback, Math.min(delay, LONGEST_DELAY));
}

/** Calls back again and again. */
export function every(period: number, callback: () => void): Timer | undefined {
  if (period === Infinity) return undefined;
  return setInterval(callback, Math.min(period, LONGEST_DELAY));
}

/** Lets the process end while the timer runs. */
export function unref(timer: Timer | undefined): Timer | undefined {
  (timer as unknown as { unref?(): void } | undefined)?.unref?.();
  return timer;
}
