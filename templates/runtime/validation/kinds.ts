/** Values by their type alone, whatever is in them. */
import { isObject } from "./guards.js";
import {
  made,
  type Made,
  type Members,
  type Range,
  type Shape,
} from "./shape.js";

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
export function isRight(it: Made, value: unknown): boolean {
  const { kind, free, check } = it;
  if (check !== null) return passes(check, value);
  switch (kind) {
    case "string":
      return free && typeof value === "string";
    case "literal":
      return it.of.includes(value as string);
    case "object":
      return isOpen(it.of) && isObject(value);
    case "union":
      for (const member of it.of) if (isRight(made(member), value)) return true;
      return false;
    case "any":
      return value !== undefined;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return free && Number.isInteger(value);
    case "number":
      return free && Number.isFinite(value);
    default:
      return false;
  }
}

/** True when an object may have whatever it has. */
function isOpen({ properties, strict }: Members): boolean {
  return properties.length === 0 && strict === null;
}

/** A getter may throw: that counts as failed, and explaining says where. */
function passes(
  check: (value: unknown, depth: number) => boolean,
  value: unknown,
): boolean {
  try {
    return check(value, 0);
  } catch {
    return false;
  }
}
