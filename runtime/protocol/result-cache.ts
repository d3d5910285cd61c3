/** Results by what asked for them, each for as long as it is fresh. */
import { Recent } from "../limits/lru-cache.js";

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
 * Keeps results of servers by their addresses. Handed to several clients, it
 * shares what a server calls public among those of that server; what has no
 * address, as a child process, shares nothing.
 */
export class ResultCache {
  readonly #entries: Recent<CacheEntry>;

  constructor({ size = CACHE_SIZE }: ResultCacheOptions = {}) {
    this.#entries = new Recent(size);
  }

  /** The result under a key, if it is fresh. */
  get(key: string): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (Date.now() < entry.until) return JSON.parse(entry.text) as object;
    this.#entries.delete(key);
    return undefined;
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
    this.#entries.delete(key);
    let text: string;
    try {
      text = JSON.stringify(result);
    } catch {
      return;
    }
    const entry = { method, params, text, until: Date.now() + ttl };
    this.#entries.set(key, entry, text.length);
  }

  /** Forgets the results of a method, or those that `stale` says are stale. */
  drop(method: string, stale = (_params: unknown): boolean => true): void {
    this.#entries.drop((one) => one.method === method && stale(one.params));
  }
}

/** Such as `createClient(info, {}, { cache: resultCache({ size: 1_000_000 }) })`. */
export function resultCache(options?: ResultCacheOptions): ResultCache {
  return new ResultCache(options);
}
