/**
 * Optional second pass over a valid value. The second pass strips or reports
 * unknown keys, and checks string formats.
 */
import { explain } from "./explain/explain.js";
import { hasFormat } from "./formats.js";
import { own, type Fields } from "./guards.js";
import { hasKind } from "./kinds.js";
import {
  createLocation,
  NO_NAMES,
  type ValueLocation,
} from "./explain/places.js";
import {
  addUnshapedIssue,
  getIssueCount,
  createReport,
  type Report,
} from "./explain/report.js";
import { getRootNode } from "./explain/nodes.js";
import {
  resolveShape,
  type ArrayDetails,
  type ResolvedShape,
  type ObjectDetails,
  type Shape,
  type TaggedDetails,
} from "./shape.js";

/**
 * Options for handling unknown keys and string formats. `ValidateOptions`
 * documents these options.
 */
export interface Refinement {
  readonly unknownKeys: "keep" | "strip" | "reject";
  readonly formats: "ignore" | "assert";
}

/**
 * Members that contain a JSON Schema. Unknown keys are kept in these members,
 * because MCP does not define the keys of a JSON Schema.
 */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/**
 * Strips or reports unknown keys of a valid value, and checks string formats.
 * Returns the value, or a copy without unknown keys. Adds issues to `report`.
 */
export function refine(
  shape: Shape,
  value: unknown,
  report: Report,
  options: Refinement,
): unknown {
  return refineValue([shape], value, null, report, options);
}

function refineValue(
  shapes: readonly Shape[],
  value: unknown,
  at: ValueLocation | null,
  report: Report,
  options: Refinement,
): unknown {
  if (SCHEMAS.includes(String(at?.key))) return value;
  const candidates = shapes.flatMap((shape) => resolveUnions(shape, value));
  if (typeof value === "string") {
    assertFormat(candidates, value, at, report, options);
    return value;
  }
  if (candidates.some(({ kind }) => kind === "any")) return value;
  if (Array.isArray(value))
    return refineArray(candidates, value, at, report, options);
  return typeof value === "object" && value !== null
    ? refineObject(
        candidates.flatMap(getObjectDetails),
        value as Fields,
        at,
        report,
        options,
      )
    : value;
}

/**
 * Strips or reports unknown keys in the part of the value at `key`, and checks
 * string formats there.
 */
function refineInside(
  key: string | number,
  shapes: readonly Shape[],
  value: unknown,
  outer: ValueLocation | null,
  report: Report,
  options: Refinement,
): unknown {
  const at = createLocation(outer, NO_NAMES, key);
  report.thrownAt = at;
  const part = refineValue(shapes, value, at, report, options);
  report.thrownAt = outer;
  return part;
}

/**
 * Returns the runtime schemas that a valid value matches. A union is replaced
 * by its matching members.
 */
function resolveUnions(shape: Shape, value: unknown): ResolvedShape[] {
  const resolved = resolveShape(shape);
  const members =
    resolved.kind === "union"
      ? resolved.details
      : resolved.kind === "tagged"
        ? getBranches(resolved.details, value as Fields)
        : null;
  if (!members) return hasKind(resolved, value) ? [resolved] : [];
  const likely = members.filter((member) => hasKind(member, value));
  const fitting =
    likely.length > 1 ? likely.filter((m) => matchesShape(m, value)) : likely;
  return fitting.flatMap((member) => resolveUnions(member, value));
}

function getBranches(details: TaggedDetails, value: Fields): Shape[] {
  const tag = details.inherited ? own(value, details.key) : value[details.key];
  const branch =
    tag === undefined ? details.absent : details.branches.get(String(tag));
  return branch ? [branch] : [];
}

function matchesShape(shape: Shape, value: unknown): boolean {
  const report = createReport(0);
  explain(getRootNode(shape), value, null, report);
  return getIssueCount(report) === 0;
}

function assertFormat(
  candidates: readonly ResolvedShape[],
  value: string,
  at: ValueLocation | null,
  report: Report,
  { formats }: Refinement,
): void {
  if (formats !== "assert") return;
  const failing = candidates.flatMap((resolved) =>
    resolved.kind === "string" &&
    resolved.details.format &&
    !hasFormat(resolved.details.format, value)
      ? [resolved.details.format]
      : [],
  );
  if (failing.length > 0 && failing.length === candidates.length)
    addUnshapedIssue(
      report,
      `string of format ${failing.join(" or ")}`,
      value,
      at,
    );
}

function refineArray(
  candidates: readonly ResolvedShape[],
  value: readonly unknown[],
  at: ValueLocation | null,
  report: Report,
  options: Refinement,
): unknown {
  const elements = candidates.flatMap((resolved) =>
    resolved.kind === "array" ? [resolved.details.element] : [],
  );
  const leaf = candidates.every(
    (resolved) =>
      resolved.kind === "array" && isLeaf(resolved.details, options),
  );
  if (leaf) return options.unknownKeys === "strip" ? [...value] : value;
  const copy: unknown[] = [];
  for (let i = 0; i < value.length; i++)
    copy.push(refineInside(i, elements, value[i], at, report, options));
  return options.unknownKeys === "strip" ? copy : value;
}

/**
 * Returns true if the elements of an array need not be visited, because they
 * have neither keys nor formats to check.
 */
function isLeaf({ element }: ArrayDetails, { formats }: Refinement): boolean {
  const resolved = resolveShape(element);
  const formatted =
    resolved.kind === "string" &&
    resolved.details.format &&
    formats === "assert";
  return (
    !formatted &&
    ["string", "number", "integer", "boolean", "any"].includes(resolved.kind)
  );
}

function refineObject(
  shapes: readonly ObjectDetails[],
  value: Fields,
  at: ValueLocation | null,
  report: Report,
  options: Refinement,
): unknown {
  const kept: [string, unknown][] = [];
  const inParams = at?.key === "params";
  for (const key of Object.keys(value)) {
    const found = shapes.flatMap((shape) => getKeyShapes(shape, key));
    const known = found.length > 0 || (inParams && key === "_meta");
    if (known) {
      const part =
        found.length > 0
          ? refineInside(key, found, value[key], at, report, options)
          : value[key];
      kept.push([key, part]);
    } else if (options.unknownKeys === "reject" && value[key] !== undefined) {
      addUnshapedIssue(
        report,
        "no unknown key",
        value[key],
        createLocation(at, NO_NAMES, key),
      );
    }
  }
  return options.unknownKeys === "strip" ? Object.fromEntries(kept) : value;
}

/**
 * Returns the runtime schemas for the value of an object's key. Returns an
 * empty array for an unknown key.
 */
function getKeyShapes(details: ObjectDetails, key: string): Shape[] {
  const property = details.properties.find(({ name }) => name === key);
  if (property) return [property.shape];
  return details.index ? [details.index] : [];
}

function getObjectDetails(resolved: ResolvedShape): ObjectDetails[] {
  return resolved.kind === "object" ? [resolved.details] : [];
}
