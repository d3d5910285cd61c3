/**
 * Determines which types need a separate guard function, and names the
 * functions.
 */
import type { Normal, NormalObject } from "../../model/normal/normal.js";
import { toPascalCase } from "../../model/util/names.js";

/** Returns true for types that are too complex to check with one expression. */
export function needsGuardFunction(type: Normal): boolean {
  switch (type.kind) {
    case "object":
      return type.properties.length > 0 || limitsKeys(type);
    case "array":
      return type.element.kind !== "any";
    case "tagged":
      return true;
    default:
      return false;
  }
}

/**
 * Returns true for an object type that restricts the values of undeclared keys.
 */
export function limitsKeys({ index }: NormalObject): boolean {
  return index !== null && index.kind !== "any";
}

/**
 * Returns the name of a nested type, which becomes part of the guard function's
 * name: `ToolInputSchema` for `Tool.inputSchema`, or `ToolArray` for any
 * `Tool[]`.
 */
export function getGuardName(type: Normal, path: string): string {
  const suffix = type.kind === "array" ? "Array" : "";
  return getCommonName(type) ?? toPascalCase(path) + suffix;
}

/**
 * Returns the name of an array or record whose element type is simple, such as
 * `ToolArray`. Returns null for all other types.
 */
function getCommonName(type: Normal): string | null {
  if (type.kind === "array") {
    const limited = type.minItems !== undefined || type.maxItems !== undefined;
    const element = limited ? null : getSimpleName(type.element);
    if (element === null) return null;
    return `${toPascalCase(element)}Array`;
  }
  if (type.kind !== "object" || type.properties.length > 0) return null;
  const value = type.index && getSimpleName(type.index);
  return value === null ? null : `${toPascalCase(value)}Record`;
}

function getSimpleName(type: Normal): string | null {
  const plain = Object.keys(type).length === 1;
  if (type.kind === "ref") return type.name;
  if ((type.kind === "string" && plain) || type.kind === "boolean")
    return type.kind;
  const anything = type.kind === "object" && !needsGuardFunction(type);
  return anything ? "object" : null;
}
