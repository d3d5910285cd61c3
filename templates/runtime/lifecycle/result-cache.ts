/** Results by what asked for them, each for as long as it is fresh. */

export interface ResultCacheOptions {
  /** What is kept, in characters of JSON, at most. Default: 16,777,216. */
  readonly size?: number | undefined;
}

interface CacheEntry {
  readonly method: string;
  readonly params: unknown;
  /** Results are kept as text: whoever gets one may change it. */
  readonly text: string;
  /** When it stops to be fresh, in milliseconds of the clock. */
  readonly until: number;
}

const CACHE_SIZE = 16_777_216;

/**
 * Keeps results of servers, each by its address, or by its name where it has
 * none. Handed to several clients, it shares what a server calls public among
 * those of that server.
 */
export class ResultCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #limit: number;
  #size = 0;

  constructor({ size = CACHE_SIZE }: ResultCacheOptions = {}) {
    this.#limit = size;
  }

  /** The result under a key, if it is fresh. */
  get(key: string): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#remove(key, entry);
    if (Date.now() >= entry.until) return undefined;
    // As the one used last: a Map keeps the order of insertion.
    this.#add(key, entry);
    return JSON.parse(entry.text) as object;
  }

  /**
   * Keeps a result for `ttl` milliseconds, unless it alone is too large, or too
   * deep to be written.
   */
  set(
    key: string,
    method: string,
    params: unknown,
    result: object,
    ttl: number,
  ): void {
    const known = this.#entries.get(key);
    if (known) this.#remove(key, known);
    let text: string;
    try {
      text = JSON.stringify(result);
    } catch {
      return;
    }
    const entry = { method, params, text, until: Date.now() + ttl };
    if (entrySize(key, entry) > this.#limit) return;
    this.#add(key, entry);
    for (const [oldest, one] of this.#entries) {
      if (this.#size <= this.#limit) return;
      this.#remove(oldest, one);
    }
  }

  /** Forgets the results of a method, or those that `stale` says are stale. */
  drop(method: string, stale = (_params: unknown): boolean => true): void {
    for (const [key, entry] of this.#entries) {
      if (entry.method === method && stale(entry.params)) {
        this.#remove(key, entry);
      }
    }
  }

  #add(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry);
    this.#size += entrySize(key, entry);
  }

  #remove(key: string, entry: CacheEntry): void {
    this.#entries.delete(key);
    this.#size -= entrySize(key, entry);
  }
}

function entrySize(key: string, { text }: CacheEntry): number {
  return key.length + text.length;
}

/** Such as `createClient(info, {}, { cache: resultCache({ size: 1_000_000 }) })`. */
export function resultCache(options?: ResultCacheOptions): ResultCache {
  return new ResultCache(options);
}
