/** Names for the parts of types, and which types have parts. */
import type { Normal } from "../../model/normal.js";

/** True for types that take more than an expression to check. */
export function needsPart(type: Normal): boolean {
  switch (type.kind) {
    case "object":
      return (
        type.properties.length > 0 ||
        type.indexes.some((index) => index.type.kind !== "any")
      );
    case "array":
      return type.element.kind !== "any";
    case "tuple":
    case "tagged":
      return true;
    default:
      return false;
  }
}

/** True where something has to be there that no value is. */
export function isImpossible(type: Normal): boolean {
  switch (type.kind) {
    case "never":
      return true;
    case "object":
      return type.properties.some(
        (property) => property.required && property.type.kind === "never",
      );
    case "tuple":
      return type.items
        .slice(0, type.required)
        .some(({ kind }) => kind === "never");
    default:
      return false;
  }
}

/** `ToolInputSchema` for `Tool.inputSchema`; `ToolArray` for any `Tool[]`. */
export function partName(
  type: Normal,
  path: string,
): { name: string; title: string } {
  const common = commonName(type);
  if (common) return common;
  const suffix = type.kind === "array" ? "Array" : "";
  return { name: words(path) + suffix, title: path };
}

/** Lists and records of simple things are named after those. */
function commonName(type: Normal): { name: string; title: string } | null {
  if (type.kind === "array") {
    const limited = type.minItems !== undefined || type.maxItems !== undefined;
    const element = limited ? null : simpleName(type.element);
    if (element === null) return null;
    return { name: `${words(element)}Array`, title: `${element}[]` };
  }
  if (type.kind !== "object" || type.properties.length > 0) return null;
  const [index, ...others] = type.indexes;
  if (!index || index.pattern !== null || others.length > 0) return null;
  const value = simpleName(index.type);
  if (value === null) return null;
  return {
    name: `${words(value)}Record`,
    title: `{ [key: string]: ${value} }`,
  };
}

function simpleName(type: Normal): string | null {
  const plain = Object.keys(type).length === 1;
  if (type.kind === "ref") return type.name.replace(/<.*/s, "");
  if ((type.kind === "string" && plain) || type.kind === "boolean")
    return type.kind;
  const anything = type.kind === "object" && !needsPart(type);
  return anything ? "object" : null;
}

/** `TreeZ1` for `Tree & { z: 1 }`; `Box` for any `Box<T>`. */
export function words(path: string): string {
  return path
    .replace(/<.*/s, "")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
