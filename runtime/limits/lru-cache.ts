import { MAX_KEPT } from "./limits.js";

interface Weighed<T> {
  readonly value: T;
  readonly weight: number;
}

/**
 * Minimum length that a tool is counted with, in characters. It represents the
 * memory of an entry.
 */
const TOOL_LENGTH = 400;

/**
 * Returns a cache with one value for each tool that a server lists. It evicts
 * the least recently used tools.
 */
export function recentTools<T>(): Recent<T> {
  return new Recent(MAX_KEPT, TOOL_LENGTH);
}

/**
 * Cache of values by name, with a maximum total weight. Evicts the least
 * recently used values.
 */
export class Recent<T> {
  /** Entries, least recently used first: a Map keeps the order of insertion. */
  readonly #all = new Map<string, Weighed<T>>();
  readonly #limit: number;
  readonly #least: number;
  #weight = 0;

  /**
   * @param limit Maximum total weight.
   * @param least Minimum weight of one value.
   */
  constructor(limit: number, least = 0) {
    this.#limit = limit;
    this.#least = least;
  }

  get(name: string): T | undefined {
    const one = this.#all.get(name);
    if (one === undefined) return undefined;
    this.#all.delete(name);
    this.#all.set(name, one);
    return one.value;
  }

  /**
   * Stores a value that weighs the length of its name plus `length`. Does
   * nothing if this weight alone exceeds the limit.
   */
  set(name: string, value: T, length: number): void {
    this.delete(name);
    const weight = Math.max(this.#least, name.length + length);
    if (weight > this.#limit) return;
    this.#all.set(name, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#all.keys()) {
      if (this.#weight <= this.#limit) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#weight -= this.#all.get(name)?.weight ?? 0;
    this.#all.delete(name);
  }

  /** Deletes all values for which the predicate returns true. */
  drop(stale: (value: T) => boolean): void {
    for (const [name, { value }] of this.#all) {
      if (stale(value)) this.delete(name);
    }
  }
}
