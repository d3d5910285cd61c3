import { LONGEST_DELAY } from "./timer.js";

/**
 * Calls `expire`, with the limit that was reached, when `idle` milliseconds went by without a `touch`, and in any
 * case `total` milliseconds after the start. Infinity switches a limit off.
 */
export class Deadline {
  readonly #idle: number;
  readonly #total: number;
  readonly #expire: (limit: number) => void;
  readonly #end: number;
  #last: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(idle: number, total: number, expire: (limit: number) => void) {
    this.#idle = idle;
    this.#expire = expire;
    this.#total = total;
    this.#last = performance.now();
    this.#end = this.#last + total;
    this.#check();
  }

  /** A sign of life: the idle time starts again. */
  touch(): void {
    this.#last = performance.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    const left = Math.min(this.#last + this.#idle, this.#end) - now;
    if (left <= 0 && this.#timer !== undefined) {
      this.#expire(now >= this.#end ? this.#total : this.#idle);
    } else if (left < Infinity) {
      this.#timer = setTimeout(
        () => this.#check(),
        Math.min(LONGEST_DELAY, left),
      );
    }
  }
}
