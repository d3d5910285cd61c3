/**
 * Applies doc tags that narrow a shape, such as `@minimum 0` or `@TJS-type
 * number`.
 */
import { readIntegerTag } from "../integers.js";
import { createUnion, type Resolve, type Shape } from "./shape.js";
import type { Doc } from "../types.js";

/**
 * Limits, such as `minimum`, for one kind of shape. They are read from doc
 * tags.
 */
type Limits = Readonly<
  Record<string, number | string | boolean | readonly string[]>
>;

/**
 * Limits in a doc comment, by the kind of shape (string, number or array) that
 * they restrict.
 */
type Constraints = Readonly<Record<"string" | "number" | "array", Limits>>;

function getConstraints(doc: Doc): Constraints {
  const all = (...names: string[]) =>
    doc.tags
      .filter(({ name }) => names.includes(name))
      .map(({ text }) => text.trim())
      .filter(Boolean);
  const numbers = (least: string, most: string): Limits => {
    const min = all(least).map(Number);
    const max = all(most).map(Number);
    return {
      ...(min.length > 0 && { [least]: Math.max(...min) }),
      ...(max.length > 0 && { [most]: Math.min(...max) }),
    };
  };
  const [format] = all("format");
  const patterns = all("pattern", "TJS-pattern");
  const integer = readIntegerTag(doc);
  return {
    string: {
      ...numbers("minLength", "maxLength"),
      ...(format && { format: format.replace(/^:\s*/, "") }),
      ...(patterns.length > 0 && { patterns }),
    },
    number: {
      ...numbers("minimum", "maximum"),
      ...(integer !== undefined && { integer }),
    },
    array: numbers("minItems", "maxItems"),
  };
}

/**
 * Returns `shape`, narrowed by the limits in a doc comment. A reference by name
 * is resolved only if the limits apply to its type: a string, a number, an array,
 * or a union of these.
 */
export function constrain(shape: Shape, doc: Doc, resolve: Resolve): Shape {
  if (doc.tags.length === 0) return shape;
  const constraints = getConstraints(doc);
  return Object.values(constraints).some(hasAny)
    ? (narrow(shape, constraints, resolve) ?? shape)
    : shape;
}

function hasAny(limits: Limits): boolean {
  return Object.keys(limits).length > 0;
}

/**
 * Returns the narrowed shape. Returns null if none of the limits applies to
 * this kind of shape.
 */
function narrow(
  shape: Shape,
  constraints: Constraints,
  resolve: Resolve,
): Shape | null {
  switch (shape.kind) {
    case "string":
    case "number":
    case "array": {
      const limits = constraints[shape.kind];
      if (!hasAny(limits)) return null;
      const former = shape.kind === "string" ? (shape.patterns ?? []) : [];
      const patterns = [...former, limits.patterns ?? []].flat();
      const all = patterns.length > 0 && { patterns };
      return { ...shape, ...limits, ...all } as Shape;
    }
    case "union": {
      const members = shape.members.map((member) =>
        narrow(member, constraints, resolve),
      );
      if (members.every((member) => member === null)) return null;
      return createUnion(
        members.map(
          (member, index) => member ?? (shape.members[index] as Shape),
        ),
      );
    }
    case "named":
      return narrow(resolve(shape.name), constraints, resolve);
    default:
      return null;
  }
}
