/**
 * Tree of runtime schemas (shapes) that explanations of invalid values
 * traverse. Each node caches text that is the same for all invalid values at
 * the location of the node. Nodes are created when a value is explained for the
 * first time. Nodes exist only for names in the schema, so that untrusted
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
 * Node in the tree of runtime schemas, with the path of property names from the
 * root node. All nodes are created by one complete object literal, so that V8
 * uses one hidden class.
 */
export interface ShapeNode extends Names {
  readonly shape: ResolvedShape;
  /**
   * Bit sets of kinds, such as string or array. `kinds` are the kinds that a
   * valid value can have. `acceptedKinds` are the kinds for which every value
   * is valid.
   */
  readonly kinds: number;
  readonly acceptedKinds: number;
  /**
   * Key of the tag (discriminant) if this node is a union member that was
   * selected by the value of its tag. The value of the tag is then correct.
   */
  readonly tag: string | undefined;
  /**
   * Cached values, created when first needed: the child nodes (`children`), the
   * texts of an issue (`wording`), and the child node for the params of a
   * message (`params`).
   */
  children: NodeChildren | undefined;
  wording: Wording | undefined;
  params: Part | undefined;
}

/** Children of a node in the tree of runtime schemas. */
export interface NodeChildren {
  /**
   * Children for the properties of an object, or for the members of a union.
   */
  readonly parts: readonly Part[];
  /**
   * Child for all items of an array, or for all properties of an object that
   * the type does not declare by name.
   */
  readonly each: Part | null;
  /**
   * Members of a discriminated union by the value of the tag (`byTag`), and the
   * child for the tag itself (`tag`).
   */
  readonly byTag: ReadonlyMap<unknown, ShapeNode> | null;
  readonly tag: Part | null;
  /** Index of the union members that are objects, created when first needed. */
  memberIndex: MemberIndex | undefined;
  /**
   * Cached map from keys to nodes. Used to handle unknown keys and string
   * formats.
   */
  lookup: object | undefined;
}

/** Edge from a node to a child node in the tree of runtime schemas. */
export interface Part {
  readonly node: ShapeNode;
  /**
   * Copy of `acceptedKinds` of the child node. The copy saves a memory access.
   */
  readonly acceptedKinds: number;
  /**
   * Guard that is called before the child node is traversed. If the guard
   * accepts the value, the child node is skipped. The guard never throws.
   */
  readonly guard: ((value: unknown) => boolean) | null;
  /**
   * Name of the property, or value of the union member's tag (discriminant).
   */
  readonly name: string;
  readonly required: boolean;
  readonly inherited: boolean;
}

/** Index of the union members that are objects, by their keys. */
export interface MemberIndex {
  readonly members: readonly IndexedMember[];
  readonly keys: readonly MemberKey[];
  /** Bit set of the keys for which some members declare different types. */
  readonly distinguishingBits: number;
}

/** Union member with bit sets of its required keys and of its declared keys. */
export interface IndexedMember {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/**
 * Key that distinguishes the members of a union. The key counts as present
 * only if its value is in `values`. If `values` is null, every value counts.
 */
export interface MemberKey {
  readonly name: string;
  readonly bit: number;
  readonly values: readonly unknown[] | null;
  /**
   * Runtime schema of the key's value in the first union member that declares
   * the key.
   */
  readonly shape: ResolvedShape;
}

/**
 * Texts of an issue that do not depend on the invalid value: the description of
 * the expected value, and the start of the message. The message begins with a
 * path from the root value (`atRoot`) or from a location inside it (`below`).
 */
export interface Wording {
  readonly expected: string;
  /**
   * Start of the message if the path of the node begins at the root value, such
   * as `params.name: expected string, got `.
   */
  readonly atRoot: string;
  /**
   * Start of the message if the path of the node begins at an array item or at
   * an undeclared property, such as `.params.name: expected string, got `. The
   * location of the item or property precedes this text.
   */
  readonly below: string;
}

/**
 * Maximum number of property names in a node's path. Without a maximum, a
 * recursive type would have infinitely many paths.
 */
const MAX_NAMES = 4;

/**
 * Returns the root node for a runtime schema. Creates the node if it does not
 * exist.
 */
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
    params: undefined,
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

/** Creates a node for a named property of an object. */
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
 * Creates a node for a union member. The location of the node is the location
 * of the union.
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
 * Returns the child nodes for one member of a union. A nested union is
 * flattened: its members become members of the outer union.
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
  const none = {
    each: null,
    byTag: null,
    tag: null,
    memberIndex: undefined,
    lookup: undefined,
  };
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
