/**
 * Refiners: runtime schemas (shapes) in the form that is fast for stripping
 * unknown keys and checking formats. Refiners are created when first needed.
 */
import { explain } from "./explain/explain.js";
import { getRootNode } from "./explain/nodes.js";
import { createReport, getIssueCount } from "./explain/report.js";
import { getFormatTest, type StringTest } from "./formats.js";
import { own, type Fields } from "./guards.js";
import { hasKind } from "./kinds.js";
import { resolveShape, type ResolvedShape, type Shape } from "./shape.js";

/**
 * Refiner of one shape. All refiners are created by one complete object literal,
 * so that V8 uses one hidden class.
 */
export interface Refiner {
  readonly shape: ResolvedShape;
  /** Guard of the shape. Undefined if the shape has no guard. */
  readonly guard: ((value: unknown) => boolean) | undefined;
  /** Test of the string's format. Undefined if every string is accepted. */
  readonly test: StringTest | undefined;
  /** Cached children, created when first needed. */
  children: RefinerChildren | undefined;
}

/**
 * Refiners of a value. A value that matches several overlapping shapes has
 * several refiners.
 */
export type Refiners = readonly Refiner[];

interface RefinerChildren {
  /** Refiners of an object's properties, or of a union's members by tag. */
  readonly byName: ReadonlyMap<unknown, Refiners>;
  /** Refiners of array items, or of properties that are not in `byName`. */
  readonly each: Refiners | undefined;
  /** Members of a union without a tag. */
  readonly members: Refiners;
}

/**
 * Refiners of a value that contains neither keys nor formats to check, such as a
 * number. The value need not be visited.
 */
export const NOTHING: Refiners = [];

/**
 * Members that contain a JSON Schema. Unknown keys are kept in these members,
 * because MCP does not define the keys of a JSON Schema.
 */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/** Returns the refiners of a shape, as a list with at most one element. */
export function getRefiners(shape: Shape): Refiners {
  const resolved = resolveShape(shape);
  return (resolved.refiners ??= isOpaque(resolved, new Set())
    ? NOTHING
    : [createRefiner(shape)]) as Refiners;
}

function createRefiner(shape: Shape): Refiner {
  const resolved = resolveShape(shape);
  const { kind, details } = resolved;
  return {
    shape: resolved,
    guard: typeof shape === "function" ? shape.guard : undefined,
    test:
      kind === "string" && details.format
        ? getFormatTest(details.format)
        : undefined,
    children: undefined,
  };
}

/**
 * Returns whether values of a shape contain neither keys nor formats to check.
 * `visited` contains the shapes that are being examined, because shapes may be
 * recursive.
 */
function isOpaque(shape: Shape, visited: Set<ResolvedShape>): boolean {
  const resolved = resolveShape(shape);
  if (visited.has(resolved)) return true;
  visited.add(resolved);
  const isInnerOpaque = (inner: Shape) => isOpaque(inner, visited);
  switch (resolved.kind) {
    case "string":
      return !resolved.details.format;
    case "array":
      return isInnerOpaque(resolved.details.element);
    case "object": {
      const { index, properties } = resolved.details;
      return (
        index !== null &&
        isInnerOpaque(index) &&
        properties.every((property) => isInnerOpaque(property.shape))
      );
    }
    case "union":
      return (
        resolved.details.some(
          (member) => resolveShape(member).kind === "any",
        ) || resolved.details.every(isInnerOpaque)
      );
    default:
      return resolved.kind !== "tagged";
  }
}

function getRefinerChildren(refiner: Refiner): RefinerChildren {
  return (refiner.children ??= createRefinerChildren(refiner.shape));
}

function createRefinerChildren({
  kind,
  details,
}: ResolvedShape): RefinerChildren {
  const byName = new Map<unknown, Refiners>();
  let each: Refiners | undefined;
  let members: Refiners = NOTHING;
  if (kind === "object") {
    for (const { name, shape } of details.properties)
      byName.set(name, SCHEMAS.includes(name) ? NOTHING : getRefiners(shape));
    if (details.index) each = getRefiners(details.index);
  } else if (kind === "array") {
    each = getRefiners(details.element);
  } else if (kind === "tagged") {
    for (const [tag, shape] of details.branches)
      byName.set(tag, [createRefiner(shape)]);
    if (details.absent) byName.set(undefined, [createRefiner(details.absent)]);
  } else if (kind === "union") {
    members = details.map(createRefiner);
  }
  return { byName, each, members };
}

/**
 * Returns the refiners of the value of an object's key. Returns `undefined` for
 * an unknown key.
 */
export function getKeyRefiners(
  refiners: Refiners,
  key: string,
): Refiners | undefined {
  const [first] = refiners;
  if (first && refiners.length === 1) {
    const { byName, each } = getRefinerChildren(first);
    const found = byName.get(key);
    if (found || !each) return found;
    return SCHEMAS.includes(key) ? NOTHING : each;
  }
  return joinRefiners(
    refiners.map((refiner) => getKeyRefiners([refiner], key)),
  );
}

/** Returns the refiners of the items of an array. */
export function getItemRefiners(refiners: Refiners): Refiners {
  const all = refiners.map((refiner) => getRefinerChildren(refiner).each);
  return joinRefiners(all) ?? NOTHING;
}

function joinRefiners(
  lists: readonly (Refiners | undefined)[],
): Refiners | undefined {
  const found = lists.filter((list) => list !== undefined);
  // A value of several shapes is not visited if one of the shapes accepts every
  // key and format.
  if (found.includes(NOTHING)) return NOTHING;
  return found.length < 2 ? found[0] : [...new Set(found.flat())];
}

/**
 * Returns the refiners of the shapes that a valid value matches. A union is
 * replaced by its matching members.
 */
export function resolveRefiners(refiners: Refiners, value: unknown): Refiners {
  const [first] = refiners;
  if (first && refiners.length === 1) {
    const { kind } = first.shape;
    if (kind !== "tagged" && kind !== "union") return refiners;
    return resolveRefiner(first, value);
  }
  return [
    ...new Set(refiners.flatMap((refiner) => resolveRefiner(refiner, value))),
  ];
}

function resolveRefiner(refiner: Refiner, value: unknown): Refiners {
  const { kind, details } = refiner.shape;
  if (kind === "tagged") {
    const tag = details.inherited
      ? own(value as Fields, details.key)
      : (value as Fields)[details.key];
    const branch = getRefinerChildren(refiner).byName.get(tag);
    return branch ? resolveRefiners(branch, value) : NOTHING;
  }
  if (kind !== "union")
    return hasKind(refiner.shape, value) ? [refiner] : NOTHING;
  const likely = getRefinerChildren(refiner).members.filter(({ shape }) =>
    hasKind(shape, value),
  );
  return resolveRefiners(
    likely.length > 1
      ? likely.filter((member) => matchesRefiner(member, value))
      : likely,
    value,
  );
}

function matchesRefiner({ guard, shape }: Refiner, value: unknown): boolean {
  if (guard) return guard(value);
  const report = createReport(0);
  explain(getRootNode(shape), value, null, report);
  return getIssueCount(report) === 0;
}
