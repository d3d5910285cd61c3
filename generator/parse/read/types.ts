import type {
  LiteralValue,
  Member,
  PrimitiveName,
  TypeNode,
} from "../../model/types.js";
import { construct, excerpt, unsupported } from "./constructs.js";
import { LIBRARY_NAMES } from "../check/typecheck.js";
import type { DocReader } from "./docs.js";
import { getStartOffset, type Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/** Maximum depth of nested types. */
const MAX_TYPE_DEPTH = 200;

/** Information that is needed to read the types of a file. */
export interface TypeContext {
  readonly source: TS.SourceFile;
  readonly reporter: Reporter;
  /**
   * Names that the file declares, including names that are declared after the
   * current position.
   */
  readonly declared: ReadonlySet<string>;
  /**
   * Original name in the protocol for each local name that the file imports.
   * Undefined if the file must not have imports.
   */
  readonly imported: ReadonlyMap<string, string> | undefined;
  readonly depth: number;
  readonly docs: DocReader;
}

/**
 * Type that replaces an unsupported type after the unsupported type was
 * reported.
 */
const UNREADABLE: TypeNode = { kind: "primitive", name: "never" };

const PRIMITIVES = new Map<TS.SyntaxKind, PrimitiveName>([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
  [ts.SyntaxKind.UndefinedKeyword, "undefined"],
  [ts.SyntaxKind.UnknownKeyword, "unknown"],
  [ts.SyntaxKind.AnyKeyword, "any"],
  [ts.SyntaxKind.NeverKeyword, "never"],
  [ts.SyntaxKind.ObjectKeyword, "object"],
]);

/**
 * Converts a type of the syntax tree to a type node of the model. Unsupported
 * types are reported.
 */
export function readType(node: TS.TypeNode, outer: TypeContext): TypeNode {
  const name = PRIMITIVES.get(node.kind);
  if (name) return { kind: "primitive", name };
  // Every number counts as an integer at first. `markIntegers` corrects this
  // when all declarations have been read.
  if (node.kind === ts.SyntaxKind.NumberKeyword)
    return { kind: "primitive", name: "number", integer: true };
  if (ts.isParenthesizedTypeNode(node)) return readType(node.type, outer);

  const depth = outer.depth + 1;
  if (depth > MAX_TYPE_DEPTH) {
    outer.reporter.error(
      "MCP105",
      getStartOffset(node, outer.source),
      `The type is nested more than ${MAX_TYPE_DEPTH} levels deep`,
    );
    return UNREADABLE;
  }
  const context = { ...outer, depth };
  const read = (inner: TS.TypeNode): TypeNode => readType(inner, context);

  if (ts.isLiteralTypeNode(node)) {
    const value = readLiteral(node.literal);
    if (value !== undefined) return { kind: "literal", value };
  }
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName))
    return readReference(node.typeName, node.typeArguments, context);
  if (ts.isTypeLiteralNode(node))
    return { kind: "object", members: readMembers(node.members, context) };
  if (ts.isUnionTypeNode(node)) return combined("union", node.types.map(read));
  if (ts.isIntersectionTypeNode(node))
    return combined("intersection", node.types.map(read));
  if (ts.isArrayTypeNode(node)) return createArray(read(node.elementType));
  if (ts.isTypeQueryNode(node) && ts.isIdentifier(node.exprName)) {
    refuseLibraryName(node.exprName, context);
    return {
      kind: "constant",
      name: getOriginalName(node.exprName.text, context),
    };
  }
  unsupported("MCP111", node, context);
  return UNREADABLE;
}

/**
 * Returns the value of a literal or of a negative number. Returns undefined for
 * all other expressions.
 */
