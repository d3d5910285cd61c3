/** Where a part of a value is in the whole, for programs and for people. */

/** No texts are made of it before an issue needs them. */
export interface Place {
  /** Null of the whole. */
  readonly outer: Place | null;
  readonly key: string | number;
  /** What the key adds to the texts; made when needed where it is absent. */
  readonly step: Step | undefined;
  readonly depth: number;
}

/** What a key adds to the texts of a place; shapes keep it for properties. */
export interface Step {
  /** JSON Pointer: `/params` */
  readonly pointer: string;
  /** `.params`, `[1]` */
  readonly text: string;
  /** The text where nothing is before it. */
  readonly first: string;
}

export const WHOLE: Place = {
  outer: null,
  key: "",
  step: undefined,
  depth: 0,
};

/** The place of a part of what is at another place. */
export function inside(outer: Place, key: string | number, step?: Step): Place {
  return { outer, key, step, depth: outer.depth + 1 };
}

export function stepOf(key: string | number): Step {
  if (typeof key === "number") {
    const text = `[${key}]`;
    return { pointer: `/${key}`, text, first: text };
  }
  if (isName(key)) {
    const first = shorten(key);
    return { pointer: `/${key}`, text: `.${first}`, first };
  }
  const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const text = `[${JSON.stringify(shorten(key))}]`;
  return { pointer, text, first: text };
}

/** Letters, digits, `_` and `$`: what may stand behind a dot. */
function isName(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i);
    const letter =
      (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36;
    if (!letter && (i === 0 || c < 48 || c > 57)) return false;
  }
  return key !== "";
}

/** Of a key, no more than anybody reads. */
function shorten(key: string): string {
  return key.length > 64 ? `${key.slice(0, 63)}…` : key;
}
