import { LruNode } from "./lru-list.js";
import { after, unref } from "./timer.js";

/** Deadline that has not passed yet. */
export interface PendingDeadline {
  /**
   * Time at which the deadline passes, in milliseconds on the clock of
   * `performance.now`.
   */
  readonly dueAt: number;
  readonly onLate: () => void;
}

/**
 * Collection of deadlines that are usually met. One timer for all deadlines
 * costs less than one timer for each.
 */
export class Deadlines {
  /**
   * Pending deadlines, earliest first. All delays are equal, so a new deadline
   * is always the latest and is appended.
   */
  readonly #pending = new LruNode<PendingDeadline>();
  #waiting = false;

  /**
   * Calls `onLate` after `timeout` milliseconds. To cancel the call, remove the
   * returned node. All calls on one object must pass the same timeout.
   */
  add(onLate: () => void, timeout: number): LruNode<PendingDeadline> {
    const dueAt = performance.now() + timeout;
    const node = new LruNode<PendingDeadline>({ dueAt, onLate });
    node.moveBefore(this.#pending);
    if (!this.#waiting) this.#wait(timeout);
    return node;
  }

  /**
   * Starts the timer. The timer does not keep the process alive; only open
   * connections may do so.
   */
  #wait(time: number): void {
    this.#waiting = true;
    unref(after(time, () => this.#check()));
  }

  #check(): void {
    this.#waiting = false;
    const now = performance.now();
    for (;;) {
      const { value } = this.#pending.next;
      if (value === undefined) return;
      if (value.dueAt > now) {
        if (!this.#waiting) this.#wait(Math.ceil(value.dueAt - now));
        return;
      }
      this.#pending.next.remove();
      value.onLate();
    }
  }
}
