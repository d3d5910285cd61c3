import { MAX_DELAY, ref, unref, type Timer } from "./timer.js";

/** Timeouts of a request that waits for its response. */
export interface Deadline {
  /** Restarts the idle timeout. The total timeout continues. */
  touch(): void;
  clear(): void;
}

/** Timeouts of one request, with the functions that the shared timer calls. */
interface Pending extends Deadline {
  dueAt(): number;
  expire(now: number): void;
}

/**
 * Timeouts of the requests of one connection. One timer serves all requests,
 * because most requests are answered in time. Starting a timer for each request
 * takes longer than all other work for the timeouts.
 */
export class RequestDeadlines {
  readonly #pending = new Set<Pending>();
  #timer: Timer | undefined;
  /** Time at which the timer fires, on the clock of `performance.now`. */
  #firesAt = Infinity;

  /**
   * Starts the timeouts of a request. Calls `expire` after `idle` milliseconds
   * without a call of `touch`, and at the latest `total` milliseconds after the
   * start. `expire` receives the timeout that was reached. `Infinity` disables
   * a timeout. While a timeout is pending, it keeps the process alive.
   */
  start(
    idle: number,
    total: number,
    expire: (limit: number) => void,
  ): Deadline {
    const pending = this.#pending;
    let last = performance.now();
    const end = last + total;
    const deadline: Pending = {
      touch: () => void (last = performance.now()),
      clear: () => {
        // Keep the timer for the next request, even if no request is pending.
        if (pending.delete(deadline) && !pending.size) unref(this.#timer);
      },
      dueAt: () => Math.min(last + idle, end),
      expire: (now) => expire(now >= end ? total : idle),
    };
    if (!pending.size) ref(this.#timer);
    pending.add(deadline);
    this.#schedule(deadline, last);
    return deadline;
  }

  /** Stops the timer. Must be called only when no timeout is pending. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Infinity;
  }

  /**
   * Starts the timer for a deadline, unless the timer already fires before the
   * deadline.
   */
  #schedule(deadline: Pending, now: number): void {
    const dueAt = deadline.dueAt();
    if (dueAt >= this.#firesAt) return;
    clearTimeout(this.#timer);
    this.#firesAt = dueAt;
    const wait = Math.min(MAX_DELAY, dueAt - now);
    this.#timer = setTimeout(() => this.#check(), wait);
  }

  #check(): void {
    this.#firesAt = Infinity;
    const now = performance.now();
    for (const deadline of this.#pending) {
      if (deadline.dueAt() > now) this.#schedule(deadline, now);
      else {
        this.#pending.delete(deadline);
        deadline.expire(now);
      }
    }
  }
}
