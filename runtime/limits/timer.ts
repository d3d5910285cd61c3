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

/**
 * Resolves after so many milliseconds, or as soon as the signal is aborted: the
 * caller checks the signal.
 */
export function delay(
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = after(milliseconds, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/**
 * Settles as the promise does, or rejects with the signal's reason when the signal
 * is aborted before.
 */
export function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

/** What bounds the wait for an answer. */
export interface Deadline {
  /** A sign of life: the idle time starts again. */
  touch(): void;
  clear(): void;
}

/**
 * Calls `expire`, with the limit that was reached, when `idle` milliseconds went
 * by without a `touch`, and in any case `total` milliseconds after the start.
 * Infinity switches a limit off.
 */
export function deadlineOf(
  idle: number,
  total: number,
  expire: (limit: number) => void,
): Deadline {
  let last = performance.now();
  const end = last + total;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    const now = performance.now();
    const left = Math.min(last + idle, end) - now;
    if (left <= 0 && timer !== undefined) {
      expire(now >= end ? total : idle);
    } else if (left < Infinity) {
      timer = setTimeout(check, Math.min(LONGEST_DELAY, left));
    }
  };
  check();
  return {
    touch: () => void (last = performance.now()),
    clear: () => clearTimeout(timer),
  };
}
