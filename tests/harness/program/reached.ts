/** Finds unreachable code in generated modules with TypeScript's checker. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

/** Options of TypeScript, which also determine how files are parsed. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  noLib: true,
};

/**
 * Syntax trees by path and text. Most outputs contain the same modules of the
 * runtime, so each text is parsed only once.
 */
const parsed = new Map<string, ts.SourceFile>();

/**
 * Returns a TypeScript program of the files. The paths in the program do not
 * contain the folder.
 */
function createProgram(folder: string, files: readonly string[]): ts.Program {
  const texts = new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      // Remove the command from the header: it differs between outputs.
      return [file, text.replace(/^.*regenerate:.*\n/m, "")];
    }),
  );
  return ts.createProgram(files, OPTIONS, {
    getSourceFile: (file, options) => {
      const text = texts.get(file);
      if (text === undefined) return undefined;
      const key = `${file}\n${text}`;
      const source =
        parsed.get(key) ?? ts.createSourceFile(file, text, options);
      parsed.set(key, source);
      return source;
    },
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file),
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  });
}

/**
 * Returns the top-level declarations that are unreachable from the exports of
 * `roots`, formatted as `file: name`. A source file of the runtime counts as
 * one declaration, because the generator never writes only a part of the file.
 *
 * @default roots are all files outside of `runtime/`
 */
export function findUnreached(
  folder: string,
  files: readonly string[],
  roots: readonly string[] = files.filter(
    (file) => !file.startsWith("runtime/"),
  ),
): string[] {
  const program = createProgram(folder, files);
  const checker = program.getTypeChecker();
  const owners = new Map<ts.Node, string>();
  /**
   * Names of the declarations, and the local names under which other modules
   * import them.
   */
  const names = new Set<string>();
  /** Names of modules that are imported with `import * as`. */
  const modules = new Set<string>();
  const uses = new Map<string, Set<string>>();
  const open: string[] = [];
  const statementsOf = (file: string): readonly ts.Statement[] =>
    program.getSourceFile(file)?.statements ?? [];
  for (const file of files) {
    const sources = listSources(program.getSourceFile(file));
    for (const statement of statementsOf(file)) {
      for (const name of getImportedNames(statement)) {
        names.add(name.text);
        if (ts.isNamespaceImport(name.parent)) modules.add(name.text);
      }
      for (const declaration of getDeclarations(statement)) {
        if (declaration.name) names.add(declaration.name.getText());
        const source = sources.findLast(
          ([start]) => start < statement.getStart(),
        );
        const part = source?.[1] ?? declaration.name?.getText();
        const name = `${file}: ${part}`;
        owners.set(declaration, name);
        if (!uses.has(name)) uses.set(name, new Set());
        if (roots.includes(file) && isExported(statement)) open.push(name);
      }
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
    return (own?.declarations ?? []).flatMap((node) => owners.get(node) ?? []);
  };
  const visit = (node: ts.Node, use: (name: string) => void): void => {
    // The type checker is slow. Ask it only about identifiers whose name is the
    // name of a declaration, and not about properties of values.
    if (ts.isIdentifier(node) && names.has(node.text))
      namesAt(node).forEach(use);
    if (
      ts.isPropertyAccessExpression(node) &&
      !(ts.isIdentifier(node.expression) && modules.has(node.expression.text))
    )
      return visit(node.expression, use);
    ts.forEachChild(node, (child) => visit(child, use));
  };
  for (const file of files)
    for (const statement of statementsOf(file)) {
      if (ts.isImportDeclaration(statement)) continue;
      const own = getDeclarations(statement).flatMap(
        (declaration) => owners.get(declaration) ?? [],
      );
      // Treat a re-export in a root file as an export of the root file.
      if (ts.isExportDeclaration(statement) && roots.includes(file))
        visit(statement, (name) => open.push(name));
      for (const name of own)
        visit(statement, (used) => uses.get(name)?.add(used));
    }
  const seen = new Set(open);
  for (const name of seen) uses.get(name)?.forEach((used) => seen.add(used));
  return [...uses.keys()].filter((name) => !seen.has(name));
}

/**
 * Returns the position and the path of each comment with which the code of a
 * source file of the runtime starts. Files outside of the runtime have none.
 */
function listSources(
  file: ts.SourceFile | undefined,
): readonly (readonly [start: number, path: string])[] {
  const comments = file?.text.matchAll(/^\/\/ ([\w/-]+\.ts)$/gm) ?? [];
  return [...comments].map(({ index, 1: path = "" }) => [index, path]);
}

function getDeclarations(
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

function getImportedNames(statement: ts.Statement): readonly ts.Identifier[] {
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
