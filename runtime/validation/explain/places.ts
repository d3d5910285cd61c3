/**
 * Locations of issues in a value. A location is available as a path and as
 * text.
 */

/**
 * Path that consists of declared property names, in three formats: as an array
 * (`path`), as JSON Pointer (`pointer`) and as text for messages (`text`).
 */
export interface Names {
  readonly path: readonly string[];
  /**
   * The path as JSON Pointer, such as `/params/name` (`pointer`), and as text
   * for messages, such as `.params.name` (`text`).
   */
  readonly pointer: string;
  readonly text: string;
  /** Name of the union member that declares these properties. */
  readonly branch: string | undefined;
}

/**
 * Location of an array item, or of a property that the type does not declare by
 * name. The path to the item or property consists of the path of the enclosing
 * location `outer`, the declared property names in `names`, and `key`. `null`
 * is the location of the root value.
 */
export interface ValueLocation {
  readonly outer: ValueLocation | null;
  /** Declared property names on the path from `outer` to `key`. */
  readonly names: Names;
  readonly key: string | number;
  readonly depth: number;
  /**
   * Name of the union member with which the array or object that contains `key`
   * was compared.
   */
  readonly branch: string | undefined;
}

export const NO_NAMES: Names = {
  path: [],
  pointer: "",
  text: "",
  branch: undefined,
};

/**
 * Creates the location of an array item or undeclared property from the parts
 * of its path: the enclosing location, declared property names, and the key.
 */
export function createLocation(
  outer: ValueLocation | null,
  names: Names,
  key: string | number,
): ValueLocation {
  const depth = getDepth(outer, names) + 1;
  const branch = names.branch ?? outer?.branch;
  return { outer, names, key, depth, branch };
}

export function getDepth(at: ValueLocation | null, names: Names): number {
  return (at === null ? 0 : at.depth) + names.path.length;
}

/**
 * Returns the path to a value as a new array: the path of the location `at`,
 * followed by the property names in `names`.
 */
export function getPath(
  at: ValueLocation | null,
  names: readonly string[],
): (string | number)[] {
  const { length } = names;
  // V8 creates a short array literal faster than it copies an array.
  if (at === null && length < 3) {
    const a = names[0] as string;
    const b = names[1] as string;
    return length === 0 ? [] : length === 1 ? [a] : [a, b];
  }
  let left = length + (at === null ? 0 : at.depth);
  const path = Array<string | number>(left);
  // The array is filled from the end, because each location refers only to the
  // location that encloses it.
  for (let place = at, inner = names; ; place = place.outer) {
    for (let i = inner.length; i > 0;) path[--left] = inner[--i] as string;
    if (place === null) return path;
    path[--left] = place.key;
    inner = place.names.path;
  }
}

/** Returns a location in JSON Pointer notation, such as `/tools/0`. */
export function formatPointer({ outer, names, key }: ValueLocation): string {
  const inner = names.pointer + formatPointerStep(key);
  return outer === null ? inner : formatPointer(outer) + inner;
}

/** Returns a location as text for messages, such as `tools[0]`. */
export function formatLocation({
  outer,
  names: { text },
  key,
}: ValueLocation): string {
  const step = formatStep(key);
  if (outer !== null) return formatLocation(outer) + text + step;
  // The leading dot is removed before the strings are concatenated. V8 would
  // otherwise copy the whole concatenated string.
  return text === "" ? removeLeadingDot(step) : removeLeadingDot(text) + step;
}

/** Returns a key as part of a location in messages, such as `.params` or `[0]`. */
export function formatStep(key: string | number): string {
  return typeof key === "number" ? `[${key}]` : formatNameStep(key);
}

/** Returns the JSON Pointer segment of a key, such as `/params`. */
export function formatPointerStep(key: string | number): string {
  return typeof key === "number" || isIdentifier(key)
    ? `/${key}`
    : `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Returns a property name as part of a location in messages, such as `.params`
 * or `["x-y"]`.
 */
export function formatNameStep(name: string): string {
  const short = name.length > 64 ? `${name.slice(0, 63)}…` : name;
  return isIdentifier(name) ? `.${short}` : `[${JSON.stringify(short)}]`;
}

/**
 * Returns whether messages show a key unshortened after a dot, such as
 * `.params`.
 */
export function isShortIdentifier(key: string | number): key is string {
  return typeof key === "string" && key.length <= 64 && isIdentifier(key);
}

/** Removes the leading dot from the text of a location. */
export function removeLeadingDot(text: string): string {
  return text.startsWith(".") ? text.slice(1) : text;
}

/**
 * Returns whether a key can follow a dot: the key contains only letters,
 * digits, `_` and `$`, and does not start with a digit.
 */
function isIdentifier(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i);
    const letter =
      (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36;
    if (!letter && (i === 0 || c < 48 || c > 57)) return false;
  }
  return key !== "";
}
