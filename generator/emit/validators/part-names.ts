/** Names for the parts of types, and which types have parts. */
import type { Normal, NormalObject } from "../../model/normal/normal.js";

/** True for types that take more than an expression to check. */
export function needsPart(type: Normal): boolean {
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

/** True for an object whose undeclared keys cannot hold anything. */
export function limitsKeys({ index }: NormalObject): boolean {
  return index !== null && index.kind !== "any";
}

/** `ToolInputSchema` for `Tool.inputSchema`; `ToolArray` for any `Tool[]`. */
export function partName(type: Normal, path: string): string {
  const suffix = type.kind === "array" ? "Array" : "";
  return commonName(type) ?? words(path) + suffix;
}

/** Arrays and records of simple things are named after those. */
function commonName(type: Normal): string | null {
  if (type.kind === "array") {
    const limited = type.minItems !== undefined || type.maxItems !== undefined;
    const element = limited ? null : simpleName(type.element);
    if (element === null) return null;
    return `${words(element)}Array`;
  }
  if (type.kind !== "object" || type.properties.length > 0) return null;
  const value = type.index && simpleName(type.index);
  return value === null ? null : `${words(value)}Record`;
}

function simpleName(type: Normal): string | null {
  const plain = Object.keys(type).length === 1;
  if (type.kind === "ref") return type.name;
  if ((type.kind === "string" && plain) || type.kind === "boolean")
    return type.kind;
  const anything = type.kind === "object" && !needsPart(type);
  return anything ? "object" : null;
}

/** `ToolInputSchema` for `Tool.inputSchema`. */
function words(path: string): string {
  return path
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
