/** Position in a JSON value: the root value or one of its nested values. */
export interface ValuePosition {
  readonly value: unknown;
  /** Keys and indexes that lead from the root value to the position. */
  readonly path: readonly Key[];
  /**
   * Returns a copy of the root value in which `by` replaces the value at the
   * position.
   */
  readonly replaceWith: (by: unknown) => unknown;
}

type Key = string | number;

/**
 * Returns the positions of a value and of all nested values. The position of an
 * object or array precedes the positions of its members or items.
 */
export function listPositions(root: unknown): ValuePosition[] {
  const below = (position: ValuePosition): ValuePosition[] => [
    position,
    ...listKeys(position.value).flatMap((key) =>
      below({
        value: (position.value as Members)[key],
        path: [...position.path, key],
        replaceWith: (by) =>
          position.replaceWith(withMember(position.value, key, by)),
      }),
    ),
  ];
  return below({ value: root, path: [], replaceWith: (by) => by });
}

function withMember(value: unknown, key: Key, by: unknown): unknown {
  if (!Array.isArray(value)) return { ...(value as Members), [key]: by };
  const items = Array.from<unknown>(value);
  items[Number(key)] = by;
  return items;
}

/** Returns the keys of an object, or the indexes of an array. */
export function listKeys(value: unknown): readonly Key[] {
  // Do not call `value.keys()`: the test data generator also converts objects
  // to arrays, and such an array may have an own member `keys`.
  if (Array.isArray(value)) return Array.from(value, (_, index) => index);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

type Members = Readonly<Record<Key, unknown>>;
