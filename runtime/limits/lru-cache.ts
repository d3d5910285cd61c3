import { MAX_KEPT } from "./constants.js";

interface WeightedEntry<T> {
  readonly value: T;
  readonly weight: number;
}

/**
 * Minimum length with which a tool counts towards the limit of the cache, in
 * characters. It represents the memory that every cache entry needs.
 */
const MIN_TOOL_LENGTH = 400;

/**
 * Returns a cache with one value for each tool that a server lists. The cache
 * evicts the values of the least recently used tools.
 */
export function toolCache<T>(): LruCache<T> {
  return new LruCache(MAX_KEPT, MIN_TOOL_LENGTH);
}

/**
 * Cache of values by name, with a maximum total weight. Evicts the least
 * recently used values.
 */
export class LruCache<T> {
  /**
   * Cache entries, least recently used first: a Map keeps the order of
   * insertion.
   */
  readonly #entries = new Map<string, WeightedEntry<T>>();
  readonly #limit: number;
  readonly #minWeight: number;
  #weight = 0;

  /**
   * @param limit Maximum total weight.
   * @param least Minimum weight of one value.
   */
  constructor(limit: number, least = 0) {
    this.#limit = limit;
    this.#minWeight = least;
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.value;
  }

  /**
   * Stores a value. Its weight is the length of `name` plus `length`, but at
   * least the minimum weight. Stores nothing if the weight of this value alone
   * exceeds the limit.
   */
  set(name: string, value: T, length: number): void {
    this.delete(name);
    const weight = Math.max(this.#minWeight, name.length + length);
    if (weight > this.#limit) return;
    this.#entries.set(name, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#weight -= this.#entries.get(name)?.weight ?? 0;
    this.#entries.delete(name);
  }

  /** Deletes all values for which `stale` returns true. */
  deleteWhere(stale: (value: T) => boolean): void {
    for (const [name, { value }] of this.#entries) {
      if (stale(value)) this.delete(name);
    }
  }
}
