import { MAX_KEPT } from "./limits.js";

interface Weighed<T> {
  readonly value: T;
  readonly weight: number;
}

/** Characters that a tool counts as, at least: so much it costs to know of one. */
const TOOL_LENGTH = 400;

/** Something of each tool that a server has listed, of the latest ones. */
export function recentTools<T>(): Recent<T> {
  return new Recent(MAX_KEPT, TOOL_LENGTH);
}

/** Values by name, up to so much weight in all: what was used last stays. */
export class Recent<T> {
  /** The one used last comes last: a Map keeps the order of insertion. */
  readonly #all = new Map<string, Weighed<T>>();
  readonly #limit: number;
  readonly #least: number;
  #weight = 0;

  /** `least` is what one value weighs, at least. */
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

  /** Keeps a value that weighs so much beside its name, unless it alone is too much. */
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

  /** Forgets the values of which that is true. */
  drop(stale: (value: T) => boolean): void {
    for (const [name, { value }] of this.#all) {
      if (stale(value)) this.delete(name);
    }
  }
}
