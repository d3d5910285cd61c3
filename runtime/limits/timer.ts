/**
 * Timers for delays that users configure. For a delay of `Infinity`, no timer
 * is started.
 */

/**
 * Maximum delay of `setTimeout`: 2^31 - 1 milliseconds. With a longer delay,
 * `setTimeout` fires at once.
 */
export const MAX_DELAY = 2_147_483_647;

export type Timer = ReturnType<typeof setTimeout>;

/**
 * Calls `callback` once after `delay` milliseconds, or after `MAX_DELAY` if
 * `delay` is longer. Starts no timer for `Infinity`.
 */
export function after(delay: number, callback: () => void): Timer | undefined {
  if (delay === Infinity) return undefined;
  return setTimeout(callback, Math.min(delay, MAX_DELAY));
}

/**
 * Calls `callback` every `period` milliseconds. Starts no timer for `Infinity`.
 */
export function every(period: number, callback: () => void): Timer | undefined {
  if (period === Infinity) return undefined;
  return setInterval(callback, Math.min(period, MAX_DELAY));
}

/**
 * Calls `callback` in the next turn of the event loop. Other callbacks, such as
 * those of network sockets, run before.
 */
export function nextTurn(callback: () => void): void {
  // Use a timer on platforms without `setImmediate`.
  const { setImmediate = setTimeout } = globalThis as unknown as {
    setImmediate?: (callback: () => void) => unknown;
  };
  setImmediate(callback);
}

/** Allows the process to exit while the timer is pending. */
export function unref(timer: Timer | undefined): Timer | undefined {
  (timer as unknown as { unref?(): void } | undefined)?.unref?.();
  return timer;
}

/** Reverts `unref`: the timer keeps the process alive while it is pending. */
export function ref(timer: Timer | undefined): void {
  (timer as unknown as { ref?(): void } | undefined)?.ref?.();
}

/**
 * Resolves after the delay, or earlier if the signal is aborted. The promise
 * never rejects, so the caller must check whether the signal is aborted.
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
 * Settles like `promise`. If the signal is aborted first, rejects with the
 * signal's reason.
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
