/** Which declarations the runtime has, and which of them each one uses. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import type {
  RuntimeDeclaration,
  RuntimeGraph,
  Use,
} from "../../generator/emit/link/graph.js";
import { CONSTANTS, roomName, ROOMS } from "./rooms.js";

/** A declaration while its file is read. */
interface Found {
  readonly name: string;
  readonly file: ts.SourceFile;
  readonly statements: ts.Statement[];
}

/**
 * Reads the runtime with TypeScript's checker, so that a name means what it
 * means to the compiler.
 *
 * @param folder `runtime`.
 * @param paths its files, from that folder on.
 * @throws Error when a name is declared in two files, a declaration would run
 *   before what it needs, or a statement declares nothing.
 */
export function analyzeRuntime(
  folder: string,
  paths: readonly string[],
): RuntimeGraph {
  const program = ts.createProgram(
    paths.map((path) => posix.join(folder, path)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ["node"],
      skipLibCheck: true,
      strict: true,
    },
  );
  const checker = program.getTypeChecker();
  const files = paths.map((path) => ({
    path,
    file: sourceFile(program, posix.join(folder, path)),
  }));
  const found = files.flatMap(({ file }) => declarationsOf(file));
  const bySymbol = new Map<ts.Symbol, number>();
  const byName = new Map<string, number>();
  for (const [index, one] of found.entries()) {
    if (byName.has(one.name))
      throw new Error(`${one.file.fileName}: ${one.name} is declared twice.`);
    byName.set(one.name, index);
    for (const statement of one.statements)
      for (const name of declaredNames(statement)) {
        const symbol = checker.getSymbolAtLocation(name);
        if (symbol) bySymbol.set(symbol, index);
      }
  }
  const uses = found.map((one, index) => usesOf(one, checker, bySymbol, index));
  const order = sectionOrder(files, found, uses);
  const shared = sharedConstants(found, uses);
  const pathOf = new Map(files.map(({ path, file }) => [file, path]));
  const roomIndex = new Map(ROOMS.map(({ name }, index) => [name, index]));
  const roomAt = (index: number): number =>
    roomIndex.get(
      shared.has(index)
        ? CONSTANTS
        : roomName(pathOf.get(found[index]?.file as ts.SourceFile) ?? ""),
    ) ?? -1;
  const rooms = ROOMS.map(({ name }, room) => ({
    name,
    sections: order
      .map(({ path, file }) => ({
        title: titleOf(path),
        comment: roomName(path) === name ? fileComment(file) : "",
        declarations: [...found.keys()].filter(
          (index) => found[index]?.file === file && roomAt(index) === room,
        ),
      }))
      .filter(({ declarations }) => declarations.length > 0),
  }));
  const declarations = found.map((one, index): RuntimeDeclaration => ({
    name: one.name,
    text: exportedIf(shared.has(index), one.statements.map(textOf).join("\n")),
    room: roomAt(index),
    uses: (uses[index] ?? []).map(({ declaration, type }) => ({
      declaration,
      type,
    })),
  }));
  if (process.env.DEBUG)
    for (const d of declarations)
      for (const u of d.uses) {
        const o = declarations[u.declaration]!;
        if (!u.type && o.room !== d.room)
          console.log(
            ROOMS[d.room]?.name,
            "->",
            ROOMS[o.room]?.name,
            d.name,
            o.name,
          );
      }
  checkRooms(declarations, uses);
  return { rooms, declarations };
}

/** Numbers, and texts that other files use as values. */
function sharedConstants(
  found: readonly Found[],
  uses: readonly (readonly FoundUse[])[],
): ReadonlySet<number> {
  const used = new Set<number>();
  for (const [index, { file }] of found.entries())
    for (const { declaration, type } of uses[index] ?? [])
      if (!type && found[declaration]?.file !== file) used.add(declaration);
  return new Set(
    [...found.keys()].filter((index) => {
      const value = valueOf(found[index]);
      if (value === undefined) return false;
      return ts.isNumericLiteral(value)
        ? true
        : used.has(index) && ts.isLiteralExpression(value);
    }),
  );
}

