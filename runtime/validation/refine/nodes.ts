/**
 * Search for the nodes (runtime schemas) with which the parts of a valid value
 * are compared when unknown keys are stripped and formats are checked.
 */
import { explain } from "../explain/explain.js";
import { getKind, NESTED } from "../explain/kinds-of.js";
import { getChildren, type Part, type ShapeNode } from "../explain/nodes.js";
import { createReport, getIssueCount } from "../explain/report.js";
import { own, type Fields } from "../guards.js";

/**
 * Nodes of a value. A value that matches several overlapping union members has
 * several nodes.
 */
export type Nodes = readonly ShapeNode[];

/** Nodes of a value without keys or formats to check. The value is not visited. */
export const NOTHING: Nodes = [];

/**
 * Members that contain a JSON Schema. Unknown keys are kept in these members,
 * because MCP does not define the keys of a JSON Schema.
 */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/**
 * Returns the nodes of the value of an object's key, or of the items of an array
 * if `key` is undefined. Returns `undefined` for an unknown key.
 */
export function findNodes(
  nodes: Nodes,
  key: string | undefined,
): Nodes | undefined {
  const node = nodes[0];
  if (node && nodes.length === 1) {
    const byKey = getNodesByKey(node);
    return byKey.get(key) ?? byKey.get(undefined);
  }
  const lists = nodes.map((each) => findNodes([each], key));
  if (lists.includes(NOTHING)) return NOTHING;
  const found = lists.flatMap((list) => list ?? []);
  return found.length > 0 ? found : undefined;
}

function getNodesByKey(node: ShapeNode): ReadonlyMap<unknown, Nodes> {
  return (getChildren(node).nodesByKey ??= createNodesByKey(node));
}

/**
 * Returns the nodes of an object's properties or of a discriminated union's
 * members, in lists of one node. The key `undefined` has the nodes of array items,
 * of undeclared properties, or of the union member without a tag.
 */
function createNodesByKey(node: ShapeNode): Map<unknown, Nodes> {
  const { parts, each, byTag } = getChildren(node);
  const { kind, details } = node.shape;
  const byKey = new Map<unknown, Nodes>(
    parts.map((part) => [part.name, toNodes(part)]),
  );
  byTag?.forEach((member, tag) => byKey.set(tag, [member]));
  // The value of the tag has selected this node.
  if (node.tag) byKey.set(node.tag, NOTHING);
  if (each) {
    for (const name of SCHEMAS) if (!byKey.has(name)) byKey.set(name, NOTHING);
    byKey.set(undefined, toNodes(each));
  } else if (kind === "object" && details.index) byKey.set(undefined, NOTHING);
  return byKey;
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
  const node = nodes[0];
  if (!node || nodes.length > 1)
    return nodes.flatMap((each) => resolveNodes([each], value));
  const { kind, details } = node.shape;
  if (kind === "tagged") {
    const tag = details.inherited
      ? own(value as Fields, details.key)
      : (value as Fields)[details.key];
    return resolveNodes(getNodesByKey(node).get(tag) ?? NOTHING, value);
  }
  if (kind !== "union") return nodes;
  const bit = getKind(value);
  const likely = getChildren(node).parts.filter(
    (part) => (part.node.kinds & bit) !== 0,
  );
  const matching =
    likely.length > 1
      ? likely.filter((part) => matchesPart(part, value))
      : likely;
  return resolveNodes(
    matching.map((part) => part.node),
    value,
  );
}

function matchesPart({ guard, node }: Part, value: unknown): boolean {
  if (guard) return guard(value);
  const report = createReport(0);
  explain(node, value, null, report);
  return getIssueCount(report) === 0;
}
