/** Where a part of a value is in the whole, for programs and for people. */

export interface Place {
  /** Null of the whole. */
  readonly outer: Place | null;
  readonly key: string | number;
  readonly depth: number;
  /** JSON Pointer. */
  readonly pointer: string;
  /** `params.messages[1]` */
  readonly text: string;
}

/** What a key adds to a place; shapes keep it for their properties. */
export interface Step {
  readonly pointer: string;
  readonly text: string;
  /** The text where nothing is before it. */
  readonly first: string;
}

export const WHOLE: Place = {
  outer: null,
  key: "",
  depth: 0,
  pointer: "",
  text: "",
};

export const NO_STEP: Step = { pointer: "", text: "", first: "" };

/** The place of a part of what is at another place. */
export function inside(
  outer: Place,
  key: string | number,
  step: Step = stepOf(key),
): Place {
  return {
    outer,
    key,
    depth: outer.depth + 1,
    pointer: outer.pointer + step.pointer,
    text: outer.depth === 0 ? step.first : outer.text + step.text,
  };
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

/** The keys from the whole to a part. */
export function pathOf(place: Place): (string | number)[] {
  const path = Array<string | number>(place.depth);
  for (let at = place; at.outer; at = at.outer) path[at.depth - 1] = at.key;
  return path;
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
