/** Longest delay that timers of all platforms take, in milliseconds. */
const LONGEST = 2_147_483_647;

/**
 * Calls `expire` when `idle` milliseconds went by without a `touch`, and in any
 * case `total` milliseconds after the start. Infinity switches a limit off.
 */
export class Deadline {
  readonly #idle: number;
  readonly #expire: (waited: number) => void;
  readonly #start: number;
  readonly #end: number;
  #last: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(idle: number, total: number, expire: (waited: number) => void) {
    this.#idle = idle;
    this.#expire = expire;
    this.#start = this.#last = performance.now();
    this.#end = this.#start + total;
    this.#arm(this.#start);
  }

  /** A sign of life: the idle time starts again. */
  touch(): void {
    this.#last = performance.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #arm(now: number): void {
    const left = Math.min(this.#last + this.#idle, this.#end) - now;
    if (left === Infinity) return;
    this.#timer = setTimeout(
      () => this.#fire(),
      Math.min(LONGEST, Math.max(1, Math.ceil(left))),
    );
  }

  #fire(): void {
    const now = performance.now();
    if (now >= Math.min(this.#last + this.#idle, this.#end)) {
      this.#expire(Math.round(now - this.#start));
    } else {
      this.#arm(now);
    }
  }
}
