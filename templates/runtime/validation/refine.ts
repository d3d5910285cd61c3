/**
 * A second look at a valid value, on demand: unknown keys are stripped or
 * reported, and formats asserted.
 */
import { explain, hasKind, read, Report } from "./explain.js";
import { hasFormat } from "./formats.js";
import type { Fields } from "./guards.js";
import {
  made,
  property,
  type ArrayShape,
  type Made,
  type ObjectShape,
  type Shape,
} from "./shape.js";

export interface Refinement {
  readonly unknownKeys: "keep" | "strip" | "reject";
  readonly formats: "ignore" | "assert";
}

/** Members that hold a JSON Schema: what is in them is not ours to judge. */
const SCHEMAS = ["inputSchema", "outputSchema", "requestedSchema"];

/** The value, or a copy without unknown keys; issues go to the report. */
export function refine(
  shape: Shape,
  value: unknown,
  report: Report,
  options: Refinement,
): unknown {
  return look([shape], value, report, options);
}

function look(
  shapes: readonly Shape[],
  value: unknown,
  report: Report,
  options: Refinement,
): unknown {
  const key = report.path.at(-1);
  if (SCHEMAS.includes(String(key))) return value;
  const candidates = shapes.flatMap((shape) => concrete(shape, value));
  if (typeof value === "string") {
    assertFormat(candidates, value, report, options);
    return value;
  }
  if (candidates.some(({ kind }) => kind === "any")) return value;
  if (Array.isArray(value))
    return lookArray(candidates, value, report, options);
  return typeof value === "object" && value !== null
    ? lookObject(
        candidates.filter(isObjectShape),
        value as Fields,
        report,
        options,
      )
    : value;
}

/** The shapes without unions that a valid value has. */
function concrete(shape: Shape, value: unknown): Made[] {
  const it = made(shape);
  if (it.kind === "all") return it.members.flatMap((m) => concrete(m, value));
  const members =
    it.kind === "union"
      ? it.members
      : it.kind === "tagged"
        ? branches(it, value as Fields)
        : null;
  if (!members) return hasKind(it, value) ? [it] : [];
  const likely = members.filter((member) => hasKind(member, value));
  const fitting =
    likely.length > 1 ? likely.filter((m) => fits(m, value)) : likely;
  return fitting.flatMap((member) => concrete(member, value));
}

function branches(it: Made & { kind: "tagged" }, value: Fields): Shape[] {
  const tag = read(value, it.key);
  const branch = tag === undefined ? it.absent : it.branches[String(tag)];
  return branch ? [branch] : [];
}

function fits(shape: Shape, value: unknown): boolean {
  const report = new Report(0);
  explain(shape, value, report);
  return report.count === 0;
}

function assertFormat(
  candidates: readonly Made[],
  value: string,
  report: Report,
  { formats }: Refinement,
): void {
  if (formats !== "assert") return;
  const failing = candidates.flatMap((it) =>
    it.kind === "string" && it.format && !hasFormat(it.format, value)
      ? [it.format]
      : [],
  );
  if (failing.length > 0 && failing.length === candidates.length)
    report.add(`string of format ${failing.join(" or ")}`, value);
}

function lookArray(
  candidates: readonly Made[],
  value: readonly unknown[],
  report: Report,
  options: Refinement,
): unknown {
  const elements = (i: number): Shape[] =>
    candidates.flatMap((it) =>
      it.kind === "array"
        ? [it.element]
        : it.kind === "tuple"
          ? [it.items[i] ?? it.rest]
          : [],
    );
  const leaf = candidates.every(
    (it) => it.kind === "array" && isLeaf(it, options),
  );
  if (leaf) return options.unknownKeys === "strip" ? [...value] : value;
  const copy: unknown[] = [];
  for (let i = 0; i < value.length; i++)
    report.at(i, () => {
      copy.push(look(elements(i), value[i], report, options));
    });
  return options.unknownKeys === "strip" ? copy : value;
}

/** True when there is nothing to look for in the elements. */
function isLeaf({ element }: ArrayShape, { formats }: Refinement): boolean {
  const it = made(element);
  const formatted = it.kind === "string" && it.format && formats === "assert";
  return (
    !formatted &&
    ["string", "number", "integer", "boolean", "any"].includes(it.kind)
  );
}

function lookObject(
  shapes: readonly ObjectShape[],
  value: Fields,
  report: Report,
  options: Refinement,
): unknown {
  const kept: [string, unknown][] = [];
  const inParams = report.path.at(-1) === "params";
  for (const key of Object.keys(value)) {
    const inside = shapes.flatMap((shape) => under(shape, key));
    const known = inside.length > 0 || (inParams && key === "_meta");
    if (known) {
      report.at(key, () => {
        kept.push([
          key,
          inside.length > 0
            ? look(inside, value[key], report, options)
            : value[key],
        ]);
      });
    } else if (options.unknownKeys === "reject" && value[key] !== undefined) {
      report.at(key, () => report.add("no such key", value[key]));
    }
  }
  return options.unknownKeys === "strip" ? Object.fromEntries(kept) : value;
}

/** What an object's shape says of a key; nothing when it is unknown. */
function under(it: ObjectShape, key: string): Shape[] {
  if (Object.hasOwn(it.properties, key))
    return [property(it.properties[key] as Shape).shape];
  return it.indexes.flatMap(({ shape, pattern }) =>
    !pattern || pattern.test(key) ? [shape] : [],
  );
}

function isObjectShape(it: Made): it is Made & { kind: "object" } {
  return it.kind === "object";
}
