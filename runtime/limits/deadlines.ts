import { Link } from "./lru-list.js";
import { after, unref } from "./timer.js";

/** Deadline that has not passed yet. */
export interface PendingDeadline {
  /**
   * Time at which the deadline passes, by the clock of `performance.now`, in
   * milliseconds.
   */
  readonly at: number;
  readonly late: () => void;
}

/**
 * Deadlines that are usually met. One timer for all of them costs less than one
 * timer for each.
 */
export class Deadlines {
  /**
   * Pending deadlines, earliest first. All delays are equal, so new deadlines
   * are appended.
   */
  readonly #open = new Link<PendingDeadline>();
  #waiting = false;

  /**
   * Calls `late` after `timeout` milliseconds. To cancel it, call `leave` of
   * the returned node. Every call must pass the same timeout.
   */
  add(late: () => void, timeout: number): Link<PendingDeadline> {
    const link = new Link({ at: performance.now() + timeout, late });
    link.moveBefore(this.#open);
    if (!this.#waiting) this.#wait(timeout);
    return link;
  }

  /**
   * Starts the timer. The timer is unreferenced: the connection that it guards
   * keeps the process alive, if anything does.
   */
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
