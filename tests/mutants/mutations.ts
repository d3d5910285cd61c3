/** Finds the mutations that are possible in a source file. */
import { ts } from "ts-morph";

/** Mutation of a source file: `by` replaces the text from `start` to `end`. */
export interface Mutation {
  /** Path of the source file, relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /**
   * Kind of mutation and changed text, such as `negate: size > most`. Together
   * they identify the mutation even after its line has moved.
   */
  readonly change: string;
}

type Change = readonly [kind: string, start: number, end: number, by: string];

/** Returns the possible mutations of a file in source order. */
export function findMutations(file: string, text: string): Mutation[] {
  const source = parseSource(file, text);
  const places: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isOnlyType(node)) return;
    for (const [kind, start, end, by] of getChanges(node)) {
      const { line } = source.getLineAndCharacterOfPosition(start);
      const said = text.slice(start, Math.max(end, text.indexOf("\n", start)));
      const change = `${kind}: ${said.replace(/\s+/g, " ").slice(0, 90)}`;
      places.push({ file, line: line + 1, start, end, by, change });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

export function parseSource(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

/**
 * Returns true for syntax nodes, such as types, that do not exist at run time.
 */
export function isOnlyType(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

const SHIFTED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

function* getChanges(node: ts.Node): Generator<Change> {
  const [start, end] = [node.getStart(), node.getEnd()];
  const condition = getCondition(node);
  if (condition)
    yield [
      "negate",
      condition.getStart(),
      condition.getEnd(),
      `!(${condition.getText()})`,
    ];
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const by = SHIFTED.get(operatorToken.kind);
    const text = `${left.getText()} ${by} ${right.getText()}`;
    if (by) yield ["shift", start, end, text];
  }
  if (isStep(node)) yield ["drop", start, end, ";"];
  if (ts.isAwaitExpression(node))
    yield ["no await", start, end, node.expression.getText()];
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    yield* getSwaps(node.arguments ?? []);
  const constant = replaceConstant(node);
  if (constant !== null) yield ["constant", start, end, constant];
  if (ts.isBlock(node) && ts.isFunctionLike(node.parent)) {
    const first = node.statements[0]?.getStart();
    if (first !== undefined) yield ["return before", first, first, "return; "];
  }
}

function getCondition(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node))
    return node.expression;
  return ts.isConditionalExpression(node) || ts.isForStatement(node)
    ? node.condition
    : undefined;
}

function isStep(node: ts.Node): boolean {
  return (
    ts.isExpressionStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node)
  );
}

/** Yields mutations that swap two adjacent arguments. */
function* getSwaps(given: readonly ts.Expression[]): Generator<Change> {
  for (const [index, left] of given.entries()) {
    const right = given[index + 1];
    if (!right || ts.isSpreadElement(left) || ts.isSpreadElement(right))
      continue;
    const by = `${right.getText()}, ${left.getText()}`;
    yield ["swap", left.getStart(), right.getEnd(), by];
  }
}

/**
 * Returns another value to replace a constant. Returns null for strings with
 * spaces, such as messages.
 */
function replaceConstant(node: ts.Node): string | null {
  if (ts.isNumericLiteral(node)) return `${Number(node.text) + 1}`;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  return ts.isStringLiteral(node) && /^\S+$/.test(node.text)
    ? '"mutant"'
    : null;
}
