import { Link } from "./lru-list.js";
import { after, unref } from "./timer.js";

/** What is to be met. */
export interface PendingDeadline {
  /** When it is due, by the clock of `performance.now`. */
  readonly at: number;
  readonly late: () => void;
}

/**
 * Deadlines of which nearly all are met: one timer for all of them costs less
 * than one for each.
 */
export class Deadlines {
  /** All delays are the same: the one that is due first comes first. */
  readonly #open = new Link<PendingDeadline>();
  #waiting = false;

  /**
   * Calls `late` after so many milliseconds, unless what this returns leaves
   * before. All calls have the same delay.
   */
  add(late: () => void, timeout: number): Link<PendingDeadline> {
    const link = new Link({ at: performance.now() + timeout, late });
    link.moveBefore(this.#open);
    if (!this.#waiting) this.#wait(timeout);
    return link;
  }

  /** The timer keeps no process alive: what it is for does. */
  #wait(time: number): void {
    this.#waiting = true;
    unref(after(time, () => this.#check()));
  }

  #check(): void {
    this.#waiting = false;
    const now = performance.now();
    for (;;) {
      const { value } = this.#open.next;
      if (value === undefined) return;
      if (value.at > now) {
        if (!this.#waiting) this.#wait(Math.ceil(value.at - now));
        return;
      }
      this.#open.next.leave();
      value.late();
    }
  }
}
