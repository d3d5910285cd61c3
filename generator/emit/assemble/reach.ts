/** Of generated modules beside the runtime, the declarations that are reached. */
import { posix } from "node:path";
import { ts, type TS } from "../../parse/read/typescript.js";
import type { OutputFile } from "../context.js";
import { declaredIn } from "../print/code.js";
import { moduleLine } from "../print/imports.js";

/** A file by what stands at its top level. */
interface Module {
  readonly path: string;
  /** Header, and what follows it before the first statement. */
  readonly head: string;
  readonly statements: readonly Statement[];
  /** The line that imports a name. */
  readonly imports: ReadonlyMap<string, RegExpExecArray>;
  /** The statement that declares a name, or passes it on. */
  readonly exports: ReadonlyMap<string, TS.Statement>;
  /** Kept of what it declares or passes on, and imports: a name may be both. */
  readonly kept: Set<string>;
  readonly imported: Set<string>;
}

interface Statement {
  readonly node: TS.Statement;
  readonly text: string;
  /** Names that it declares or, in the last word, has in its braces. */
  readonly names: readonly string[];
  /** What it imports or passes on; null for a declaration. */
  readonly line: RegExpExecArray | null;
}

/** How names come and go: in braces or as a whole module, and from which. */
const MODULE_LINE =
  /^((?:import|export)(?: type)?) (?:\{([^}]*)\}|\* as (\w+)) from "([^"]*)";/m;

/**
 * The files, of which those that are no roots keep only what roots reach; one of
 * which nothing is reached is left out. The runtime itself is not looked at.
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
  const reach = (path: string, name: string): void => {
    const module = modules.get(path);
    if (!module || module.kept.has(name)) return;
    const found = module.exports.get(name);
    if (!found) return;
    module.kept.add(name);
    follow(module, found);
  };
  const follow = (module: Module, node: TS.Node): void => {
    for (const [name, member] of usesIn(node)) {
      const line = module.imports.get(name);
      if (!line) {
        reach(module.path, name);
        continue;
      }
      module.imported.add(name);
      const [, , , whole, specifier = ""] = line;
      const from = posix.join(posix.dirname(module.path), specifier);
      const wanted = whole === undefined ? name : member;
      if (wanted !== null) reach(from.replace(/\.js$/, ".ts"), wanted);
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
    return module && module.kept.size > 0
      ? [{ path: file.path, text: textOf(module) }]
      : [];
  });
}

function readModule({ path, text }: OutputFile): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const statements = source.statements.map((node): Statement => {
    const own = text.slice(node.pos, node.end).trim();
    const comesOrGoes =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const line = comesOrGoes ? MODULE_LINE.exec(own) : null;
    const names = line
      ? (line[2] ?? line[3] ?? "").split(",").map((name) => name.trim())
      : declaredIn(own).map(({ name }) => name);
    return { node, text: own, names: names.filter(Boolean), line };
  });
  const imports = new Map<string, RegExpExecArray>();
  const exports = new Map<string, TS.Statement>();
  for (const { node, names, line } of statements)
    for (const name of names.map(lastWord))
      if (!ts.isImportDeclaration(node)) exports.set(name, node);
      else if (line) imports.set(name, line);
  const [first] = source.statements;
  const head = text.slice(0, first ? ts.getTokenPosOfNode(first, source) : 0);
  const [kept, imported] = [new Set<string>(), new Set<string>()];
  return { path, head, statements, imports, exports, kept, imported };
}

/** `X` of `type X`, of `Y as X`, and of itself. */
function lastWord(specifier: string): string {
  return specifier.split(" ").at(-1) ?? "";
}

/** Names that are used, each with the member that is taken of it, if one is. */
function usesIn(statement: TS.Node): [name: string, member: string | null][] {
  if (ts.isImportDeclaration(statement)) return [];
  const uses: [string, string | null][] = [];
  const locals = new Set<string>();
  const visit = (node: TS.Node): void => {
    const { parent } = node;
    if (ts.isIdentifier(node) && isName(node)) {
      if (isLocal(parent)) locals.add(node.text);
    } else if (ts.isIdentifier(node)) {
      const member = ts.isPropertyAccessExpression(parent)
        ? parent.name.text
        : ts.isQualifiedName(parent)
          ? parent.right.text
          : null;
      uses.push([node.text, member]);
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

function textOf({ head, statements, kept, imported }: Module): string {
  const lines: string[] = [];
  const bodies: string[] = [];
  for (const { node, text, names, line } of statements) {
    const set = ts.isImportDeclaration(node) ? imported : kept;
    const left = names.filter((name) => set.has(lastWord(name)));
    if (left.length === 0) continue;
    const [whole, start = "", braces, , from = ""] = line ?? [];
    if (whole === undefined) bodies.push(text);
    else
      lines.push(braces === undefined ? whole : moduleLine(start, left, from));
  }
  const parts = [...(lines.length > 0 ? [lines.join("\n")] : []), ...bodies];
  return `${head}${parts.join("\n\n")}\n`;
}
