/**
 * Options of a token bucket: `burst` events are allowed at once, and
 * `perSecond` events on average.
 */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Token bucket. Allows `burst` events at once, and `perSecond` events on
 * average.
 */
export class RateLimit {
  readonly #burst: number;
  readonly #perMillisecond: number;
  #tokens: number;
  #refilledAt = 0;

  constructor(burst: number, perSecond: number) {
    this.#burst = this.#tokens = burst;
    this.#perMillisecond = perSecond / 1000;
  }

  /**
   * Counts `count` events and returns true, or returns false if they exceed the
   * rate. A negative count reverts an earlier count.
   */
  take(count = 1): boolean {
    const now = performance.now();
    const earned = (now - this.#refilledAt) * this.#perMillisecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#refilledAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
