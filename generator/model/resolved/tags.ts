/** Doc tags that narrow a shape: `@minimum 0`, `@TJS-type number`, … */
import { NULL, unionOf, type Resolve, type Shape } from "./shape.js";
import type { Doc } from "../types.js";

const NUMERIC = [
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
] as const;

/** The limits that the tags of one doc comment set. */
type Constraints = {
  readonly anyNumber: boolean;
  readonly nullable: boolean;
  readonly patterns?: readonly string[];
  readonly format?: string;
} & { readonly [name in (typeof NUMERIC)[number]]?: number };

/** The constraints of a doc comment; null when it has none. */
function constraintsOf(doc: Doc): Constraints | null {
  const all = (...names: string[]) =>
    doc.tags
      .filter(({ name }) => names.includes(name))
      .map(({ text }) => text.trim());
  const tag = (name: string) => all(name)[0];
  const out: { -readonly [K in keyof Constraints]: Constraints[K] } = {
    anyNumber: tag("TJS-type") === "number",
    nullable: tag("nullable") !== undefined,
  };
  for (const name of NUMERIC) {
    const values = all(name).filter(Boolean).map(Number);
    const narrowest = name.startsWith("min") ? Math.max : Math.min;
    if (values.length > 0) out[name] = narrowest(...values);
  }
  const patterns = all("pattern", "TJS-pattern").filter(Boolean);
  if (patterns.length > 0) out.patterns = patterns;
  const format = tag("format")?.replace(/^:\s*/, "");
  if (format) out.format = format;
  const any = out.anyNumber || out.nullable || Object.keys(out).length > 2;
  return any ? out : null;
}

/**
 * `shape` narrowed by the limits of a doc comment. Names of strings, numbers and
 * arrays are resolved; names of other types stay names.
 */
export function constrain(shape: Shape, doc: Doc, resolve: Resolve): Shape {
  const constraints = constraintsOf(doc);
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
  resolve: Resolve,
): Shape | null {
  switch (shape.kind) {
    case "string":
      return narrowString(shape, constraints);
    case "number": {
      const integer = shape.integer && !constraints.anyNumber;
      return { ...shape, integer, ...given(constraints, NUMBER_LIMITS) };
    }
    case "array": {
      const limits = given(constraints, ARRAY_LIMITS);
      return Object.keys(limits).length === 0 ? null : { ...shape, ...limits };
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

const NUMBER_LIMITS = ["minimum", "maximum"] as const;
const ARRAY_LIMITS = ["minItems", "maxItems"] as const;
const STRING_LIMITS = ["minLength", "maxLength", "format"] as const;

function narrowString(
  shape: Shape & { kind: "string" },
  constraints: Constraints,
): Shape | null {
  const { patterns } = constraints;
  const limits = given(constraints, STRING_LIMITS);
  if (!patterns && Object.keys(limits).length === 0) return null;
  const all = patterns && [...(shape.patterns ?? []), ...patterns];
  return { ...shape, ...limits, ...(all && { patterns: all }) };
}

/** Those of the constraints that the doc comment has. */
function given<Name extends keyof Constraints>(
  constraints: Constraints,
  names: readonly Name[],
): Partial<Pick<Constraints, Name>> {
  return Object.fromEntries(
    names.flatMap((name) =>
      constraints[name] === undefined ? [] : [[name, constraints[name]]],
    ),
  ) as Partial<Pick<Constraints, Name>>;
}

function allowsNull(shape: Shape): boolean {
  return shape.kind === "union"
    ? shape.members.some(allowsNull)
    : shape.kind === "literal" && shape.value === null;
}
