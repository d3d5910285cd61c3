import { MAX_DELAY } from "../limits/timer.js";

/** Source of the current time and of timers for the lifetime of tasks. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /**
   * Calls `callback` after a number of milliseconds. The returned function
   * cancels the timer. The timer does not keep the process running.
   */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),

  after(milliseconds, callback) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      const part = Math.min(left, MAX_DELAY);
      timer = setTimeout(
        () => (left > part ? wait(left - part) : callback()),
        part,
      );
      (timer as unknown as { unref?(): void }).unref?.();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};
