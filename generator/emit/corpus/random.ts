/**
 * Deterministic random choices: the same seed gives the same sequence on every
 * machine.
 */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a hash of the seed. Hashing makes similar seeds produce different
    // sequences.
    let hash = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++)
      hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    this.#state = hash >>> 0;
  }

  /**
   * Returns a number from 0 (inclusive) to 1 (exclusive), using the mulberry32
   * algorithm.
   */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns a random item of a list.
   *
   * @throws Error if the list is empty.
   */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error("Cannot pick from an empty list.");
    return items[this.below(items.length)] as T;
  }
}
