/**
 * What explanations go through: shapes, each with what is said alike of every
 * value that is wrong there. They are made where something was wrong first, of
 * what types name alone: no value makes more of them than the schema has.
 */
import { wordsOf } from "./expectations.js";
import { kindsOf } from "./kinds-of.js";
import { signsOf, type Signs } from "./nearest.js";
import { pointerStep, textStep, withoutDot } from "./places.js";
import { made, type Made, type Shape } from "../shape.js";

/** Made by one literal, with all its members: V8 has one hidden class of them. */
export interface ShapeNode {
  readonly it: Made;
  /** Names, from the node that is the first of its shape. */
  readonly path: readonly string[];
  /** The same as JSON Pointer, and as messages have it: `.params.name`. */
  readonly pointer: string;
  readonly text: string;
  /** The union's member that it belongs to. */
  readonly branch: string | undefined;
  /** Made when first needed, like the other members. */
  inner: Inner | undefined;
  wording: Wording | undefined;
}

/** What is below a node. */
export interface Inner {
  /** Of an object the properties, of a union the members. */
  readonly parts: readonly Part[];
  /** What each item is, or what is at all other keys. */
  readonly each: Part | null;
  /** A union's members by their tag, and the tag. */
  readonly byTag: ReadonlyMap<unknown, ShapeNode> | null;
  readonly tag: Part | null;
  /** By what a union's members are known. */
  signs: Signs | undefined;
}

/** The way to the next node. */
export interface Part {
  readonly node: ShapeNode;
  /** Asked first: what passes is not gone through. It never throws. */
  readonly guard: ((value: unknown) => boolean) | null;
  /** The kinds of values that are right whatever is in them. */
  readonly right: number;
  readonly name: string;
  readonly required: boolean;
  readonly inherited: boolean;
  /** Whether the node is the first of its shape, so that the key makes a place. */
  readonly first: boolean;
}

/** What is expected, and how messages begin that say so. */
export interface Wording {
  readonly expected: string;
  /** `params.name: expected string, got ` */
  readonly whole: string;
  /** The same behind a place: `.params.name: expected string, got ` */
  readonly behind: string;
}

/** Names of a node at most; types that name themselves have no end. */
const MAX_NAMES = 4;

/** Where explanations of a shape begin. */
export function nodeOf(shape: Shape): ShapeNode {
  const it = made(shape);
  return (it.node ??= node(it, [], "", "", undefined));
}

function node(
  it: Made,
  path: readonly string[],
  pointer: string,
  text: string,
  branch: string | undefined,
): ShapeNode {
  const [inner, wording] = [undefined, undefined];
  return { it, path, pointer, text, branch, inner, wording };
}

function partOf(
  shape: Shape,
  node: ShapeNode,
  name = "",
  required = true,
  inherited = false,
): Part {
  const guard = (typeof shape === "function" && shape.guard) || null;
  const first = node.path.length === 0;
  const right = kindsOf(shape);
  return { node, guard, right, name, required, inherited, first };
}

/** The node of a property. */
function nodeAt(
  { path, pointer, text, branch }: ShapeNode,
  name: string,
  shape: Shape,
): ShapeNode {
  return path.length === MAX_NAMES
    ? nodeOf(shape)
    : node(
        made(shape),
        [...path, name],
        pointer + pointerStep(name),
        text + textStep(name),
        branch,
      );
}

/** The node of a member of a union, at the same place. */
function memberOf(
  { path, pointer, text, branch }: ShapeNode,
  shape: Shape,
): ShapeNode {
  const it = made(shape);
  return node(it, path, pointer, text, it.name ?? branch);
}

export function innerOf(node: ShapeNode): Inner {
  return (node.inner ??= innerNodes(node));
}

function innerNodes(outer: ShapeNode): Inner {
  const { it } = outer;
  const none = {
    parts: [],
    each: null,
    byTag: null,
    tag: null,
    signs: undefined,
  };
  const each = (shape: Shape) => partOf(shape, nodeOf(shape));
  switch (it.kind) {
    case "object": {
      const { properties, strict } = it.of;
      const parts = properties.map(({ name, shape, required, inherited }) =>
        partOf(shape, nodeAt(outer, name, shape), name, required, inherited),
      );
      return { ...none, parts, each: strict && each(strict) };
    }
    case "array":
      return { ...none, each: each(it.of.element) };
    case "union": {
      const parts = it.of.map((one) => partOf(one, memberOf(outer, one)));
      return { ...none, parts };
    }
    case "tagged": {
      const { branches, absent, key, tag, inherited } = it.of;
      const byTag = new Map<unknown, ShapeNode>();
      for (const [literal, shape] of branches)
        byTag.set(literal, memberOf(outer, shape));
      if (absent) byTag.set(undefined, memberOf(outer, absent));
      const at = nodeAt(outer, key, tag);
      return { ...none, byTag, tag: partOf(tag, at, key, true, inherited) };
    }
    default:
      return none;
  }
}

/** A tag is no sign where it is wrong for all. */
export function signsIn(node: ShapeNode): Signs {
  const inner = innerOf(node);
  return (inner.signs ??= inner.byTag
    ? signsOf([...inner.byTag.values()], inner.tag?.name)
    : signsOf(inner.parts.map((part) => part.node)));
}

export function wordingOf(node: ShapeNode): Wording {
  return (node.wording ??= wording(node.text, wordsOf(node.it)));
}

export function wording(text: string, expected: string): Wording {
  const behind = `${text}: expected ${expected}, got `;
  const whole = text === "" ? behind.slice(2) : withoutDot(behind);
  return { expected, whole, behind };
}
