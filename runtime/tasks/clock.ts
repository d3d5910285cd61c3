import { LONGEST_DELAY } from "../limits/timer.js";

/** Time, as the life of tasks is measured with. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls back after so many milliseconds; what it returns cancels that. The
   * timer keeps no process alive.
   */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),

  after(milliseconds, callback) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      const part = Math.min(left, LONGEST_DELAY);
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
