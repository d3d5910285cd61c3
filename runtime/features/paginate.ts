import { BAD_PARAMS } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";

/** Page of a list. `nextCursor` is absent on the last page. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

/** Default number of items per page. */
export const PAGE_SIZE = 100;

/**
 * Returns one page of a list, for use in the handler of a list request.
 *
 * The cursor contains the key of the last item on the previous page. Therefore
 * the cursor remains valid while items are added or removed.
 *
 * @param size Number of items per page. Defaults to 100.
 * @param keyOf Returns the unique key of an item. Defaults to the item's `uri`,
 *   `uriTemplate` or `name`.
 * @param list Name of the list, without digits. A cursor is rejected if it came
 *   from a list with a different name.
 * @throws McpError -32602 if the cursor does not come from this list.
 * @throws RangeError if `size` is less than 1.
 * @example
 * ```ts
 * "prompts/list": (params) => {
 *   const { items, ...next } = paginate(prompts, params?.cursor);
 *   return { prompts: items, ...next };
 * },
 * ```
 */
export function paginate<T>(
  items: readonly T[],
  cursor: string | undefined,
  size: number = PAGE_SIZE,
  keyOf: (item: T) => string = defaultKey,
  list = "",
): Page<T> {
  return getPage(items, cursor, keyOf, list, size);
}

/**
 * Returns one page of a list, like `paginate`. The key function `keyOf` is
 * required, because the items may have no default key.
 */
export function getPage<T>(
  items: readonly T[],
  cursor: string | undefined,
  keyOf: (item: T) => string,
  list: string,
  size: number = PAGE_SIZE,
): Page<T> {
  if (!(size >= 1)) throw new RangeError("The page size must be at least 1");
  const start =
    cursor === undefined ? 0 : findPosition(items, cursor, keyOf, list);
  const end = start + size;
  const page = items.slice(start, end);
  if (end >= items.length) return { items: page };
  return {
    items: page,
    nextCursor: `${list}${end}.${keyOf(page.at(-1) as T)}`,
  };
}

function findPosition<T>(
  items: readonly T[],
  cursor: string,
  keyOf: (item: T) => string,
  list: string,
): number {
  const [, name, digits, key] =
    /^(\D*)([1-9]\d{0,8})\.(.+)$/s.exec(cursor) ?? [];
  if (name !== list) {
    throw new McpError(BAD_PARAMS, "Invalid cursor");
  }
  const index = Number(digits);
  const before = items[index - 1];
  if (before !== undefined && keyOf(before) === key) return index;
  const moved = items.findIndex((item) => keyOf(item) === key);
  // If the key is not found, the last item of the previous page was removed.
  // The next item has moved to the index of the removed item, and must not be
  // skipped.
  return moved === -1 ? index - 1 : moved + 1;
}

function defaultKey(item: unknown): string {
  const { uri, uriTemplate, name } = item as { [name: string]: unknown };
  return String(uri ?? uriTemplate ?? name);
}
