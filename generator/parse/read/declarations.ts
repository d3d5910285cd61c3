import type {
  AliasDeclaration,
  ConstantDeclaration,
  Declaration,
  InterfaceDeclaration,
  LiteralValue,
  TypeNode,
} from "../../model/types.js";
import { excerpt, unsupported } from "./constructs.js";
import { createDocReader } from "./docs.js";
import { getStartOffset, type Reporter } from "../reporter.js";
import {
  readLiteral,
  readMembers,
  readReference,
  readType,
  type TypeContext,
} from "./types.js";
import { ts, type TS } from "./typescript.js";

/**
 * Returns all declarations of a file in source order. Interfaces with the same
 * name are not yet merged.
 *
 * @param imported Original name in the protocol for each local name that the
 *   file imports. Undefined if the file must not have imports.
 */
export function readDeclarations(
  source: TS.SourceFile,
  reporter: Reporter,
  imported?: ReadonlyMap<string, string>,
): Declaration[] {
  const docs = createDocReader(source.text, reporter);
  const context: TypeContext = {
    source,
    reporter,
    declared: new Set(source.statements.flatMap(declaredNames)),
    imported,
    depth: 0,
    docs,
  };
  const declarations = source.statements.flatMap((statement) =>
    readStatement(statement, context),
  );
  docs.reportUnread();
  return declarations;
}

/**
 * Returns the names that a statement declares. Names of unsupported statements
 * are included, so that references to these names are not reported as a second
 * error.
 */
function declaredNames(statement: TS.Statement): string[] {
  const names: (TS.Node | undefined)[] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name)
    : [(statement as { readonly name?: TS.Node }).name];
  if (ts.isImportDeclaration(statement)) {
    const { name, namedBindings } = statement.importClause ?? {};
    names.push(name);
    if (namedBindings && ts.isNamedImports(namedBindings))
      names.push(...namedBindings.elements.map((element) => element.name));
  }
  return names.flatMap((name) =>
    name && ts.isIdentifier(name) ? [name.text] : [],
  );
}

function readStatement(
  statement: TS.Statement,
  context: TypeContext,
): Declaration[] {
  if (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    const [parameter] = statement.typeParameters ?? [];
    if (!parameter)
      return ts.isInterfaceDeclaration(statement)
        ? [readInterface(statement, context)]
        : [readAlias(statement, context)];
    unsupported("MCP110", parameter, context);
    return [];
  }
  if (ts.isVariableStatement(statement))
    return readConstants(statement, context);
  if (context.imported && ts.isImportDeclaration(statement)) {
    // A doc comment above an import describes the file, so it is marked as
    // read. Unread doc comments cause a warning.
    context.docs.read(statement);
    return [];
  }
  // Ignore stray semicolons, because many upstream schema files contain them.
  if (!ts.isEmptyStatement(statement))
    unsupported("MCP110", statement, context);
  return [];
}

function readInterface(
  node: TS.InterfaceDeclaration,
  context: TypeContext,
): InterfaceDeclaration {
  return {
    kind: "interface",
    ...declared(node, node.name.text, context),
    doc: context.docs.read(node),
    extends: (node.heritageClauses ?? []).flatMap(({ types }) =>
      types.flatMap((type) => readBase(type, context)),
    ),
    members: readMembers(node.members, context),
  };
}

function readBase(
  base: TS.ExpressionWithTypeArguments,
  context: TypeContext,
): TypeNode[] {
  const { expression, typeArguments } = base;
  if (ts.isIdentifier(expression))
    return [readReference(expression, typeArguments, context)];
  unsupported("MCP111", base, context, "expression in `extends`");
  return [];
}

function readAlias(
  node: TS.TypeAliasDeclaration,
  context: TypeContext,
): AliasDeclaration {
  return {
    kind: "alias",
    ...declared(node, node.name.text, context),
    doc: context.docs.read(node),
    type: readType(node.type, context),
  };
}

function readConstants(
  statement: TS.VariableStatement,
  context: TypeContext,
): ConstantDeclaration[] {
  const { source, reporter } = context;
  const list = statement.declarationList;
  if (!(list.flags & ts.NodeFlags.Const)) {
    unsupported("MCP110", statement, context);
    return [];
  }
  const doc = context.docs.read(statement);
  return list.declarations.flatMap((node) => {
    const { initializer, type } = node;
    // The type annotation must be the literal type of the value. With a wider
    // annotation, `typeof X` would not be the literal type.
    const said = type && literalIn(type, source);
    const literal = initializer ? readLiteral(withoutConst(initializer)) : said;
    const value = !type || said === literal ? literal : undefined;
    if (value === undefined || !ts.isIdentifier(node.name)) {
      reporter.error(
        "MCP113",
        getStartOffset(node, source),
        `Unsupported constant: ${excerpt(node, source)}`,
      );
      return [];
    }
    const base = declared(statement, node.name.text, context);
    return [{ kind: "constant", ...base, doc, value }];
  });
}

/**
 * Returns the literal to which a type such as `Name["member"]` or `"text"`
 * refers. Returns undefined for other types, and for a type that refers to
 * itself.
 */
function literalIn(
  type: TS.TypeNode,
  source: TS.SourceFile,
): LiteralValue | undefined {
  const seen = new Set<TS.TypeNode>();
  let current: TS.TypeNode | undefined = type;
  while (current && !seen.has(current)) {
    if (ts.isLiteralTypeNode(current)) return readLiteral(current.literal);
    seen.add(current);
    current = getIndexedType(current, source);
  }
  return undefined;
}

/**
 * Returns the type to which a type such as `Name["member"]` refers. The name
 * must be declared in this file.
 */
function getIndexedType(
  type: TS.TypeNode,
  source: TS.SourceFile,
): TS.TypeNode | undefined {
  if (!ts.isIndexedAccessTypeNode(type)) return undefined;
  const { objectType, indexType } = type;
  if (!ts.isTypeReferenceNode(objectType) || !ts.isLiteralTypeNode(indexType))
    return undefined;
  const { typeName } = objectType;
  const member = readLiteral(indexType.literal);
  const members = source.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) &&
    ts.isIdentifier(typeName) &&
    statement.name.text === typeName.text
      ? [...statement.members]
      : [],
  );
  const found = members.find(
    (element): element is TS.PropertySignature =>
      ts.isPropertySignature(element) &&
      ts.isIdentifier(element.name) &&
      element.name.text === member,
  );
  return found?.type;
}

/**
 * Removes `as const` from an expression, because the type of a constant is
 * always its literal type.
 */
function withoutConst(value: TS.Expression): TS.Expression {
  return ts.isAsExpression(value) && ts.isConstTypeReference(value.type)
    ? value.expression
    : value;
}

function declared(
  node: TS.Statement & { modifiers?: TS.NodeArray<TS.ModifierLike> },
  name: string,
  context: TypeContext,
): Pick<Declaration, "name" | "exported" | "position"> {
  const modifiers = node.modifiers ?? [];
  for (const modifier of modifiers)
    if (!MODIFIERS.has(modifier.kind)) unsupported("MCP110", modifier, context);
  return {
    name,
    exported: modifiers.some(
      (modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword,
    ),
    position: context.reporter.position(getStartOffset(node, context.source)),
  };
}

/**
 * Modifiers that are ignored, because they do not change the meaning of a
 * declaration.
 */
const MODIFIERS: ReadonlySet<TS.SyntaxKind> = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DeclareKeyword,
]);
