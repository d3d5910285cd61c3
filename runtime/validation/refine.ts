/**
 * Optional second pass over a valid value: strips or reports unknown keys, and
 * checks formats.
 */
import { explain } from "./explain/explain.js";
import { hasFormat } from "./formats.js";
import { own, type Fields } from "./guards.js";
import { hasKind } from "./kinds.js";
import { inside, NO_NAMES, type Place } from "./explain/places.js";
import { addOther, countOf, newReport, type Report } from "./explain/report.js";
import { nodeOf } from "./explain/nodes.js";
import {
  made,
  type List,
  type Made,
  type Members,
  type Shape,
  type Tagged,
} from "./shape.js";

/** Options of the second pass. See `ValidateOptions`. */
export interface Refinement {
  readonly unknownKeys: "keep" | "strip" | "reject";
  readonly formats: "ignore" | "assert";
}

/** Members that contain a JSON Schema, whose contents MCP does not define. */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/**
 * Returns the value, or a copy without unknown keys. Issues are added to the
 * report.
 */
export function refine(
  shape: Shape,
  value: unknown,
  report: Report,
  options: Refinement,
): unknown {
  return look([shape], value, null, report, options);
}

function look(
  shapes: readonly Shape[],
  value: unknown,
  at: Place | null,
  report: Report,
  options: Refinement,
): unknown {
  if (SCHEMAS.includes(String(at?.key))) return value;
  const candidates = shapes.flatMap((shape) => concrete(shape, value));
  if (typeof value === "string") {
    assertFormat(candidates, value, at, report, options);
    return value;
  }
  if (candidates.some(({ kind }) => kind === "any")) return value;
  if (Array.isArray(value))
    return lookArray(candidates, value, at, report, options);
  return typeof value === "object" && value !== null
    ? lookObject(
        candidates.flatMap(membersOf),
        value as Fields,
        at,
        report,
        options,
      )
    : value;
}

/** Refines a part of the value at its own location. */
function refineInside(
  key: string | number,
  shapes: readonly Shape[],
  value: unknown,
  outer: Place | null,
  report: Report,
  options: Refinement,
): unknown {
  const at = inside(outer, NO_NAMES, key);
  report.thrownAt = at;
  const part = look(shapes, value, at, report, options);
  report.thrownAt = outer;
  return part;
}

/** Resolves unions: returns the member shapes that a valid value matches. */
function concrete(shape: Shape, value: unknown): Made[] {
  const it = made(shape);
  const members =
    it.kind === "union"
      ? it.of
      : it.kind === "tagged"
        ? branches(it.of, value as Fields)
        : null;
  if (!members) return hasKind(it, value) ? [it] : [];
  const likely = members.filter((member) => hasKind(member, value));
  const fitting =
    likely.length > 1 ? likely.filter((m) => fits(m, value)) : likely;
  return fitting.flatMap((member) => concrete(member, value));
}

function branches(it: Tagged, value: Fields): Shape[] {
  const tag = it.inherited ? own(value, it.key) : value[it.key];
  const branch = tag === undefined ? it.absent : it.branches.get(String(tag));
  return branch ? [branch] : [];
}

function fits(shape: Shape, value: unknown): boolean {
  const report = newReport(0);
  explain(nodeOf(shape), value, null, report);
  return countOf(report) === 0;
}

function assertFormat(
  candidates: readonly Made[],
  value: string,
  at: Place | null,
  report: Report,
  { formats }: Refinement,
): void {
  if (formats !== "assert") return;
  const failing = candidates.flatMap((it) =>
    it.kind === "string" && it.of.format && !hasFormat(it.of.format, value)
      ? [it.of.format]
      : [],
  );
  if (failing.length > 0 && failing.length === candidates.length)
    addOther(report, `string of format ${failing.join(" or ")}`, value, at);
}

function lookArray(
  candidates: readonly Made[],
  value: readonly unknown[],
  at: Place | null,
  report: Report,
  options: Refinement,
): unknown {
  const elements = candidates.flatMap((it) =>
    it.kind === "array" ? [it.of.element] : [],
  );
  const leaf = candidates.every(
    (it) => it.kind === "array" && isLeaf(it.of, options),
  );
  if (leaf) return options.unknownKeys === "strip" ? [...value] : value;
  const copy: unknown[] = [];
  for (let i = 0; i < value.length; i++)
    copy.push(refineInside(i, elements, value[i], at, report, options));
  return options.unknownKeys === "strip" ? copy : value;
}

/** Returns true if the elements need no refinement. */
function isLeaf({ element }: List, { formats }: Refinement): boolean {
  const it = made(element);
  const formatted =
    it.kind === "string" && it.of.format && formats === "assert";
  return (
    !formatted &&
    ["string", "number", "integer", "boolean", "any"].includes(it.kind)
  );
}

function lookObject(
  shapes: readonly Members[],
  value: Fields,
  at: Place | null,
  report: Report,
  options: Refinement,
): unknown {
  const kept: [string, unknown][] = [];
  const inParams = at?.key === "params";
  for (const key of Object.keys(value)) {
    const found = shapes.flatMap((shape) => under(shape, key));
    const known = found.length > 0 || (inParams && key === "_meta");
    if (known) {
      const part =
        found.length > 0
          ? refineInside(key, found, value[key], at, report, options)
          : value[key];
      kept.push([key, part]);
    } else if (options.unknownKeys === "reject" && value[key] !== undefined) {
      addOther(report, "no unknown key", value[key], inside(at, NO_NAMES, key));
    }
  }
  return options.unknownKeys === "strip" ? Object.fromEntries(kept) : value;
}

/**
 * Returns the shapes for a key of an object, or an empty array if the key is
 * unknown.
 */
function under(it: Members, key: string): Shape[] {
  const property = it.properties.find(({ name }) => name === key);
  if (property) return [property.shape];
  return it.index ? [it.index] : [];
}

function membersOf(it: Made): Members[] {
  return it.kind === "object" ? [it.of] : [];
}
