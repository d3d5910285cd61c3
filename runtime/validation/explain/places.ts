/** Where a part of a value is in the whole, for programs and for people. */

/** Names that types have for what is inside. */
export interface Names {
  readonly path: readonly string[];
  /** The same as JSON Pointer, and as messages have it: `.params.name`. */
  readonly pointer: string;
  readonly text: string;
  /** The union's member that they belong to. */
  readonly branch: string | undefined;
}

/**
 * Where an index is, or a key that no type names. What types name lies between
 * two places; null stands for the whole.
 */
export interface Place {
  readonly outer: Place | null;
  /** What is between the outer place and the key. */
  readonly names: Names;
  readonly key: string | number;
  readonly depth: number;
  /** The union's member that what has the key was held against. */
  readonly branch: string | undefined;
}

export const NO_NAMES: Names = {
  path: [],
  pointer: "",
  text: "",
  branch: undefined,
};

/** The place of a part of what is at another place. */
export function inside(
  outer: Place | null,
  names: Names,
  key: string | number,
): Place {
  const depth = depthOf(outer, names) + 1;
  const branch = names.branch ?? outer?.branch;
  return { outer, names, key, depth, branch };
}

export function depthOf(at: Place | null, names: Names): number {
  return (at === null ? 0 : at.depth) + names.path.length;
}

/** The path of what has these names there: a new array. */
export function pathOf(
  at: Place | null,
  names: readonly string[],
): (string | number)[] {
  const { length } = names;
  // V8 makes a literal of few elements faster than it copies any.
  if (at === null && length < 3) {
    const a = names[0] as string;
    const b = names[1] as string;
    return length === 0 ? [] : length === 1 ? [a] : [a, b];
  }
  let left = length + (at === null ? 0 : at.depth);
  const path = Array<string | number>(left);
  // From its end, as places know what they are in.
  for (let place = at, inner = names; ; place = place.outer) {
    for (let i = inner.length; i > 0;) path[--left] = inner[--i] as string;
    if (place === null) return path;
    path[--left] = place.key;
    inner = place.names.path;
  }
}

/** JSON Pointer: `/tools/0` */
export function pointerOf({ outer, names, key }: Place): string {
  const inner = names.pointer + pointerStep(key);
  return outer === null ? inner : pointerOf(outer) + inner;
}

/** As messages have it: `tools[0]` */
export function wordsTo({ outer, names: { text }, key }: Place): string {
  const step = typeof key === "number" ? `[${key}]` : textStep(key);
  if (outer !== null) return wordsTo(outer) + text + step;
  // Without its dot first: V8 copies what was joined where it is cut.
  return text === "" ? withoutDot(step) : withoutDot(text) + step;
}

/** What a key adds to a pointer: `/params` */
export function pointerStep(key: string | number): string {
  return typeof key === "number" || isName(key)
    ? `/${key}`
    : `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** What a name adds to a text: `.params`, `["a b"]` */
export function textStep(name: string): string {
  const short = name.length > 64 ? `${name.slice(0, 63)}…` : name;
  return isName(name) ? `.${short}` : `[${JSON.stringify(short)}]`;
}

/** The text of a place as it is where nothing is before it. */
export function withoutDot(text: string): string {
  return text.startsWith(".") ? text.slice(1) : text;
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
