/** Places in a value of JSON, and copies of it that differ in one of them. */

/** The value itself, or a part of it and where it is. */
export interface Place {
  readonly value: unknown;
  /** The keys that lead to it, from the value of which it is a part. */
  readonly path: readonly Key[];
  /** A copy of the whole value with another one in the place. */
  readonly replaced: (by: unknown) => unknown;
}

type Key = string | number;

/** The value and everything in it, each before what is in it. */
export function placesIn(root: unknown): Place[] {
  const below = (place: Place): Place[] => [
    place,
    ...keysOf(place.value).flatMap((key) =>
      below({
        value: (place.value as Members)[key],
        path: [...place.path, key],
        replaced: (by) => place.replaced(withMember(place.value, key, by)),
      }),
    ),
  ];
  return below({ value: root, path: [], replaced: (by) => by });
}

function withMember(value: unknown, key: Key, by: unknown): unknown {
  if (!Array.isArray(value)) return { ...(value as Members), [key]: by };
  const items = Array.from<unknown>(value);
  items[Number(key)] = by;
  return items;
}

/** Keys of members, or indexes of items. */
export function keysOf(value: unknown): readonly Key[] {
  // Not its own `keys`: it may have a member of that name.
  if (Array.isArray(value)) return Array.from(value, (_, index) => index);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

type Members = Readonly<Record<Key, unknown>>;
