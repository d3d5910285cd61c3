/**
 * What explanations go through: shapes, each with what is said alike of every
 * value that is wrong there. They are made where something was wrong first, of
 * what types name alone: no value makes more of them than the schema has.
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
 * A shape, by the names from where it began. Made by one literal, with all its
 * members: V8 has one hidden class of them.
 */
export interface ShapeNode extends Names {
  readonly it: Made;
  /** Kinds that a value may be of, and those of which each one is right. */
  readonly kinds: number;
  readonly right: number;
  /** The key that a member was chosen by: what is there is right. */
  readonly tag: string | undefined;
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
  /** The node's, where it is read with one load less. */
  readonly right: number;
  /** Asked first: what passes is not gone through. It never throws. */
  readonly guard: ((value: unknown) => boolean) | null;
  /** A property's name, or the tag of a member. */
  readonly name: string;
  readonly required: boolean;
  readonly inherited: boolean;
}

/** By what the members of a union are known that are objects. */
export interface Signs {
  readonly members: readonly Member[];
  readonly signs: readonly Sign[];
  /** Keys of which the members do not say the same. */
  readonly telling: number;
}

/** A member, and its signs as sets of bits. */
export interface Member {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/** A key that is there, or that has one of these values. */
export interface Sign {
  readonly name: string;
  readonly bit: number;
  readonly values: readonly unknown[] | null;
  /** What the first member with the key has there. */
  readonly it: Made;
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

/** What is at a name. */
function nodeAt(outer: ShapeNode, name: string, shape: Shape): ShapeNode {
  if (outer.path.length === MAX_NAMES) return nodeOf(shape);
  return node(made(shape), {
    path: [...outer.path, name],
    pointer: outer.pointer + pointerStep(name),
    text: outer.text + textStep(name),
    branch: outer.branch,
  });
}

/** A member of a union, at the same place. */
function memberOf(outer: ShapeNode, shape: Shape, tag?: string): ShapeNode {
  const it = made(shape);
  return node(it, { ...outer, branch: it.name ?? outer.branch }, tag);
}

/** Those of unions in a union belong to it. */
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