export function readLiteral(node: TS.Expression): LiteralValue | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return finite(Number(node.text));
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  )
    // `-0` becomes `0`, because JSON cannot represent `-0`:
    // `JSON.stringify(-0)` is `0`.
    return finite(0 - Number(node.operand.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  return undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Returns a reference to a named type or to a base type in `extends`. If the
 * file declares a type with the name of a library type, the name refers to the
 * declaration.
 */
export function readReference(
  identifier: TS.Identifier,
  typeArguments: readonly TS.TypeNode[] = [],
  context: TypeContext,
): TypeNode {
  const name = identifier.text;
  const reference: TypeNode = {
    kind: "reference",
    name: getOriginalName(name, context),
  };
  if (context.declared.has(name)) return reference;
  const [first, second] = typeArguments;
  const type = first ? readType(first, context) : UNREADABLE;
  switch (name) {
    case "Array":
      return createArray(type);
    case "Record":
      return {
        kind: "record",
        key: type,
        value: second ? readType(second, context) : UNREADABLE,
      };
    case "Omit":
      return {
        kind: "omit",
        type,
        keys: second ? readKeys(second, context) : [],
      };
    case "Partial":
      return { kind: "partial", type };
    case "NonNullable":
      return { kind: "nonNullable", type };
    default:
      refuseLibraryName(identifier, context);
      return reference;
  }
}

/**
 * Returns the original name of an imported type in the protocol. With `import
 * type { Error as Problem }`, the original name of `Problem` is `Error`.
 */
function getOriginalName(name: string, { imported }: TypeContext): string {
  return imported?.get(name) ?? name;
}

/**
 * Reports a library type of TypeScript that the model does not support.
 * TypeScript reports all other undeclared names.
 */
function refuseLibraryName(name: TS.Identifier, context: TypeContext): void {
  if (!context.declared.has(name.text) && LIBRARY_NAMES.has(name.text))
    unsupported("MCP111", name, context, "type");
}

function readKeys(node: TS.TypeNode, context: TypeContext): readonly string[] {
  const type = readType(node, context);
  const keys = (type.kind === "union" ? type.types : [type]).map((key) =>
    key.kind === "literal" && typeof key.value === "string" ? key.value : null,
  );
  if (keys.includes(null))
    context.reporter.error(
      "MCP115",
      getStartOffset(node, context.source),
      "Keys that are not string literals",
    );
  return keys.filter((key) => key !== null);
}

function createArray(element: TypeNode): TypeNode {
  return { kind: "array", element };
}

/**
 * Returns a union or an intersection. Nested types with the same operator are
 * flattened: `A | (B | C)` is `A | B | C`. Parentheses and leading operators do
 * not change the type.
 */
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

/** Returns the members of an interface or object type, in source order. */
export function readMembers(
  nodes: readonly TS.TypeElement[],
  context: TypeContext,
): Member[] {
  return nodes.flatMap((node) => readMember(node, context) ?? []);
}

function readMember(node: TS.TypeElement, context: TypeContext): Member | null {
  if (ts.isIndexSignatureDeclaration(node)) return readIndex(node, context);
  const name = node.name && propertyName(node.name);
  if (!ts.isPropertySignature(node) || name === undefined || !node.type) {
    const what = !ts.isPropertySignature(node)
      ? construct(node)
      : name === undefined
        ? "member with a computed name"
        : "member without a type";
    unsupported("MCP112", node, context, what);
    return null;
  }
  return {
    kind: "property",
    name,
    optional: node.questionToken !== undefined,
    readonly: isReadonly(node),
    doc: context.docs.read(node),
    type: readType(node.type, context),
    position: context.reporter.position(getStartOffset(node, context.source)),
  };
}

function readIndex(
  node: TS.IndexSignatureDeclaration,
  context: TypeContext,
): Member | null {
  const { source, reporter } = context;
  const at = getStartOffset(node, source);
  const { name, type: key } = node.parameters[0] ?? {};
  // TypeScript's parser accepts a member without a type, although TypeScript's
  // API declares that `type` is always present.
  const { type }: { readonly type?: TS.TypeNode } = node;
  if (
    !name ||
    !ts.isIdentifier(name) ||
    key?.kind !== ts.SyntaxKind.StringKeyword ||
    !type
  ) {
    reporter.error(
      "MCP114",
      at,
      `Unsupported index signature: ${excerpt(node, source)}`,
    );
    return null;
  }
  return {
    kind: "index",
    parameter: name.text,
    readonly: isReadonly(node),
    doc: context.docs.read(node),
    type: readType(type, context),
    position: reporter.position(at),
  };
}

/**
 * Returns the name of a property, which may be quoted in the source. Returns
 * undefined for a computed name.
 */
function propertyName(name: TS.PropertyName): string | undefined {
  // TypeScript normalizes numbers: the text of `0x10` is `16`.
  return ts.isIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

function isReadonly(
  node: TS.PropertySignature | TS.IndexSignatureDeclaration,
): boolean {
  return (
    node.modifiers?.some(
      (modifier) => modifier.kind === ts.SyntaxKind.ReadonlyKeyword,
    ) ?? false
  );
}
