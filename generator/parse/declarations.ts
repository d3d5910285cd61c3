import type {
  AliasDeclaration,
  ConstantDeclaration,
  Declaration,
  InterfaceDeclaration,
} from "../model/types.js";
import { excerpt, unsupported } from "./constructs.js";
import { createDocReader } from "./docs.js";
import type { DocReader } from "./docs.js";
import { createMemberReader } from "./members.js";
import { declaredNames } from "./names.js";
import { startOf } from "./reporter.js";
import type { Reporter } from "./reporter.js";
import { readLiteral, readReference, readType } from "./types.js";
import type { TypeContext } from "./types.js";
import { ts } from "./typescript.js";

/** All declarations of a file in source order, before interfaces merge. */
export function readDeclarations(
  source: ts.SourceFile,
  reporter: Reporter,
): Declaration[] {
  const docs = createDocReader(source.text, reporter);
  const context: TypeContext = {
    source,
    reporter,
    declared: declaredNames(source),
    depth: 0,
    members: createMemberReader(docs),
  };
  const declarations = source.statements.flatMap((statement) =>
    readStatement(statement, context, docs),
  );
  docs.reportUnread();
  return declarations;
}

function readStatement(
  statement: ts.Statement,
  context: TypeContext,
  docs: DocReader,
): Declaration[] {
  const generic = (statement as Generic).typeParameters?.[0];
  if (generic) {
    unsupported(generic, context);
    return [];
  }
  if (ts.isInterfaceDeclaration(statement))
    return [readInterface(statement, context, docs)];
  if (ts.isTypeAliasDeclaration(statement))
    return [readAlias(statement, context, docs)];
  if (ts.isVariableStatement(statement))
    return readConstants(statement, context, docs);
  // A stray semicolon; upstream has had many.
  if (ts.isEmptyStatement(statement)) return [];
  reportStatement(statement, context);
  return [];
}

function readInterface(
  node: ts.InterfaceDeclaration,
  context: TypeContext,
  docs: DocReader,
): InterfaceDeclaration {
  const doc = docs.read(node);
  return {
    kind: "interface",
    ...declared(node, node.name.text, context),
    doc,
    extends: (node.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((type) =>
        readReference(type, type.expression, type.typeArguments, context),
      ),
    ),
    members: context.members(node.members, context),
  };
}

function readAlias(
  node: ts.TypeAliasDeclaration,
  context: TypeContext,
  docs: DocReader,
): AliasDeclaration {
  const doc = docs.read(node);
  return {
    kind: "alias",
    ...declared(node, node.name.text, context),
    doc,
    type: readType(node.type, context),
  };
}

function readConstants(
  statement: ts.VariableStatement,
  context: TypeContext,
  docs: DocReader,
): ConstantDeclaration[] {
  const { source, reporter } = context;
  const list = statement.declarationList;
  if (!(list.flags & ts.NodeFlags.Const)) {
    reportStatement(statement, context);
    return [];
  }
  const doc = docs.read(statement);
  return list.declarations.flatMap((node) => {
    const value = constantValue(node);
    if (value === undefined || !ts.isIdentifier(node.name)) {
      reporter.error(
        "MCP113",
        startOf(node, source),
        `Unsupported constant: ${excerpt(node, source)}`,
      );
      return [];
    }
    const base = declared(statement, node.name.text, context);
    return [{ kind: "constant", ...base, doc, value }];
  });
}

function constantValue(
  node: ts.VariableDeclaration,
): ReturnType<typeof readLiteral> {
  let value = node.initializer;
  // An annotation may widen the type, so that `typeof X` is not the value.
  if (!value || node.type) return undefined;
  while (
    ts.isParenthesizedExpression(value) ||
    (ts.isAsExpression(value) && isConst(value.type))
  )
    value = value.expression;
  return readLiteral(value);
}

function isConst(type: ts.TypeNode): boolean {
  return (
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    type.typeName.text === "const"
  );
}

type Generic = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function declared(
  node: ts.Statement & { modifiers?: ts.NodeArray<ts.ModifierLike> },
  name: string,
  { source, reporter }: TypeContext,
): Pick<Declaration, "name" | "exported" | "position"> {
  const modifiers = node.modifiers?.map(({ kind }) => kind) ?? [];
  const at = startOf(node, source);
  for (const modifier of modifiers)
    if (!MODIFIERS.has(modifier))
      reporter.error(
        "MCP110",
        at,
        `Unsupported ${modifierText(modifier)}: ${excerpt(node, source)}`,
      );
  if (RESERVED.has(name))
    reporter.error("MCP127", at, `A declaration cannot be called \`${name}\``);
  const exported = modifiers.includes(ts.SyntaxKind.ExportKeyword);
  return { name, exported, position: reporter.position(at) };
}

/** Decorators are among the modifiers, but no keywords. */
function modifierText(modifier: ts.ModifierLike["kind"]): string {
  return modifier === ts.SyntaxKind.Decorator
    ? "decorator"
    : `modifier \`${ts.tokenToString(modifier)}\``;
}

/** Modifiers that leave a declaration what it is. */
const MODIFIERS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DeclareKeyword,
]);

/** Names that references never find, as TypeScript's own types go first. */
const RESERVED: ReadonlySet<string> = new Set(
  "any bigint boolean never null number object string symbol undefined unknown void".split(
    " ",
  ),
);

/** Names of the statements that people are most likely to try. */
const STATEMENTS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EnumDeclaration, "enum"],
  [ts.SyntaxKind.ClassDeclaration, "class"],
  [ts.SyntaxKind.FunctionDeclaration, "function"],
  [ts.SyntaxKind.ImportDeclaration, "import"],
  [ts.SyntaxKind.ImportEqualsDeclaration, "import"],
  [ts.SyntaxKind.ExportDeclaration, "export list"],
  [ts.SyntaxKind.ExportAssignment, "default export or `export =`"],
  [ts.SyntaxKind.ModuleDeclaration, "namespace or module"],
  [ts.SyntaxKind.VariableStatement, "variable (`let`, `var` or `using`)"],
]);

function reportStatement(node: ts.Statement, context: TypeContext): void {
  const construct = STATEMENTS.get(node.kind) ?? "statement";
  context.reporter.error(
    "MCP110",
    startOf(node, context.source),
    `Unsupported ${construct}: ${excerpt(node, context.source)}`,
  );
}
