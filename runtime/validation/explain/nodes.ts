/**
 * Tree of shapes that explanations traverse. Each node caches the text that is
 * the same for every invalid value at its location. Nodes are created on the
 * first issue and only for names in the schema, so that values cannot make the
 * tree grow.
 */
import { wordsOf } from "./expectations.js";
import { kindsOf, rightKinds } from "./kinds-of.js";
import {
  NO_NAMES,
  pointerStep,
  textStep,
  withoutDot,
  type Names,
} from "./places.js";
import { made, type Made, type Shape } from "../shape.js";

/**
 * Shape with the property names that lead to it from the root node. Created by
 * one object literal with all members, so that V8 uses one hidden class.
 */
export interface ShapeNode extends Names {
  readonly it: Made;
  /**
   * Kinds that a value can have (`kinds`), and kinds of which every value
   * matches (`right`).
   */
  readonly kinds: number;
  readonly right: number;
  /**
   * Key of the tag by which this union member was selected. Its value is known
   * to be correct.
   */
  readonly tag: string | undefined;
  /** Created when first needed, like `wording`. */
  inner: Inner | undefined;
  wording: Wording | undefined;
}

/** Children of a node. */
export interface Inner {
  /** Properties of an object, or members of a union. */
  readonly parts: readonly Part[];
  /**
   * Shape of array items, or of object properties without a name in the type.
   */
  readonly each: Part | null;
  /**
   * Members of a tagged union by tag value, and the part for the tag itself.
   */
  readonly byTag: ReadonlyMap<unknown, ShapeNode> | null;
  readonly tag: Part | null;
  /** Index of a union's object members, created when first needed. */
  signs: Signs | undefined;
}

/** Edge from a node to a child node. */
export interface Part {
  readonly node: ShapeNode;
  /** Copy of the child node's `right`, which saves a memory access. */
  readonly right: number;
  /**
   * Guard that is called first: an accepted value is not traversed. It never
   * throws.
   */
  readonly guard: ((value: unknown) => boolean) | null;
  /** Name of the property, or tag value of the member. */
  readonly name: string;
  readonly required: boolean;
  readonly inherited: boolean;
}

/** Index of a union's object members by their keys. */
export interface Signs {
  readonly members: readonly Member[];
  readonly signs: readonly Sign[];
  /** Bits of the keys that members define differently. */
  readonly telling: number;
}

/** Union member with its required and known keys as bit sets. */
export interface Member {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/**
 * Key that must be present. If `values` is set, it must have one of these
 * values.
 */
export interface Sign {
  readonly name: string;
  readonly bit: number;
  readonly values: readonly unknown[] | null;
  /** Shape of the key in the first member that has it. */
  readonly it: Made;
}

/** Expected shape, and the beginnings of messages that state it. */
export interface Wording {
  readonly expected: string;
  /**
   * Start of a message at the root, such as `params.name: expected string, got
   * `.
   */
  readonly whole: string;
  /**
   * Start of a message below a location, such as `.params.name: expected
   * string, got `.
   */
  readonly behind: string;
}

/**
 * Maximum number of names in a node's path. A recursive type would have endless
 * paths.
 */
const MAX_NAMES = 4;

/** Returns the root node of a shape. */
export function nodeOf(shape: Shape): ShapeNode {
  const it = made(shape);
  return (it.node ??= node(it, NO_NAMES)) as ShapeNode;
}

function node(
  it: Made,
  { path, pointer, text, branch }: Names,
  tag?: string,
): ShapeNode {
  return {
    it,
    kinds: kindsOf(it),
    right: rightKinds(it),
    path,
    pointer,
    text,
    branch,
    tag,
    inner: undefined,
    wording: undefined,
  };
}

function partOf(
  shape: Shape,
  node: ShapeNode,
  name = "",
  required = true,
  inherited = false,
): Part {
  const guard = (typeof shape === "function" && shape.guard) || null;
  return { node, right: node.right, guard, name, required, inherited };
}

/** Returns the node for a named property. */
function nodeAt(outer: ShapeNode, name: string, shape: Shape): ShapeNode {
  if (outer.path.length === MAX_NAMES) return nodeOf(shape);
  return node(made(shape), {
    path: [...outer.path, name],
    pointer: outer.pointer + pointerStep(name),
    text: outer.text + textStep(name),
    branch: outer.branch,
  });
}

/** Returns the node for a union member. Its location is that of the union. */
function memberOf(outer: ShapeNode, shape: Shape, tag?: string): ShapeNode {
  const it = made(shape);
  return node(it, { ...outer, branch: it.name ?? outer.branch }, tag);
}

/**
 * Returns the parts for a union member. Members of a nested union become
 * members of the outer union.
 */
function memberParts(outer: ShapeNode, shape: Shape): Part[] {
  const member = memberOf(outer, shape);
  const { it } = member;
  return it.kind === "union"
    ? it.of.flatMap((one) => memberParts(member, one))
    : [partOf(shape, member)];
}

export function innerOf(node: ShapeNode): Inner {
  return (node.inner ??= innerNodes(node));
}

function innerNodes(outer: ShapeNode): Inner {
  const { it } = outer;
  const none = { each: null, byTag: null, tag: null, signs: undefined };
  const each = (shape: Shape) => partOf(shape, nodeOf(shape));
  switch (it.kind) {
    case "object": {
      const { properties, strict } = it.of;
      const parts = properties
        .filter(({ name }) => name !== outer.tag)
        .map(({ name, shape, required, inherited }) =>
          partOf(shape, nodeAt(outer, name, shape), name, required, inherited),
        );
      return { ...none, parts, each: strict && each(strict) };
    }
    case "array":
      return { ...none, parts: [], each: each(it.of.element) };
    case "union":
      return {
        ...none,
        parts: it.of.flatMap((one) => memberParts(outer, one)),
      };
    case "tagged": {
      const { branches, absent, key, tag, inherited } = it.of;
      const byTag = new Map<unknown, ShapeNode>();
      const parts = [...branches].map(([literal, shape]) => {
        const member = memberOf(outer, shape, key);
        byTag.set(literal, member);
        return partOf(shape, member, literal);
      });
      if (absent) byTag.set(undefined, memberOf(outer, absent, key));
      const at = nodeAt(outer, key, tag);
      const own = partOf(tag, at, key, true, inherited);
      return { ...none, parts, byTag, tag: own };
    }
    default:
      return { ...none, parts: [] };
  }
}

export function wordingOf(node: ShapeNode): Wording {
  return (node.wording ??= wording(node.text, wordsOf(node.it)));
}

export function wording(text: string, expected: string): Wording {
  const behind = `${text}: expected ${expected}, got `;
  const whole = text === "" ? behind.slice(2) : withoutDot(behind);
  return { expected, whole, behind };
}
