/** Values by their type alone, whatever is in them. */
import { isObject } from "./guards.js";
import { made, type Members, type Range, type Shape } from "./shape.js";

/** True when a value is of the right type, whatever is in it. */
export function hasKind(shape: Shape, value: unknown): boolean {
  const it = made(shape);
  switch (it.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "any":
      return value !== undefined;
    case "never":
      return false;
    case "literal":
      return it.of.includes(value as string);
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
      for (const member of it.of) if (hasKind(member, value)) return true;
      return false;
  }
}

export function isBetween({ min, max }: Range, count: number): boolean {
  return (
    (min === undefined || count >= min) && (max === undefined || count <= max)
  );
}

/** A quick answer for what is most often there; false may be wrong. */
export function isRight(shape: Shape, value: unknown): boolean {
  if (typeof shape === "function" && shape.guard) return shape.guard(value);
  const it = made(shape);
  switch (it.kind) {
    case "string":
      return it.free && typeof value === "string";
    case "literal":
      // V8 inlines a loop, and calls `includes`.
      for (const one of it.of) if (one === value) return true;
      return false;
    case "object":
      return isOpen(it.of) && isObject(value);
    case "union":
      for (const member of it.of) if (isRight(member, value)) return true;
      return false;
    case "any":
      return value !== undefined;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return it.free && Number.isInteger(value);
    case "number":
      return it.free && Number.isFinite(value);
    default:
      return false;
  }
}

/** True when an object may have whatever it has. */
function isOpen({ properties, strict }: Members): boolean {
  return properties.length === 0 && strict === null;
}
