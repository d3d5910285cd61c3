import type { Member, TupleElement, TypeNode } from "./types.js";
import { unreachable } from "./walk.js";

/** A type on one line, in TypeScript, for messages. */
export function typeText(type: TypeNode): string {
  switch (type.kind) {
    case "primitive":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "reference":
      return type.arguments.length === 0
        ? type.name
        : generic(type.name, ...type.arguments.map(typeText));
    case "array":
      return `${type.readonly ? "readonly " : ""}${operand(type.element)}[]`;
    case "tuple":
      return `${type.readonly ? "readonly " : ""}[${type.elements.map(elementText).join(", ")}]`;
    case "record":
      return generic("Record", typeText(type.key), typeText(type.value));
    case "object":
      return type.members.length === 0
        ? "{}"
        : `{ ${type.members.map(memberText).join("; ")} }`;
    case "union":
      return type.types.map(typeText).join(" | ");
    case "intersection":
      return type.types.map(operand).join(" & ");
    case "omit":
      return generic("Omit", typeText(type.type), keysText(type.keys));
    case "pick":
      return generic("Pick", typeText(type.type), keysText(type.keys));
    case "partial":
      return generic("Partial", typeText(type.type));
    case "required":
      return generic("Required", typeText(type.type));
    case "readonly":
      return generic("Readonly", typeText(type.type));
    case "nonNullable":
      return generic("NonNullable", typeText(type.type));
    case "exclude":
      return generic("Exclude", typeText(type.type), typeText(type.excluded));
    case "extract":
      return generic("Extract", typeText(type.type), typeText(type.extracted));
    case "indexed":
      return `${operand(type.object)}[${typeText(type.index)}]`;
    case "keyof":
      return `keyof ${operand(type.type)}`;
    case "template":
      return `\`${type.head}${type.spans.map((span) => `\${${typeText(span.type)}}${span.text}`).join("")}\``;
    default:
      return unreachable(type);
  }
}

function generic(name: string, ...given: readonly string[]): string {
  return `${name}<${given.join(", ")}>`;
}

function keysText(keys: readonly string[]): string {
  return keys.map((key) => JSON.stringify(key)).join(" | ");
}

/** In parentheses where another operator would take the type apart. */
function operand(type: TypeNode): string {
  const loose =
    type.kind === "union" ||
    type.kind === "intersection" ||
    type.kind === "keyof" ||
    ((type.kind === "array" || type.kind === "tuple") && type.readonly);
  return loose ? `(${typeText(type)})` : typeText(type);
}

/** A member on one line, without its semicolon: `title?: string`. */
export function memberText(member: Member): string {
  const name =
    member.kind === "index"
      ? `[${member.parameter}: ${typeText(member.key)}]`
      : `${/^[\w$]+$/.test(member.name) ? member.name : JSON.stringify(member.name)}${member.optional ? "?" : ""}`;
  return `${member.readonly ? "readonly " : ""}${name}: ${typeText(member.type)}`;
}

function elementText({ name, optional, rest, type }: TupleElement): string {
  const mark = optional ? "?" : "";
  const text =
    name === null
      ? `${operand(type)}${mark}`
      : `${name}${mark}: ${typeText(type)}`;
  return rest ? `...${text}` : text;
}
