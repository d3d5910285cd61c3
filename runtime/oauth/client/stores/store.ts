/**
 * Store for tokens and client registrations. Values contain secrets. Changes
 * are compare-and-swap operations, so that several processes may share a store.
 */
export interface OAuthStore {
  /** Returns the value of a key, or `undefined` if the key does not exist. */
  get(key: string): string | undefined | Promise<string | undefined>;
  /**
   * Replaces the value of a key if the current value equals `expected` (atomic
   * compare-and-swap). An `undefined` value means that the key does not exist.
   *
   * @returns `true` if the value was replaced; `false` if the current value is
   *   different.
   */
  swap(
    key: string,
    expected: string | undefined,
    next: string | undefined,
  ): boolean | Promise<boolean>;
}

/** Creates a store in memory. Tokens are lost when the process ends. */
export function memoryStore(): OAuthStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    swap(key, expected, next) {
      if (values.get(key) !== expected) return false;
      if (next === undefined) values.delete(key);
      else values.set(key, next);
      return true;
    },
  };
}
