/**
 * Where tokens and registrations are kept. Values are texts that hold secrets; they
 * are changed only by comparing, so that several processes may share a store.
 */
export interface OAuthStore {
  /** The value of a key; undefined when there is none. */
  get(key: string): string | undefined | Promise<string | undefined>;
  /**
   * Puts `next` in the place of `expected`, undefined meaning that there is none;
   * false when something else is there, which is then left.
   */
  swap(
    key: string,
    expected: string | undefined,
    next: string | undefined,
  ): boolean | Promise<boolean>;
}

/** Keeps tokens as long as the process lives. */
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
