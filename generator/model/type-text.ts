import type { Member, TypeNode } from "./types.js";
import { unreachable } from "./walk.js";

/** Returns a type as TypeScript text on one line, for use in messages. */
export function typeText(type: TypeNode): string {
  switch (type.kind) {
    case "primitive":
    case "reference":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "array":
      return `${operand(type.element)}[]`;
    case "record":
      return `Record<${typeText(type.key)}, ${typeText(type.value)}>`;
    case "object":
      return type.members.length === 0
        ? "{}"
        : `{ ${type.members.map(memberText).join("; ")} }`;
    case "union":
      return type.types.map(typeText).join(" | ");
    case "intersection":
      return type.types.map(operand).join(" & ");
    case "omit":
      return `Omit<${typeText(type.type)}, ${type.keys.map((key) => JSON.stringify(key)).join(" | ")}>`;
    case "partial":
      return `Partial<${typeText(type.type)}>`;
    case "nonNullable":
      return `NonNullable<${typeText(type.type)}>`;
    default:
      return unreachable(type);
  }
}

/**
 * Returns a type as TypeScript text. Unions and intersections are put in
 * parentheses, because a neighboring operator such as `[]` would otherwise
 * apply to only a part of the type.
 */
function operand(type: TypeNode): string {
  return type.kind === "union" || type.kind === "intersection"
    ? `(${typeText(type)})`
    : typeText(type);
}

/**
 * Returns a member as TypeScript text on one line, without a semicolon, such as
 * `title?: string`.
 */
export function memberText(member: Member): string {
  const name =
    member.kind === "index"
      ? `[${member.parameter}: string]`
      : `${/^[\w$]+$/.test(member.name) ? member.name : JSON.stringify(member.name)}${member.optional ? "?" : ""}`;
  return `${member.readonly ? "readonly " : ""}${name}: ${typeText(member.type)}`;
}
