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

  /** Whether one more event may pass now; counts it when it may. */
  take(now: number = performance.now()): boolean {
    const earned = (now - this.#at) * this.#perMillisecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
