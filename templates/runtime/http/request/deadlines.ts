import { after, unref } from "../../connection/timer.js";

interface PendingDeadline {
  /** When it is due, by the clock of `performance.now`. */
  readonly at: number;
  readonly late: () => void;
}

/**
 * Deadlines of which nearly all are met: one timer for all of them costs less
 * than one for each.
 */
export class Deadlines {
  readonly #open = new Map<number, PendingDeadline>();
  #last = 0;
  #waiting = false;

  /**
   * Calls `late` after so many milliseconds, unless the number that this
   * returns is deleted before. All calls have the same delay.
   */
  add(late: () => void, timeout: number): number {
    const id = (this.#last += 1);
    this.#open.set(id, { at: performance.now() + timeout, late });
    if (!this.#waiting) this.#wait(timeout);
    return id;
  }

  delete(id: number): void {
    this.#open.delete(id);
  }

  /** The timer keeps no process alive: what it is for does. */
  #wait(time: number): void {
    this.#waiting = true;
    unref(after(time, () => this.#check()));
  }

  #check(): void {
    this.#waiting = false;
    const now = performance.now();
    // A Map keeps the order of insertion, and all delays are the same.
    for (const [id, { at, late }] of this.#open) {
      if (at > now) {
        if (!this.#waiting) this.#wait(Math.ceil(at - now));
        return;
      }
      this.#open.delete(id);
      late();
    }
  }
}
