/** Of generated modules beside the runtime, the declarations that are reached. */
import { posix } from "node:path";
import { ts, type TS } from "../../parse/read/typescript.js";
import type { OutputFile } from "../context.js";
import { moduleLine } from "../print/imports.js";

/** A file by what stands at its top level. */
interface Module {
  readonly path: string;
  /** Header, and what follows it before the first statement. */
  readonly head: string;
  readonly statements: readonly Statement[];
  readonly byName: ReadonlyMap<string, Statement>;
  readonly imports: ReadonlyMap<string, Import>;
}

interface Statement {
  readonly node: TS.Statement;
  readonly text: string;
  /** What stands in the braces of an import or export; a namespace is one. */
  readonly specifiers: readonly Specifier[];
}

interface Specifier {
  readonly name: string;
  readonly text: string;
}

/** Where a name comes from: another module, of which it may be the whole. */
interface Import {
  readonly path: string;
  readonly whole: boolean;
}

/** What is kept of a module. */
interface Kept {
  readonly names: Set<string>;
  readonly imported: Set<string>;
}

/**
 * The files, of which those that are no roots keep only what roots reach; one of
 * which nothing is reached is left out. Names in `./runtime/` are let be.
 */
export function reachedOf(
  files: readonly OutputFile[],
  isRoot: (file: OutputFile) => boolean,
): OutputFile[] {
  const modules = new Map(
    files
      .filter(({ path }) => path.endsWith(".ts"))
      .map((file) => [file.path, readModule(file)]),
  );
  const kept = new Map<string, Kept>();
  const keptOf = (path: string): Kept => {
    const own = kept.get(path) ?? { names: new Set(), imported: new Set() };
    kept.set(path, own);
    return own;
  };
  const reach = (path: string, name: string): void => {
    const module = modules.get(path);
    const statement = module?.byName.get(name);
    if (!module || !statement || keptOf(path).names.has(name)) return;
    keptOf(path).names.add(name);
    follow(module, statement.node);
  };
  const follow = (module: Module, node: TS.Node): void => {
    for (const [name, member] of usesIn(node)) {
      const from = module.imports.get(name);
      if (!from) reach(module.path, name);
      else {
        keptOf(module.path).imported.add(name);
        if (member !== null || !from.whole)
          reach(from.path, from.whole ? (member ?? "") : name);
      }
    }
  };
  for (const file of files.filter(isRoot)) {
    const module = modules.get(file.path);
    for (const { node } of module?.statements ?? [])
      if (module) follow(module, node);
  }
  return files.flatMap((file) => {
    if (isRoot(file)) return [file];
    const module = modules.get(file.path);
    const own = kept.get(file.path);
    return module && own && own.names.size > 0
      ? [{ path: file.path, text: textOf(module, own) }]
      : [];
  });
}

function readModule({ path, text }: OutputFile): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const textOf = (node: TS.Node): string =>
    text.slice(ts.getTokenPosOfNode(node, source), node.end);
  const statements = source.statements.map((node) => ({
    node,
    text: text.slice(node.pos, node.end).trim(),
    specifiers: specifiersOf(node).map((one) => ({
      name: textOf(one.name),
      text: textOf(one),
    })),
  }));
  const byName = new Map<string, Statement>();
  const imports = new Map<string, Import>();
  for (const statement of statements) {
    const { node, specifiers } = statement;
    for (const name of declaredBy(statement)) byName.set(name, statement);
    if (!ts.isImportDeclaration(node)) continue;
    const from = posix.join(posix.dirname(path), moduleOf(node));
    const whole = isWhole(node);
    for (const { name } of specifiers)
      imports.set(name, { path: from.replace(/\.js$/, ".ts"), whole });
  }
  const [first] = source.statements;
  const head = text.slice(0, first ? ts.getTokenPosOfNode(first, source) : 0);
  return { path, head, statements, byName, imports };
}

/** Names that a statement declares or passes on. */
function declaredBy({ node, specifiers }: Statement): string[] {
  if (ts.isImportDeclaration(node)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const { name } = node as { name?: TS.Identifier };
  return [...specifiers.map(({ name }) => name), ...(name ? [name.text] : [])];
}

function specifiersOf(
  node: TS.Statement,
): readonly (TS.Node & { readonly name: TS.Node })[] {
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node;
    return exportClause && ts.isNamedExports(exportClause)
      ? exportClause.elements
      : [];
  }
  if (!ts.isImportDeclaration(node)) return [];
  const bindings = node.importClause?.namedBindings;
  if (!bindings) return [];
  return ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements;
}

function isWhole(node: TS.ImportDeclaration): boolean {
  const bindings = node.importClause?.namedBindings;
  return bindings !== undefined && ts.isNamespaceImport(bindings);
}

function moduleOf(node: TS.Statement): string {
  const { moduleSpecifier } = node as { moduleSpecifier?: TS.Node };
  return (moduleSpecifier as { text?: string } | undefined)?.text ?? "";
}

/** Names that are used, each with the member that is taken of it, if one is. */
function usesIn(statement: TS.Node): [name: string, member: string | null][] {
  if (ts.isImportDeclaration(statement)) return [];
  const uses: [string, string | null][] = [];
  const locals = new Set<string>();
  const visit = (node: TS.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      if (isName(node)) {
        if (isLocal(parent)) locals.add(node.text);
      } else if (ts.isPropertyAccessExpression(parent))
        uses.push([node.text, parent.name.text]);
      else if (ts.isQualifiedName(parent))
        uses.push([node.text, parent.right.text]);
      else uses.push([node.text, null]);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return uses.filter(([name]) => !locals.has(name));
}

/** Whether it names what is declared there, or a member. */
function isName(node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  const named = parent as { name?: TS.Node; propertyName?: TS.Node };
  return named.name === node || named.propertyName === node;
}

/** Whether it declares a name that hides what has the same one outside. */
function isLocal(node: TS.Node): boolean {
  return (
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node)
  );
}

function textOf(module: Module, { names, imported }: Kept): string {
  const lines: string[] = [];
  const bodies: string[] = [];
  for (const statement of module.statements) {
    const { node, text, specifiers } = statement;
    const isImport = ts.isImportDeclaration(node);
    if (isImport || ts.isExportDeclaration(node)) {
      const had = isImport ? imported : names;
      const left = specifiers.filter(({ name }) => had.has(name));
      if (left.length > 0) lines.push(namesLine(statement, left));
    } else if (declaredBy(statement).some((name) => names.has(name)))
      bodies.push(text);
  }
  const parts = [...(lines.length > 0 ? [lines.join("\n")] : []), ...bodies];
  return `${module.head}${parts.join("\n\n")}\n`;
}

/** The import or export as it stands there, with fewer names. */
function namesLine(
  { node, text }: Statement,
  left: readonly Specifier[],
): string {
  const line = text.slice(text.search(/^(?:import|export) /m));
  if (!line.includes("{")) return line;
  const start = line.slice(0, line.indexOf("{")).trimEnd();
  return moduleLine(
    start,
    left.map(({ text }) => text),
    moduleOf(node),
  );
}
