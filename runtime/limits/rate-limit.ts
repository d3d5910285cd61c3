/** How often something may be done: at once, and a second in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Lets `burst` events pass at once and `perSecond` in the long run. */
export class RateLimit {
  readonly #burst: number;
  readonly #perMillisecond: number;
  #tokens: number;
  #at = 0;

  constructor(burst: number, perSecond: number) {
    this.#burst = this.#tokens = burst;
    this.#perMillisecond = perSecond / 1000;
  }

  /**
   * Whether so many more events may pass now; counts them when they may. A
   * negative number undoes that.
   */
  take(count = 1): boolean {
    const now = performance.now();
    const earned = (now - this.#at) * this.#perMillisecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#at = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
