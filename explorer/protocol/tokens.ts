/**
 * Splits types and declarations into tokens, so that names can become links.
 */
import type {
  Declaration,
  LiteralValue,
  Member,
  TypeNode,
} from "../../generator/model/types.js";
import { typeText } from "../../generator/model/type-text.js";
import { unreachable } from "../../generator/model/walk.js";

/**
 * Token of TypeScript code. A token of kind `name` contains the name of a
 * declaration.
 */
export interface Token {
  readonly kind: "plain" | "name" | "keyword" | "literal" | "key";
  readonly text: string;
}

/**
 * Maximum width of a union type on one line, in characters. A wider union has a
 * separate line for each alternative.
 */
const WIDTH = 64;

type Make = (text: string) => Token;

const plain: Make = (text) => ({ kind: "plain", text });
const keyword: Make = (text) => ({ kind: "keyword", text });
const named: Make = (text) => ({ kind: "name", text });
const key: Make = (text) => ({ kind: "key", text });
const literal = (value: LiteralValue): Token => ({
  kind: "literal",
  text: JSON.stringify(value),
});

/**
 * Returns the tokens of a declaration, such as `export interface Tool extends
 * BaseMetadata { … }`.
 */
export function declarationTokens(declaration: Declaration): Token[] {
  const { name, exported } = declaration;
  const head = exported ? [keyword("export ")] : [];
  switch (declaration.kind) {
    case "constant":
      return [
        ...head,
        keyword("const "),
        named(name),
        plain(" = "),
        literal(declaration.value),
        plain(";"),
      ];
    case "alias":
      return [
        ...head,
        keyword("type "),
        named(name),
        plain(" = "),
        ...typeTokens(declaration.type),
        plain(";"),
      ];
    case "interface": {
      const bases = declaration.extends.map((base) => typeTokens(base));
      return [
        ...head,
        keyword("interface "),
        named(name),
        ...(bases.length > 0
          ? [keyword(" extends "), ...joined(bases, ", ")]
          : []),
        plain(" "),
        ...bodyTokens(declaration.members, ""),
      ];
    }
    default:
      return unreachable(declaration);
  }
}

/** Returns the tokens of a type. Object types are broken over several lines. */
export function typeTokens(type: TypeNode, margin = ""): Token[] {
  const inner = (part: TypeNode) => typeTokens(part, margin);
  const applied = (name: string, ...parts: readonly Token[][]): Token[] => [
    keyword(name),
    plain("<"),
    ...joined(parts, ", "),
    plain(">"),
  ];
  switch (type.kind) {
    case "primitive":
      return [keyword(type.name)];
    case "literal":
      return [literal(type.value)];
    case "constant":
      return [keyword("typeof "), named(type.name)];
    case "reference":
      return [named(type.name)];
    case "array":
      return [...operand(type.element, margin, true), plain("[]")];
    case "record":
      return applied("Record", inner(type.key), inner(type.value));
    case "object":
      return bodyTokens(type.members, margin);
    case "union": {
      const parts = type.types.map((part) => operand(part, margin));
      if (typeText(type).length <= WIDTH) return joined(parts, " | ");
      return parts.flatMap((part) => [plain(`\n${margin}  | `), ...part]);
    }
    case "intersection":
      return joined(
        type.types.map((part) => operand(part, margin)),
        " & ",
      );
    case "omit":
      return applied(
        "Omit",
        inner(type.type),
        type.keys.length > 0
          ? joined(
              type.keys.map((key) => [literal(key)]),
              " | ",
            )
          : [keyword("never")],
      );
    case "partial":
      return applied("Partial", inner(type.type));
    case "nonNullable":
      return applied("NonNullable", inner(type.type));
    default:
      return unreachable(type);
  }
}

/**
 * Adds parentheses to a type if an operator before or after it would otherwise
 * bind to only a part of the type.
 */
function operand(type: TypeNode, margin: string, element = false): Token[] {
  const tokens = typeTokens(type, margin);
  const apart =
    type.kind === "union" ||
    type.kind === "intersection" ||
    (element && type.kind === "constant");
  return apart ? [plain("("), ...tokens, plain(")")] : tokens;
}

function bodyTokens(members: readonly Member[], margin: string): Token[] {
  if (members.length === 0) return [plain("{}")];
  const [only] = members;
  if (only?.kind === "index" && members.length === 1)
    return [plain("{ "), ...memberTokens(only, margin), plain(" }")];
  const inside = `${margin}  `;
  const lines = members.flatMap((member) => [
    plain(`\n${inside}`),
    ...memberTokens(member, inside),
    plain(";"),
  ]);
  return [plain("{"), ...lines, plain(`\n${margin}}`)];
}

function memberTokens(member: Member, margin: string): Token[] {
  const name =
    member.kind === "index"
      ? [
          plain("["),
          key(member.parameter),
          plain(": "),
          keyword("string"),
          plain("]"),
        ]
      : [
          key(
            /^[A-Za-z_$][\w$]*$/.test(member.name)
              ? member.name
              : JSON.stringify(member.name),
          ),
        ];
  const optional = member.kind === "property" && member.optional;
  return [
    ...(member.readonly ? [keyword("readonly ")] : []),
    ...name,
    plain(optional ? "?: " : ": "),
    ...typeTokens(member.type, margin),
  ];
}

function joined(parts: readonly Token[][], by: string): Token[] {
  return parts.flatMap((part, index) =>
    index === 0 ? part : [plain(by), ...part],
  );
}
