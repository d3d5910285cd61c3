import { MAX_DELAY } from "../limits/timer.js";

/** Source of time for the lifetime of tasks. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls back after this number of milliseconds. The returned function cancels the
   * timer. The timer does not keep the process alive.
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
