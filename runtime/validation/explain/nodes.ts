/**
 * Tree of shapes that explanations traverse. Each node caches the text that is
 * the same for every invalid value at its location. Nodes are created on the
 * first issue and only for names in the schema, so that values cannot make the
 * tree grow.
 */
import { describeShape } from "./expectations.js";
import { getKinds, getAcceptedKinds } from "./kinds-of.js";
import {
  NO_NAMES,
  formatPointerStep,
  formatNameStep,
  removeLeadingDot,
  type Names,
} from "./places.js";
import { resolveShape, type ResolvedShape, type Shape } from "../shape.js";

/**
 * Shape with the property names that lead to it from the root node. Created by
 * one object literal with all members, so that V8 uses one hidden class.
 */
export interface ShapeNode extends Names {
  readonly shape: ResolvedShape;
  /**
   * Kinds that a value can have (`kinds`), and kinds of which every value
   * matches (`acceptedKinds`).
   */
  readonly kinds: number;
  readonly acceptedKinds: number;
  /**
   * Key of the tag by which this union member was selected. Its value is known
   * to be correct.
   */
  readonly tag: string | undefined;
  /** Created when first needed, like `wording`. */
  children: NodeChildren | undefined;
  wording: Wording | undefined;
}

/** Children of a node. */
export interface NodeChildren {
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
  memberIndex: MemberIndex | undefined;
}

/** Edge from a node to a child node. */
export interface Part {
  readonly node: ShapeNode;
  /** Copy of the child node's `acceptedKinds`, which saves a memory access. */
  readonly acceptedKinds: number;
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
export interface MemberIndex {
  readonly members: readonly IndexedMember[];
  readonly keys: readonly MemberKey[];
  /** Bits of the keys that members define differently. */
  readonly distinguishingBits: number;
}

/** Union member with its required and known keys as bit sets. */
export interface IndexedMember {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/**
 * Key that must be present. If `values` is set, it must have one of these
 * values.
 */
export interface MemberKey {
  readonly name: string;
  readonly bit: number;
  readonly values: readonly unknown[] | null;
  /** Shape of the key in the first member that has it. */
  readonly shape: ResolvedShape;
}

/** Expected shape, and the beginnings of messages that state it. */
export interface Wording {
  readonly expected: string;
  /**
   * Start of a message at the root, such as `params.name: expected string, got
   * `.
   */
  readonly atRoot: string;
  /**
   * Start of a message for a part of a value: `.params.name: expected string,
   * got `.
   */
  readonly below: string;
}

/**
 * Maximum number of names in a node's path. A recursive type would have endless
 * paths.
 */
const MAX_NAMES = 4;

/** Returns the root node of a shape. */
export function getRootNode(shape: Shape): ShapeNode {
  const resolved = resolveShape(shape);
  return (resolved.node ??= createNode(resolved, NO_NAMES)) as ShapeNode;
}

function createNode(
  resolved: ResolvedShape,
  { path, pointer, text, branch }: Names,
  tag?: string,
): ShapeNode {
  return {
    shape: resolved,
    kinds: getKinds(resolved),
    acceptedKinds: getAcceptedKinds(resolved),
    path,
    pointer,
    text,
    branch,
    tag,
    children: undefined,
    wording: undefined,
  };
}

function createPart(
  shape: Shape,
  node: ShapeNode,
  name = "",
  required = true,
  inherited = false,
): Part {
  const guard = (typeof shape === "function" && shape.guard) || null;
  return {
    node,
    acceptedKinds: node.acceptedKinds,
    guard,
    name,
    required,
    inherited,
  };
}

/** Returns the node for a named property. */
function createPropertyNode(
  outer: ShapeNode,
  name: string,
  shape: Shape,
): ShapeNode {
  if (outer.path.length === MAX_NAMES) return getRootNode(shape);
  return createNode(resolveShape(shape), {
    path: [...outer.path, name],
    pointer: outer.pointer + formatPointerStep(name),
    text: outer.text + formatNameStep(name),
    branch: outer.branch,
  });
}

/** Returns the node for a union member. Its location is that of the union. */
function createMemberNode(
  outer: ShapeNode,
  shape: Shape,
  tag?: string,
): ShapeNode {
  const resolved = resolveShape(shape);
  return createNode(
    resolved,
    { ...outer, branch: resolved.name ?? outer.branch },
    tag,
  );
}

/**
 * Returns the parts for a union member. Members of a nested union become
 * members of the outer union.
 */
function createMemberParts(outer: ShapeNode, shape: Shape): Part[] {
  const member = createMemberNode(outer, shape);
  const { shape: resolved } = member;
  return resolved.kind === "union"
    ? resolved.details.flatMap((inner) => createMemberParts(member, inner))
    : [createPart(shape, member)];
}

export function getChildren(node: ShapeNode): NodeChildren {
  return (node.children ??= createChildren(node));
}

function createChildren(outer: ShapeNode): NodeChildren {
  const { shape: resolved } = outer;
  const none = { each: null, byTag: null, tag: null, memberIndex: undefined };
  const each = (shape: Shape) => createPart(shape, getRootNode(shape));
  switch (resolved.kind) {
    case "object": {
      const { properties, strict } = resolved.details;
      const parts = properties
        .filter(({ name }) => name !== outer.tag)
        .map(({ name, shape, required, inherited }) =>
          createPart(
            shape,
            createPropertyNode(outer, name, shape),
            name,
            required,
            inherited,
          ),
        );
      return { ...none, parts, each: strict && each(strict) };
    }
    case "array":
      return { ...none, parts: [], each: each(resolved.details.element) };
    case "union":
      return {
        ...none,
        parts: resolved.details.flatMap((member) =>
          createMemberParts(outer, member),
        ),
      };
    case "tagged": {
      const { branches, absent, key, tag, inherited } = resolved.details;
      const byTag = new Map<unknown, ShapeNode>();
      const parts = [...branches].map(([literal, shape]) => {
        const member = createMemberNode(outer, shape, key);
        byTag.set(literal, member);
        return createPart(shape, member, literal);
      });
      if (absent) byTag.set(undefined, createMemberNode(outer, absent, key));
      const at = createPropertyNode(outer, key, tag);
      const own = createPart(tag, at, key, true, inherited);
      return { ...none, parts, byTag, tag: own };
    }
    default:
      return { ...none, parts: [] };
  }
}

export function getWording(node: ShapeNode): Wording {
  return (node.wording ??= createWording(node.text, describeShape(node.shape)));
}

export function createWording(text: string, expected: string): Wording {
  const below = `${text}: expected ${expected}, got `;
  const atRoot = text === "" ? below.slice(2) : removeLeadingDot(below);
  return { expected, atRoot, below };
}
