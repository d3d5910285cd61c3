import { BAD_PARAMS, McpError } from "../json-rpc/messages/errors.js";

/** One page, and the cursor of the next one when there is one. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

/** Items on a page, unless set otherwise. */
export const PAGE_SIZE = 100;

/**
 * One page of a list. A cursor stays valid while the list changes, since it
 * names the item before it. `keyOf` names an item; by default that is its
 * `uri`, `uriTemplate` or `name`. `list`, of letters, tells the cursors of
 * several lists apart.
 *
 * @throws McpError -32602 for a cursor that `paginate` did not make.
 */
export function paginate<T>(
  items: readonly T[],
  cursor: string | undefined,
  size: number = PAGE_SIZE,
  keyOf: (item: T) => string = defaultKey,
  list = "",
): Page<T> {
  return pageOf(items, cursor, keyOf, list, size);
}

/** The same of items that have no key of their own. */
export function pageOf<T>(
  items: readonly T[],
  cursor: string | undefined,
  keyOf: (item: T) => string,
  list: string,
  size: number = PAGE_SIZE,
): Page<T> {
  if (!(size >= 1)) throw new RangeError("bad page size");
  const start = cursor === undefined ? 0 : position(items, cursor, keyOf, list);
  const end = start + size;
  const page = items.slice(start, end);
  if (end >= items.length) return { items: page };
  return {
    items: page,
    nextCursor: `${list}${end}.${keyOf(page.at(-1) as T)}`,
  };
}

function position<T>(
  items: readonly T[],
  cursor: string,
  keyOf: (item: T) => string,
  list: string,
): number {
  const [, name, digits, key] =
    /^(\D*)([1-9]\d{0,8})\.(.+)$/s.exec(cursor) ?? [];
  if (name !== list) {
    throw new McpError(BAD_PARAMS, "Not a cursor");
  }
  const index = Number(digits);
  const before = items[index - 1];
  if (before !== undefined && keyOf(before) === key) return index;
  const moved = items.findIndex((item) => keyOf(item) === key);
  // The item is gone: the next one has moved up, and must not be skipped.
  return moved === -1 ? index - 1 : moved + 1;
}

function defaultKey(item: unknown): string {
  const { uri, uriTemplate, name } = item as { [name: string]: unknown };
  return String(uri ?? uriTemplate ?? name);
}
