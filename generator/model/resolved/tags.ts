/** Doc tags that narrow a shape: `@minimum 0`, `@TJS-type number`, … */
import { NULL, unionOf, type Shape } from "./shape.js";
import type { Doc } from "../types.js";

/** What the tags of one doc comment say about values. */
export interface Constraints {
  readonly anyNumber: boolean;
  readonly nullable: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const NUMERIC = [
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
] as const;

/** Reads the constraints of a doc comment; null when it has none. */
export function constraintsOf(doc: Doc): Constraints | null {
  const tag = (...names: string[]) =>
    doc.tags.find(({ name }) => names.includes(name))?.text.trim();
  const out: { -readonly [K in keyof Constraints]: Constraints[K] } = {
    anyNumber: tag("TJS-type") === "number",
    nullable: tag("nullable") !== undefined,
  };
  for (const name of NUMERIC) {
    const value = Number(tag(name) || undefined);
    if (Number.isFinite(value)) out[name] = value;
  }
  const pattern = tag("pattern", "TJS-pattern");
  if (pattern) out.pattern = pattern;
  const format = tag("format")?.replace(/^:\s*/, "");
  if (format) out.format = format;
  const says = out.anyNumber || out.nullable || Object.keys(out).length > 2;
  return says ? out : null;
}

/**
 * `shape` narrowed by what a doc comment says. Names of strings, numbers and
 * arrays are looked through; names of other types stay names.
 */
export function constrain(
  shape: Shape,
  constraints: Constraints | null,
  resolve: (name: string) => Shape,
): Shape {
  if (!constraints) return shape;
  const narrowed = narrow(shape, constraints, resolve) ?? shape;
  return constraints.nullable && !allowsNull(narrowed)
    ? unionOf([narrowed, NULL])
    : narrowed;
}

/** The narrowed shape, or null when nothing in it can be narrowed. */
function narrow(
  shape: Shape,
  constraints: Constraints,
  resolve: (name: string) => Shape,
): Shape | null {
  switch (shape.kind) {
    case "string":
      return narrowString(shape, constraints);
    case "number": {
      const { anyNumber, minimum, maximum } = constraints;
      return {
        ...shape,
        integer: shape.integer && !anyNumber,
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      };
    }
    case "array": {
      const { minItems, maxItems } = constraints;
      if (minItems === undefined && maxItems === undefined) return null;
      return {
        ...shape,
        ...(minItems !== undefined && { minItems }),
        ...(maxItems !== undefined && { maxItems }),
      };
    }
    case "union": {
      const members = shape.members.map((m) => narrow(m, constraints, resolve));
      if (members.every((member) => member === null)) return null;
      return unionOf(members.map((m, i) => m ?? (shape.members[i] as Shape)));
    }
    case "named": {
      const target = resolve(shape.name);
      return ["string", "number", "array"].includes(target.kind)
        ? narrow(target, constraints, resolve)
        : null;
    }
    default:
      return null;
  }
}

function narrowString(
  shape: Shape & { kind: "string" },
  { minLength, maxLength, pattern, format }: Constraints,
): Shape | null {
  const nothing = [minLength, maxLength, pattern, format].every(
    (value) => value === undefined,
  );
  if (nothing) return null;
  return {
    ...shape,
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && {
      patterns: [...(shape.patterns ?? []), pattern],
    }),
    ...(format !== undefined && { format }),
  };
}

function allowsNull(shape: Shape): boolean {
  return shape.kind === "union"
    ? shape.members.some(allowsNull)
    : shape.kind === "literal" && shape.value === null;
}
