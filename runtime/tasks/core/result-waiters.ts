/**
 * Stores the promises of `tasks/result` requests that wait for a change of a
 * task.
 */
import { SetMap } from "../set-map.js";
import type { Clock } from "../clock.js";

export class ResultWaiters {
  readonly #clock: Clock;
  readonly #callbacks = new SetMap<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves all promises that `next` has returned for a task. */
  wake(taskId: string): void {
    for (const callback of this.#callbacks.get(taskId) ?? []) callback();
  }

  /**
   * Returns a promise that resolves at the next change of the task, at the
   * abort of the signal, or at the next poll. `interval` is the poll interval
   * in milliseconds. `interval` is undefined if this process is notified of
   * every change.
   */
  next(
    taskId: string,
    signal: AbortSignal,
    interval: number | undefined,
  ): { readonly promise: Promise<void>; readonly end: () => void } {
    let wake!: () => void;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const remove = this.#callbacks.add(taskId, wake);
    signal.addEventListener("abort", wake, { once: true });
    if (signal.aborted) wake();
    const stop =
      interval === undefined ? undefined : this.#clock.after(interval, wake);
    const end = (): void => {
      stop?.();
      signal.removeEventListener("abort", wake);
      remove();
    };
    return { promise, end };
  }
}
