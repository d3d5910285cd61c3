/** Random choices that are the same for the same seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a, so that near seeds give far sequences.
    let hash = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++)
      hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    this.#state = hash >>> 0;
  }

  /** A number from 0 to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to `limit`, without `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error when there is nothing to pick from. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error("Nothing to pick from");
    return items[this.below(items.length)] as T;
  }
}
