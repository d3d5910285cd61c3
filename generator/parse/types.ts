import type {
  LiteralValue,
  Member,
  PrimitiveName,
  TypeNode,
} from "../model/types.js";
import { UNREADABLE, unsupported } from "./constructs.js";
import { suggestion } from "./names.js";
import type { DeclaredName } from "./names.js";
import { startOf } from "./reporter.js";
import type { Reporter } from "./reporter.js";
import { ts } from "./typescript.js";
import { isUtilityName, readUtility } from "./utilities.js";

/** How deep types may lie inside each other. */
const MAX_TYPE_DEPTH = 200;

/** What reading a type needs to know. */
export interface TypeContext {
  readonly source: ts.SourceFile;
  readonly reporter: Reporter;
  readonly declared: ReadonlyMap<string, DeclaredName>;
  readonly depth: number;
  /** Reads the members of an object type. */
  readonly members: (
    nodes: readonly ts.TypeElement[],
    context: TypeContext,
  ) => Member[];
}

const PRIMITIVES = new Map<ts.SyntaxKind, PrimitiveName>([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
  [ts.SyntaxKind.UndefinedKeyword, "undefined"],
  [ts.SyntaxKind.UnknownKeyword, "unknown"],
  [ts.SyntaxKind.AnyKeyword, "any"],
  [ts.SyntaxKind.NeverKeyword, "never"],
  [ts.SyntaxKind.ObjectKeyword, "object"],
]);

/** The model's form of a type; what it does not know is reported. */
export function readType(node: ts.TypeNode, outer: TypeContext): TypeNode {
  const name = PRIMITIVES.get(node.kind);
  if (name) return { kind: "primitive", name };
  if (ts.isParenthesizedTypeNode(node)) return readType(node.type, outer);

  const depth = outer.depth + 1;
  const { source, reporter } = outer;
  if (depth > MAX_TYPE_DEPTH) {
    reporter.error(
      "MCP105",
      startOf(node, source),
      `More than ${MAX_TYPE_DEPTH} types lie inside each other`,
    );
    return UNREADABLE;
  }
  const context = { ...outer, depth };
  const read = (inner: ts.TypeNode): TypeNode => readType(inner, context);

  if (ts.isLiteralTypeNode(node)) {
    const value = readLiteral(node.literal);
    return value === undefined
      ? unsupported(node, context)
      : { kind: "literal", value };
  }
  if (ts.isTypeReferenceNode(node))
    return readReference(node, node.typeName, node.typeArguments, context);
  if (ts.isTypeLiteralNode(node))
    return { kind: "object", members: outer.members(node.members, context) };
  if (ts.isUnionTypeNode(node)) return combined("union", node.types.map(read));
  if (ts.isIntersectionTypeNode(node))
    return combined("intersection", node.types.map(read));
  if (ts.isArrayTypeNode(node))
    return { kind: "array", element: read(node.elementType) };
  if (ts.isTypeQueryNode(node)) return readConstant(node, context);
  return unsupported(node, context);
}

/** Value of a literal, a negative number included; undefined for others. */
export function readLiteral(node: ts.Expression): LiteralValue | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return finite(Number(node.text));
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  )
    // `-0` is not told from `0` by JSON, so it is not told here either.
    return finite(0 - Number(node.operand.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  return undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** A reference by name, with arguments, also as `extends` has it. */
export function readReference(
  node: ts.Node,
  nameNode: ts.Node,
  typeArguments: readonly ts.TypeNode[] | undefined,
  context: TypeContext,
): TypeNode {
  const { source, reporter, declared } = context;
  const at = startOf(node, source);
  if (!ts.isIdentifier(nameNode)) return unsupported(node, context);
  const name = nameNode.text;
  const given = (typeArguments ?? []).map((type) => readType(type, context));
  const reference: TypeNode = { kind: "reference", name };

  const found = declared.get(name);
  if (!found) {
    if (isUtilityName(name))
      return readUtility(name, given, typeArguments ?? [], at, context);
    reporter.error(
      "MCP120",
      at,
      `Unknown type \`${name}\`${suggestion(name, typeNames(declared, name))}`,
    );
    return UNREADABLE;
  }
  if (found.kind === "unreadable") return UNREADABLE;
  if (found.kind === "constant")
    reporter.error("MCP123", at, `\`${name}\` is a constant, not a type`);
  else if (given.length < found.required || given.length > found.allowed)
    reporter.error(
      "MCP121",
      at,
      `\`${name}\` takes ${countOf(found)}, not ${given.length}`,
    );
  return reference;
}

/** What may have been meant by a name: `String` is `string`. */
function typeNames(
  declared: TypeContext["declared"],
  name: string,
): readonly string[] {
  const primitives = [...PRIMITIVES.values()];
  // As a base it is a name like any other, and no better for being said again.
  if (primitives.some((one) => one === name)) return [...declared.keys()];
  return [...declared.keys(), ...primitives];
}

function countOf({ required, allowed }: DeclaredName): string {
  if (allowed === 0) return "no type arguments";
  const range =
    required === allowed ? `${allowed}` : `${required} to ${allowed}`;
  return `${range} type argument${allowed === 1 ? "" : "s"}`;
}

function readConstant(node: ts.TypeQueryNode, context: TypeContext): TypeNode {
  const { exprName } = node;
  if (!ts.isIdentifier(exprName) || node.typeArguments)
    return unsupported(node, context);
  const name = exprName.text;
  const found = context.declared.get(name)?.kind;
  if (found === "unreadable") return UNREADABLE;
  if (found !== "constant") {
    const constants = [...context.declared]
      .filter(([, { kind }]) => kind === "constant")
      .map(([constant]) => constant);
    context.reporter.error(
      "MCP122",
      startOf(node, context.source),
      `Unknown constant \`${name}\`${suggestion(name, constants)}`,
    );
  }
  return { kind: "constant", name };
}

/** Parentheses and a leading operator say nothing: `A | (B | C)` is flat. */
function combined(
  kind: "union" | "intersection",
  parts: readonly TypeNode[],
): TypeNode {
  const types = parts.flatMap((type) =>
    type.kind === kind ? type.types : [type],
  );
  const [only] = types;
  return only && types.length === 1 ? only : { kind, types };
}
