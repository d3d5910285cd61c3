/** Where a part of a value is in the whole, for programs and for people. */
import type { ShapeNode } from "./nodes.js";

/**
 * A key that no type names: an index, or a key of a record. What types name
 * lies between two of them, and is a node's; null stands for the whole.
 */
export interface Place {
  readonly outer: Place | null;
  /** Of what has the key; null where that is the outer place itself. */
  readonly node: ShapeNode | null;
  readonly key: string | number;
  readonly depth: number;
  /** The union's member that what has the key was held against. */
  readonly branch: string | undefined;
}

/** The place of a part of what is at another place. */
export function inside(
  outer: Place | null,
  node: ShapeNode | null,
  key: string | number,
): Place {
  const depth = depthOf(outer, node) + 1;
  const branch = node?.branch ?? outer?.branch;
  return { outer, node, key, depth, branch };
}

export function depthOf(at: Place | null, node: ShapeNode | null): number {
  return (at === null ? 0 : at.depth) + (node === null ? 0 : node.path.length);
}

/** The path of what a node names there; a new array. */
export function pathOf(
  at: Place | null,
  names: readonly string[],
): (string | number)[] {
  if (at !== null) {
    const path = pathOf(at.outer, at.node === null ? [] : at.node.path);
    path.push(at.key, ...names);
    return path;
  }
  // V8 makes a literal of few elements faster than it copies.
  switch (names.length) {
    case 0:
      return [];
    case 1:
      return [names[0] as string];
    case 2:
      return [names[0] as string, names[1] as string];
    default:
      return [...names];
  }
}

/** JSON Pointer: `/tools/0` */
export function pointerOf({ outer, node, key }: Place): string {
  const before = outer === null ? "" : pointerOf(outer);
  return before + (node === null ? "" : node.pointer) + pointerStep(key);
}

/** As messages have it: `tools[0]` */
export function wordsTo({ outer, node, key }: Place): string {
  const text = typeof key === "number" ? `[${key}]` : textStep(key);
  const names = node === null ? "" : node.text;
  return outer === null
    ? withoutDot(names + text)
    : wordsTo(outer) + names + text;
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