/** What a constant is set to, without its sign. */
function valueOf(one: Found | undefined): ts.Expression | undefined {
  const [statement] = one?.statements ?? [];
  if (!statement || !ts.isVariableStatement(statement)) return undefined;
  const value = statement.declarationList.declarations[0]?.initializer;
  return value && ts.isPrefixUnaryExpression(value) ? value.operand : value;
}

/** A constant of a room of its own is imported. */
function exportedIf(shared: boolean, text: string): string {
  return shared ? text.replace(/^(?=const )/m, "export ") : text;
}

function sourceFile(program: ts.Program, path: string): ts.SourceFile {
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`${path} is not there.`);
  return file;
}

/** Statements by the name that they declare: overloads are one. */
function declarationsOf(file: ts.SourceFile): Found[] {
  const found: Found[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) continue;
    const [name, ...more] = declaredNames(statement);
    if (!name || more.length > 0)
      throw new Error(
        `${file.fileName}: a statement declares one name: ${statement.getText().slice(0, 60)}`,
      );
    const last = found.find((one) => one.name === name.text);
    if (last) last.statements.push(statement);
    else found.push({ name: name.text, file, statements: [statement] });
  }
  return found;
}

function declaredNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name] : [],
    );
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
    return statement.name ? [statement.name] : [];
  return [];
}

interface FoundUse extends Use {
  /** Whether it is needed when the module is evaluated, not only later. */
  readonly early: boolean;
  /** Whether it is also run then. */
  readonly called: boolean;
}

function usesOf(
  { statements }: Found,
  checker: ts.TypeChecker,
  bySymbol: ReadonlyMap<ts.Symbol, number>,
  own: number,
): FoundUse[] {
  const uses = new Map<number, FoundUse>();
  const visit = (node: ts.Node, late: boolean): void => {
    if (ts.isIdentifier(node)) {
      const index = bySymbol.get(symbolOf(node, checker) as ts.Symbol);
      if (index !== undefined && index !== own) {
        const before = uses.get(index);
        const type = isTypeUse(node);
        uses.set(index, {
          declaration: index,
          type: type && (before?.type ?? true),
          early: (!type && !late) || (before?.early ?? false),
          called: (!late && isCalled(node)) || (before?.called ?? false),
        });
      }
    }
    const inside = late || ts.isFunctionLike(node) || isField(node);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  for (const statement of statements) visit(statement, false);
  return [...uses.values()].sort((a, b) => a.declaration - b.declaration);
}

/** A field of instances, which has its value when one is made. */
function isField(node: ts.Node): boolean {
  return (
    ts.isPropertyDeclaration(node) &&
    !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
  );
}

function isCalled({ parent }: ts.Identifier): boolean {
  return ts.isCallExpression(parent) || ts.isNewExpression(parent);
}

function symbolOf(
  node: ts.Identifier,
  checker: ts.TypeChecker,
): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

/** Whether nothing of it is left when types are erased. */
function isTypeUse(node: ts.Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isTypeNode(at) && !ts.isExpressionWithTypeArguments(at)) return true;
    if (
      ts.isInterfaceDeclaration(at.parent) ||
      ts.isTypeAliasDeclaration(at.parent)
    )
      return true;
    if (ts.isHeritageClause(at.parent))
      return (
        at.parent.token === ts.SyntaxKind.ImplementsKeyword ||
        ts.isInterfaceDeclaration(at.parent.parent)
      );
    if (ts.isStatement(at.parent) && !ts.isClassDeclaration(at.parent))
      return false;
  }
  return false;
}

/** Text of a statement with its own comments, and none of the file's. */
function textOf(statement: ts.Statement): string {
  const file = statement.getSourceFile();
  const comments = leadingComments(file, statement);
  const own = isFirst(file, statement)
    ? comments.slice(fileComments(file).length)
    : comments;
  const start = own[0]?.pos ?? statement.getStart();
  return file.text.slice(start, statement.end);
}

function leadingComments(
  file: ts.SourceFile,
  node: ts.Node,
): readonly ts.CommentRange[] {
  return ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
}

function isFirst(file: ts.SourceFile, statement: ts.Statement): boolean {
  return file.statements[0] === statement;
}

