import { LONGEST_DELAY } from "./timer.js";

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
