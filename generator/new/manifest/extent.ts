/**
 * Limits on the nesting and size of the entries in a server's listing. The
 * limits are checked first, because later steps are recursive or slow.
 */

/** Maximum nesting of an entry, such as a tool with its schemas, in levels. */
const MAX_LEVELS = 128;
/** Maximum number of values (objects, arrays, texts, …) in one entry. */
const MAX_VALUES = 20_000;
/** Maximum number of values in all entries together. */
const MAX_ALL_VALUES = 1_000_000;

/** Limit that an entry exceeds, with the path of the member that exceeds it. */
interface Excess {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/**
 * Checks the nesting and size of the entries of one listing, entry by entry.
 */
export class ExtentCheck {
  #all = 0;

  /**
   * Returns the first limit that an entry exceeds, or null if the entry is
   * small enough. Looks at no more values than the limits allow.
   */
  find(entry: unknown): Excess | null {
    let values = 0;
    const waiting: Waiting[] = [{ value: entry, level: 0, path: [] }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { value, level, path } = next;
      if (level > MAX_LEVELS)
        return { path, message: `has more than ${MAX_LEVELS} levels` };
      if (typeof value !== "object" || value === null) continue;
      for (const key of Object.keys(value)) {
        if ((values += 1) > MAX_VALUES)
          return { path, message: `has more than ${MAX_VALUES} values` };
        if ((this.#all += 1) > MAX_ALL_VALUES)
          return {
            path: [],
            message: `is one too many: all entries together may have ${MAX_ALL_VALUES} values`,
          };
        waiting.push({
          value: (value as { readonly [key: string]: unknown })[key],
          level: level + 1,
          path: level === 0 ? [key] : path,
        });
      }
    }
    return null;
  }
}

interface Waiting {
  readonly value: unknown;
  readonly level: number;
  readonly path: readonly string[];
}