/** Comments at the top that an empty line parts from what follows. */
function fileComments(file: ts.SourceFile): readonly ts.CommentRange[] {
  const [first] = file.statements;
  if (!first) return [];
  const comments = leadingComments(file, first);
  if (ts.isImportDeclaration(first)) return comments;
  return comments.filter(({ end }) =>
    /^\r?\n\s*\r?\n/.test(file.text.slice(end)),
  );
}

function fileComment(file: ts.SourceFile): string {
  return fileComments(file)
    .map(({ pos, end }) => file.text.slice(pos, end))
    .join("\n");
}

/** `http/server/event-store.ts` is "Event store". */
function titleOf(path: string): string {
  const words = posix.basename(path, ".ts").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface SourcePath {
  readonly path: string;
  readonly file: ts.SourceFile;
}

/**
 * Files from the top down: one stands before those that it uses, but behind
 * those that it needs when it is evaluated.
 */
function sectionOrder(
  files: readonly SourcePath[],
  found: readonly Found[],
  uses: readonly (readonly FoundUse[])[],
): SourcePath[] {
  const byFile = new Map(files.map((one) => [one.file, one]));
  const early = new Map<SourcePath, Set<SourcePath>>();
  const later = new Map<SourcePath, Set<SourcePath>>();
  for (const one of files) {
    early.set(one, new Set());
    later.set(one, new Set());
  }
  const usedBy = new Map(files.map((one) => [one, 0]));
  for (const [index, { file }] of found.entries()) {
    const from = byFile.get(file);
    if (!from) continue;
    const need = (target: number, now: boolean): void => {
      const to = byFile.get(found[target]?.file as ts.SourceFile);
      if (!to || to === from || roomName(to.path) !== roomName(from.path))
        return;
      (now ? early : later).get(from)?.add(to);
    };
    for (const use of uses[index] ?? []) need(use.declaration, false);
    for (const target of evaluated(index, uses)) need(target, true);
  }
  for (const targets of later.values())
    for (const to of targets) usedBy.set(to, (usedBy.get(to) ?? 0) + 1);
  const order: SourcePath[] = [];
  const entered = new Set<SourcePath>();
  const place = (one: SourcePath): void => {
    if (entered.has(one)) return;
    entered.add(one);
    for (const need of early.get(one) ?? []) place(need);
    order.push(one);
    for (const next of later.get(one) ?? []) place(next);
  };
  const roots = [...files].sort(
    (a, b) => (usedBy.get(a) ?? 0) - (usedBy.get(b) ?? 0),
  );
  for (const one of roots) place(one);
  return order;
}

/** What a declaration needs at once; of functions that it calls, all that they use. */
function evaluated(
  index: number,
  uses: readonly (readonly FoundUse[])[],
): ReadonlySet<number> {
  const needed = new Set<number>();
  const run = new Set<number>();
  const need = ({ declaration, type, called }: FoundUse): void => {
    if (type) return;
    if (called && !run.has(declaration)) {
      run.add(declaration);
      for (const use of uses[declaration] ?? []) need({ ...use, called: true });
    }
    if (needed.has(declaration)) return;
    needed.add(declaration);
    for (const use of uses[declaration] ?? []) if (use.early) need(use);
  };
  for (const use of uses[index] ?? []) if (use.early) need(use);
  return needed;
}

/**
 * Rooms may import each other in circles as long as nothing is needed of a
 * room before it has been evaluated.
 */
function checkRooms(
  declarations: readonly RuntimeDeclaration[],
  uses: readonly (readonly FoundUse[])[],
): void {
  const imports = ROOMS.map(() => new Set<number>());
  for (const { room, uses } of declarations)
    for (const { declaration, type } of uses) {
      const other = declarations[declaration]?.room ?? -1;
      if (!type && other !== room) imports[room]?.add(other);
    }
  const reaches = (
    from: number,
    to: number,
    seen = new Set<number>(),
  ): boolean =>
    [...(imports[from] ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  for (const [index, { name, room }] of declarations.entries())
    for (const target of evaluated(index, uses)) {
      const other = declarations[target]?.room ?? -1;
      if (other !== room && reaches(other, room))
        throw new Error(
          `${name} needs ${declarations[target]?.name} when it is evaluated, and their rooms import each other.`,
        );
    }
}
