/**
 * JSON in which nothing is written twice: what is the same in several places,
 * such as a declaration that several revisions have, is stored once, and shared
 * by whoever unpacks it.
 */

/** A value, and the parts of it that it has in several places. */
export interface Packed {
  readonly pool: readonly unknown[];
  readonly root: unknown;
}

/** Shorter texts take less room than a reference does. */
const WORTH = 24;

/** `{ "$": 7 }` is the part 7; an object with such a key is in one: `{ "$": { … } }`. */
const KEY = "$";

type Members = Readonly<Record<string, unknown>>;

/** Packs a value of JSON. */
export function pack(value: unknown): Packed {
  const uses = new Map<string, number>();
  const count = (part: unknown): void => {
    const text = textOf(part);
    if (text === undefined) return;
    const known = uses.get(text) ?? 0;
    uses.set(text, known + 1);
    if (known === 0 && typeof part === "object")
      Object.values(part as Members).forEach(count);
  };
  count(value);

  const pool: unknown[] = [];
  const places = new Map<string, number>();
  const packed = (part: unknown): unknown => {
    const text = textOf(part);
    if (text === undefined) return part;
    if ((uses.get(text) ?? 0) < 2) return inside(part);
    let place = places.get(text);
    if (place === undefined) {
      place = pool.length;
      places.set(text, place);
      pool.push(null);
      pool[place] = inside(part);
    }
    return { [KEY]: place };
  };
  const inside = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(packed);
    const members = mapped(part, packed);
    return Object.hasOwn(part, KEY) ? { [KEY]: members } : members;
  };
  const root = packed(value);
  return { pool, root };
}

/** What `pack` was given. */
export function unpack({ pool, root }: Packed): unknown {
  const done = new Map<number, unknown>();
  const unpacked = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(unpacked);
    const { [KEY]: inner } = part as Members;
    if (typeof inner === "number") {
      if (!done.has(inner)) done.set(inner, unpacked(pool[inner]));
      return done.get(inner);
    }
    return mapped((inner as object | undefined) ?? part, unpacked);
  };
  return unpacked(root);
}

/** What tells equal parts; undefined for what is not worth a reference. */
function textOf(part: unknown): string | undefined {
  const isText = typeof part === "string";
  if (!isText && (typeof part !== "object" || part === null)) return undefined;
  const text = JSON.stringify(part);
  return isText && text.length < WORTH ? undefined : text;
}

/** With members of its own, `__proto__` too. */
function mapped(object: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value)]),
  );
}
