/**
 * Checks of the type of a value, such as string or array. Array items and
 * object properties are not checked.
 */
import { isObject } from "./guards.js";
import { resolveShape, type Range, type Shape } from "./shape.js";

/**
 * Returns whether a value has the type that a runtime schema describes. Array
 * items and object properties are not checked.
 */
export function hasKind(shape: Shape, value: unknown): boolean {
  const resolved = resolveShape(shape);
  switch (resolved.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "any":
      return value !== undefined;
    case "never":
      return false;
    case "literal":
      return resolved.details.includes(value as string);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
    case "tagged":
      return isObject(value);
    case "union":
      for (const member of resolved.details)
        if (hasKind(member, value)) return true;
      return false;
  }
}

export function isInRange({ min, max }: Range, count: number): boolean {
  return (
    (min === undefined || count >= min) && (max === undefined || count <= max)
  );
}
