/** Those who wait for tasks to change. */
import type { Clock } from "../../clock.js";

export class Waits {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A task changed, or is gone: who waits looks again. */
  wake(taskId: string): void {
    for (const wake of this.#waiting.get(taskId) ?? []) wake();
  }

  /** Settles at the next change, or when it is time to look for one. */
  next(
    taskId: string,
    signal: AbortSignal,
    /** When to look; undefined where all changes are told of. */
    interval: number | undefined,
  ): { readonly promise: Promise<void>; readonly end: () => void } {
    let wake!: () => void;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const waiting = this.#waiting.get(taskId) ?? new Set();
    this.#waiting.set(taskId, waiting.add(wake));
    signal.addEventListener("abort", wake, { once: true });
    const stop =
      interval === undefined ? undefined : this.#clock.after(interval, wake);
    const end = (): void => {
      stop?.();
      signal.removeEventListener("abort", wake);
      waiting.delete(wake);
      if (waiting.size === 0 && this.#waiting.get(taskId) === waiting) {
        this.#waiting.delete(taskId);
      }
    };
    return { promise, end };
  }
}
