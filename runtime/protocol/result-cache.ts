/**
 * Cache for the results of requests. An entry expires when its result is no
 * longer fresh.
 */
import { LruCache } from "../limits/lru-cache.js";

export interface ResultCacheOptions {
  /**
   * Maximum total size of the cached results, in characters of JSON.
   *
   * @default 16_777_216
   */
  readonly size?: number | undefined;
}

interface CacheEntry {
  readonly method: string;
  readonly params: unknown;
  /**
   * Cached result as JSON text. Every caller parses the text, so that callers
   * may modify their copies.
   */
  readonly text: string;
  /** Time at which the result expires, in milliseconds since the epoch. */
  readonly until: number;
}

const CACHE_SIZE = 16_777_216;

/**
 * Cache for the results of servers, by server address. Clients with the same
 * cache share the public results of a server. Results of a server without an
 * address, such as a child process, are not shared.
 */
export class ResultCache {
  readonly #entries: LruCache<CacheEntry>;

  constructor({ size = CACHE_SIZE }: ResultCacheOptions = {}) {
    this.#entries = new LruCache(size);
  }

  /**
   * Returns the cached result for a key. Returns undefined if there is no
   * result, or if it has expired.
   */
  get(key: string): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (Date.now() < entry.until) return JSON.parse(entry.text) as object;
    this.#entries.delete(key);
    return undefined;
  }

  /**
   * Caches a result for `ttl` milliseconds. Does nothing if the result exceeds
   * the maximum size or is nested too deeply for JSON.stringify.
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

  /**
   * Deletes each cached result of a method if the function `stale` returns true
   * for the params of the result's request.
   */
  drop(method: string, stale = (_params: unknown): boolean => true): void {
    this.#entries.deleteWhere(
      (entry) => entry.method === method && stale(entry.params),
    );
  }
}

/**
 * Creates a result cache to pass to one or more clients, as in
 * `createClient(info, {}, { cache: resultCache({ size: 1_000_000 }) })`.
 */
export function resultCache(options?: ResultCacheOptions): ResultCache {
  return new ResultCache(options);
}
