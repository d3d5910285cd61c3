/** Places in a value of JSON, and copies of it that differ in one of them. */

/** The value itself, or a part of it and where it is. */
export interface Place {
  readonly value: unknown;
  /** The keys that lead to it, from the value of which it is a part. */
  readonly path: readonly Key[];
  readonly root: unknown;
}

type Key = string | number;

/** The value and everything in it, each before what is in it. */
export function placesIn(root: unknown): Place[] {
  const below = (value: unknown, path: readonly Key[]): Place[] => [
    { value, path, root },
    ...keysOf(value).flatMap((key) =>
      below((value as Members)[key], [...path, key]),
    ),
  ];
  return below(root, []);
}

/** A copy of the whole value with another one in the place. */
export function replaced({ root, path }: Place, by: unknown): unknown {
  const copy = (value: unknown, [key, ...rest]: readonly Key[]): unknown => {
    if (key === undefined) return by;
    const inner = copy((value as Members)[key], rest);
    if (!Array.isArray(value)) return { ...(value as Members), [key]: inner };
    const items = Array.from<unknown>(value);
    items[Number(key)] = inner;
    return items;
  };
  return copy(root, path);
}

/** Keys of members, or indexes of items. */
export function keysOf(value: unknown): readonly Key[] {
  // Not its own `keys`: it may have a member of that name.
  if (Array.isArray(value)) return Array.from(value, (_, index) => index);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

type Members = Readonly<Record<Key, unknown>>;
