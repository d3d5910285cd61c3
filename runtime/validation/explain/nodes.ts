/**
 * Tree of shapes that explanations traverse. Each node caches the text that is
 * the same for all invalid values at its location. Nodes are created on the
 * first issue. They exist only for names in the schema, so that untrusted
 * values cannot make the tree grow.
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
 * Shape with the path of property names from the root node to the shape. All
 * nodes are created by the same complete object literal, so that V8 uses one
 * hidden class.
 */
export interface ShapeNode extends Names {
  readonly shape: ResolvedShape;
  /**
   * Bit sets of kinds. `kinds` are the kinds that a valid value can have.
   * `acceptedKinds` are the kinds for which every value is valid.
   */
  readonly kinds: number;
  readonly acceptedKinds: number;
  /**
   * Key of the tag if this node is a union member that was selected by its tag.
   * The value of the tag is known to be correct.
   */
  readonly tag: string | undefined;
  /**
   * Cached child nodes. `children` and `wording` are created when first needed.
   */
  children: NodeChildren | undefined;
  wording: Wording | undefined;
}

/** Children of a node in the tree of shapes. */
export interface NodeChildren {
  /** Parts for the properties of an object, or for the members of a union. */
  readonly parts: readonly Part[];
  /**
   * Part for each item of an array, or for each property of an object that the
   * type does not name.
   */
  readonly each: Part | null;
  /**
   * Members of a tagged union by tag value (`byTag`), and the part for the tag
   * itself (`tag`).
   */
  readonly byTag: ReadonlyMap<unknown, ShapeNode> | null;
  readonly tag: Part | null;
  /** Index of the union members that are objects. Created when first needed. */
  memberIndex: MemberIndex | undefined;
}

/** Edge from a node to a child node in the tree of shapes. */
export interface Part {
  readonly node: ShapeNode;
  /** Copy of the child node's `acceptedKinds`, which saves a memory access. */
  readonly acceptedKinds: number;
  /**
   * Guard that is called before the child node is traversed. If the guard
   * accepts the value, the traversal is skipped. The guard never throws.
   */
  readonly guard: ((value: unknown) => boolean) | null;
  /** Name of the property, or tag value of the union member. */
  readonly name: string;
  readonly required: boolean;
  readonly inherited: boolean;
}

/** Index of the union members that are objects, by their keys. */
export interface MemberIndex {
  readonly members: readonly IndexedMember[];
  readonly keys: readonly MemberKey[];
  /** Bit set of the keys that some members define with different shapes. */
  readonly distinguishingBits: number;
}

/** Union member. Its required keys and its known keys are bit sets. */
export interface IndexedMember {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/**
 * Key of union members. It counts as present only if its value is one of
 * `values`; `null` allows every value.
 */
export interface MemberKey {
  readonly name: string;
  readonly bit: number;
  readonly values: readonly unknown[] | null;
  /** Shape of the key in the first union member that has the key. */
  readonly shape: ResolvedShape;
}

/**
 * Expected shape as text, with two prepared beginnings of the message.
 */
export interface Wording {
  readonly expected: string;
  /**
   * Start of the message for an issue in the root value, such as `params.name:
   * expected string, got `.
   */
  readonly atRoot: string;
  /**
   * Start of the message for an issue below a location, to be appended to the
   * location: `.params.name: expected string, got `.
   */
  readonly below: string;
}

/**
 * Maximum number of property names in a node's path. Without a maximum, the
 * paths of a recursive type would have no end.
 */
const MAX_NAMES = 4;

/** Returns the root node for a shape. Creates the node if it does not exist. */
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

/** Returns a new node for a named property of an object. */
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

/**
 * Returns a new node for a union member. Its location is the location of the
 * union.
 */
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
 * Returns the parts for a union member. A nested union is flattened: its
 * members become members of the outer union.
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
