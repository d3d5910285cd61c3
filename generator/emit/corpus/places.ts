/** Places in a value of JSON, and copies of it that differ in one of them. */

/** The value itself, or a part of it and where it is. */
export interface Place {
  readonly value: unknown;
  /** What it is in, and by which key; null for the value itself. */
  readonly within: { readonly place: Place; readonly key: Key } | null;
}

type Key = string | number;

/** The value and everything in it, each before what is in it. */
export function placesIn(value: unknown): Place[] {
  const places: Place[] = [];
  const visit = (value: unknown, within: Place["within"]): void => {
    const place = { value, within };
    places.push(place);
    for (const key of keysOf(value))
      visit((value as Members)[key], { place, key });
  };
  visit(value, null);
  return places;
}

/** What leads to a place: `content.0.type`; empty for the value itself. */
export function pathOf({ within }: Place): string {
  if (!within) return "";
  const before = pathOf(within.place);
  return before === "" ? `${within.key}` : `${before}.${within.key}`;
}

/** A copy of the whole value with another one in the place. */
export function replaced({ within }: Place, by: unknown): unknown {
  return within
    ? replaced(within.place, withMember(within.place.value, within.key, by))
    : by;
}

/** Keys of members, or indexes of items. */
export function keysOf(value: unknown): readonly Key[] {
  // Not its own `keys`: it may have a member of that name.
  if (Array.isArray(value)) return Array.from(value, (_, index) => index);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

type Members = Readonly<Record<Key, unknown>>;

function withMember(value: unknown, key: Key, by: unknown): unknown {
  if (!Array.isArray(value)) return { ...(value as Members), [key]: by };
  const items = Array.from<unknown>(value);
  items[Number(key)] = by;
  return items;
}
