/**
 * Search for the nodes (runtime schemas) that describe the parts of a valid
 * value. The second pass uses them to handle unknown keys and check formats.
 */
import { explain } from "../explain/explain.js";
import { getKind, NESTED } from "../explain/kinds-of.js";
import { getChildren, type Part, type ShapeNode } from "../explain/nodes.js";
import { createReport, getIssueCount } from "../explain/report.js";
import { own, type Fields } from "../guards.js";

/**
 * Nodes (runtime schemas) that describe a value. If the value matches several
 * overlapping union members, it has several nodes.
 */
export type Nodes = readonly ShapeNode[];

/**
 * Empty list of nodes, for a value without keys or formats to check. Such a
 * value is not visited.
 */
export const NOTHING: Nodes = [];

/**
 * Members that contain a JSON Schema. Unknown keys are kept in these members,
 * because MCP does not define the keys of a JSON Schema.
 */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/**
 * Table for finding the nodes of object properties, array items or union
 * members.
 */
interface NodeLookup {
  /**
   * Nodes of properties by name, and of union members by tag. The key
   * `undefined` has the node of the union member without a tag.
   */
  readonly byKey: ReadonlyMap<unknown, Nodes>;
  /** Nodes of array items, or of undeclared properties. */
  readonly each: Nodes | undefined;
  readonly lastKeys: LastKey[];
}

/**
 * Cache entry: a declared key of the last visited object, and the nodes of the
 * key's value. Successive objects mostly have the same keys in the same order.
 * If a key equals the cached key at the same position, no search in the map is
 * needed.
 */
export interface LastKey {
  readonly key: unknown;
  readonly nodes: Nodes;
}

/** Maximum number of keys in `NodeLookup.lastKeys`. */
const MAX_LAST_KEYS = 16;

/** Returns the cached keys of the last visited object, by position. */
export function getLastKeys(nodes: Nodes): LastKey[] {
  return nodes.length === 1 ? getLookup(nodes[0] as ShapeNode).lastKeys : [];
}

/**
 * Returns the nodes for the value of `key` in an object. If `key` is undefined,
 * returns the nodes for array items. Returns `undefined` for an unknown key.
 * `position` is the position of the key in the object.
 */
export function findNodes(
  nodes: Nodes,
  key: string | undefined,
  position: number,
): Nodes | undefined {
  if (nodes.length === 1) {
    const { byKey, each, lastKeys } = getLookup(nodes[0] as ShapeNode);
    const found = key === undefined ? undefined : byKey.get(key);
    if (!found) return each;
    if (position <= lastKeys.length && position < MAX_LAST_KEYS)
      lastKeys[position] = { key, nodes: found };
    return found;
  }
  const lists = nodes.map((each) => findNodes([each], key, MAX_LAST_KEYS));
  if (lists.includes(NOTHING)) return NOTHING;
  const found = lists.flatMap((list) => list ?? []);
  return found[0] && found;
}

function getLookup(node: ShapeNode): NodeLookup {
  return (getChildren(node).lookup ??= createLookup(node)) as NodeLookup;
}

function createLookup(node: ShapeNode): NodeLookup {
  const { parts, each, byTag } = getChildren(node);
  const { kind, details } = node.shape;
  const byKey = new Map<unknown, Nodes>(
    parts.map((part) => [part.name, toNodes(part)]),
  );
  byTag?.forEach((member, tag) => byKey.set(tag, [member]));
  // The tag needs no check, because its value has selected this node.
  if (node.tag) byKey.set(node.tag, NOTHING);
  if (each) for (const name of SCHEMAS) byKey.set(name, NOTHING);
  const isOpen = kind === "object" && details.index;
  const others = each ? toNodes(each) : isOpen ? NOTHING : undefined;
  return { byKey, each: others, lastKeys: [] };
}

function toNodes({ node, name }: Part): Nodes {
  const { kind, details } = node.shape;
  const isLeaf =
    kind === "string"
      ? !details.format
      : kind === "any" || (kind !== "union" && (node.kinds & NESTED) === 0);
  return isLeaf || SCHEMAS.includes(name) ? NOTHING : [node];
}

/**
 * Returns the nodes that a valid value matches. A union is replaced by its
 * matching members.
 */
export function resolveNodes(nodes: Nodes, value: unknown): Nodes {
  if (nodes.length !== 1)
    return nodes.flatMap((each) => resolveNodes([each], value));
  const node = nodes[0] as ShapeNode;
  const { kind, details } = node.shape;
  if (kind === "tagged") {
    const tag = details.inherited
      ? own(value as Fields, details.key)
      : (value as Fields)[details.key];
    return resolveNodes(getLookup(node).byKey.get(tag) ?? NOTHING, value);
  }
  if (kind !== "union") return nodes;
  const bit = getKind(value);
  const likely: Part[] = [];
  for (const part of getChildren(node).parts)
    if ((part.node.kinds & bit) !== 0) likely.push(part);
  const matching: ShapeNode[] = [];
  for (const part of likely)
    if (likely.length === 1 || matchesPart(part, value))
      matching.push(part.node);
  return resolveNodes(matching, value);
}

function matchesPart({ guard, node }: Part, value: unknown): boolean {
  if (guard) return guard(value);
  const report = createReport(0);
  explain(node, value, null, report);
  return getIssueCount(report) === 0;
}
