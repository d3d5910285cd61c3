/** What of generated modules nothing reaches, by TypeScript's checker. */
import { join } from "node:path";
import { ts } from "ts-morph";

/**
 * Declarations at the top level that are not reached from those that the roots
 * export, as `file: name`; without roots all files beside `runtime/` are roots.
 * A source file of the runtime counts as one declaration, since it is written whole.
 */
export function unreached(
  folder: string,
  files: readonly string[],
  roots: readonly string[] = files.filter(
    (file) => !file.startsWith("runtime/"),
  ),
): string[] {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
      noLib: true,
    },
  );
  const checker = program.getTypeChecker();
  const owners = new Map<ts.Node, string>();
  /** What they are called, here or where they are imported. */
  const names = new Set<string>();
  const uses = new Map<string, Set<string>>();
  const open: string[] = [];
  const statementsOf = (file: string): readonly ts.Statement[] =>
    program.getSourceFile(join(folder, file))?.statements ?? [];
  for (const file of files)
    for (const statement of statementsOf(file)) {
      for (const name of importedBy(statement)) names.add(name.text);
      for (const declaration of declarationsIn(statement)) {
        if (declaration.name) names.add(declaration.name.getText());
        const part = sourceOf(statement) ?? declaration.name?.getText();
        const name = `${file}: ${part}`;
        owners.set(declaration, name);
        if (!uses.has(name)) uses.set(name, new Set());
        if (roots.includes(file) && isExported(statement)) open.push(name);
      }
    }
  const namesAt = (node: ts.Identifier): string[] => {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : ts.isExportSpecifier(node.parent)
        ? checker.getExportSpecifierLocalTargetSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
    const own =
      symbol && symbol.flags & ts.SymbolFlags.Alias
        ? checker.getAliasedSymbol(symbol)
        : symbol;
    return (own?.declarations ?? []).flatMap((one) => owners.get(one) ?? []);
  };
  const visit = (node: ts.Node, use: (name: string) => void): void => {
    // The checker takes long, and is not asked about members of other names.
    if (ts.isIdentifier(node) && names.has(node.text))
      namesAt(node).forEach(use);
    ts.forEachChild(node, (child) => visit(child, use));
  };
  for (const file of files)
    for (const statement of statementsOf(file)) {
      if (ts.isImportDeclaration(statement)) continue;
      const own = declarationsIn(statement).flatMap(
        (one) => owners.get(one) ?? [],
      );
      // What a root passes on is exported as well.
      if (ts.isExportDeclaration(statement) && roots.includes(file))
        visit(statement, (name) => open.push(name));
      for (const name of own)
        visit(statement, (used) => uses.get(name)?.add(used));
    }
  const seen = new Set(open);
  for (const name of seen) uses.get(name)?.forEach((used) => seen.add(used));
  return [...uses.keys()].filter((name) => !seen.has(name));
}

/** Returns the source file of the runtime that a statement is part of, if it is. */
function sourceOf(statement: ts.Statement): string | undefined {
  const file = statement.getSourceFile();
  const above = file.text.slice(0, statement.getStart());
  return [...above.matchAll(/^\/\/ ([\w/-]+\.ts)$/gm)].at(-1)?.[1];
}

function declarationsIn(
  statement: ts.Statement,
): readonly ts.NamedDeclaration[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations;
  return ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
    ? [statement]
    : [];
}

function importedBy(statement: ts.Statement): readonly ts.Identifier[] {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : undefined;
  if (!bindings) return [];
  return ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name }) => name)
    : [bindings.name];
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    )
  );
}
