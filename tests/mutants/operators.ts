/** Changes that a mutant makes at a syntax node. */
import { ts } from "ts-morph";

/**
 * Possible mutation of a syntax node. It replaces the text from `start` to
 * `end` by `by`.
 */
export type Change = readonly [
  kind: string,
  start: number,
  end: number,
  by: string,
];

/** Yields the changes that are possible at a syntax node. */
export function* getChanges(node: ts.Node): Generator<Change> {
  if (ts.isBinaryExpression(node)) yield* changeBinary(node);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node))
    yield* changeCall(node);
  else if (ts.isObjectLiteralExpression(node)) yield* dropMembers(node);
  else if (ts.isArrayLiteralExpression(node)) yield* dropKeyItems(node);
  else if (ts.isTemplateExpression(node)) yield* dropKeyParts(node);
  else if (ts.isAwaitExpression(node))
    yield ["no await", node.getStart(), node.expression.getStart(), ""];
  else if (ts.isBlock(node)) yield* returnBefore(node);
  const condition = getCondition(node);
  if (condition)
    yield replace("negate", condition, `!(${condition.getText()})`);
  if (isStep(node)) yield replace("drop", node, isListed(node) ? "" : ";");
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
    yield* dropLuaCalls(node);
  const constant = replaceConstant(node);
  if (constant !== null) yield replace("constant", node, constant);
}

function replace(kind: string, node: ts.Node, by: string): Change {
  return [kind, node.getStart(), node.getEnd(), by];
}

const SHIFTED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

/** Operators whose whole expression can be replaced by either operand. */
const OPERANDS = new Map<ts.SyntaxKind, "operand" | "factor" | "part">([
  [ts.SyntaxKind.AmpersandAmpersandToken, "operand"],
  [ts.SyntaxKind.BarBarToken, "operand"],
  [ts.SyntaxKind.AsteriskToken, "factor"],
  [ts.SyntaxKind.PlusToken, "part"],
]);

/**
 * Operators whose whole expression can be replaced only by the left operand.
 */
const LEFT = new Map<ts.SyntaxKind, "operand" | "factor">([
  [ts.SyntaxKind.QuestionQuestionToken, "operand"],
  [ts.SyntaxKind.SlashToken, "factor"],
]);

function* changeBinary(node: ts.BinaryExpression): Generator<Change> {
  const { left, right } = node;
  const { kind } = node.operatorToken;
  const shifted = SHIFTED.get(kind);
  if (shifted) yield replace("shift", node.operatorToken, shifted);
  const both = OPERANDS.get(kind);
  const kept = both ?? LEFT.get(kind);
  if (!kept || (kept === "part" && isMessage(node))) return;
  yield [kept, left.getEnd(), right.getEnd(), ""];
  if (both) yield [kept, left.getStart(), right.getStart(), ""];
}

/**
 * Returns true for string expressions whose text contains spaces, such as
 * messages.
 */
function isMessage(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node))
    return isMessage(node.left) || isMessage(node.right);
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map((span) => span.literal)].some(
      ({ text }) => /\s/.test(text),
    );
  return ts.isStringLiteralLike(node) && /\s/.test(node.text);
}

const SWAPPED: Readonly<Record<string, string>> = {
  every: "some",
  some: "every",
};

const REMOVERS = new Set([
  "abort",
  "clearInterval",
  "clearTimeout",
  "off",
  "removeAllListeners",
  "removeEventListener",
  "removeListener",
]);

function* changeCall(
  node: ts.CallExpression | ts.NewExpression,
): Generator<Change> {
  const { expression } = node;
  // The order of these arguments has no effect.
  if (!/^Math\.(?:imul|max|min)$/.test(expression.getText()))
    yield* swapNeighbours(node.arguments ?? []);
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name
    : expression;
  const swapped = Object.hasOwn(SWAPPED, name.getText())
    ? SWAPPED[name.getText()]
    : undefined;
  if (swapped && name !== expression) yield replace("swap", name, swapped);
  // The mutation kind `drop` already removes calls that are statements.
  if (REMOVERS.has(name.getText()) && !ts.isExpressionStatement(node.parent))
    yield replace("listener", node, "undefined");
}

/** Yields changes that swap two adjacent arguments. */
function* swapNeighbours(given: readonly ts.Expression[]): Generator<Change> {
  for (const [index, left] of given.entries()) {
    const right = given[index + 1];
    if (!right || ts.isSpreadElement(left) || ts.isSpreadElement(right))
      continue;
    const by = `${right.getText()}, ${left.getText()}`;
    yield ["swap", left.getStart(), right.getEnd(), by];
  }
}

function* dropMembers(node: ts.ObjectLiteralExpression): Generator<Change> {
  yield* dropItems("member", node.properties);
}

/**
 * Yields changes that remove an item of a list together with its comma, so that
 * the rest of the list is valid.
 */
function* dropItems(
  kind: string,
  items: ts.NodeArray<ts.Node>,
): Generator<Change> {
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    const start = next
      ? item.getStart()
      : (items[index - 1]?.getEnd() ?? item.getStart());
    yield [kind, start, next ? next.getStart() : items.end, ""];
  }
}

/**
 * Yields changes that remove an item of an array which is converted to a key,
 * such as `[owner, id].join(":")` or `JSON.stringify([owner, id])`.
 */
function* dropKeyItems(node: ts.ArrayLiteralExpression): Generator<Change> {
  const { parent } = node;
  const isJoined =
    ts.isPropertyAccessExpression(parent) && parent.name.text === "join";
  const isWritten =
    ts.isCallExpression(parent) &&
    parent.expression.getText() === "JSON.stringify";
  if (isJoined || isWritten) yield* dropItems("part", node.elements);
}

/**
 * Yields changes that remove a placeholder, such as `${id}`, from a template
 * literal whose text contains no spaces.
 */
function* dropKeyParts(node: ts.TemplateExpression): Generator<Change> {
  if (isMessage(node)) return;
  let start = node.head.getEnd() - "${".length;
  for (const { literal } of node.templateSpans) {
    yield ["part", start, literal.getStart() + "}".length, ""];
    start = literal.getEnd() - "${".length;
  }
}

/** Yields changes that remove a line with a call from a Lua script. */
function* dropLuaCalls(node: ts.Node): Generator<Change> {
  const text = node.getText();
  if (!/redis\.call\(|^local /m.test(text)) return;
  for (const { index, 0: line, 1: space = "" } of text.matchAll(
    /^( *)[\w.]+\(.*\)$/gm,
  )) {
    const start = node.getStart() + index;
    yield ["lua", start + space.length, start + line.length, ""];
  }
}

function* returnBefore(node: ts.Block): Generator<Change> {
  if (!ts.isFunctionLike(node.parent)) return;
  const first = node.statements[0]?.getStart();
  if (first !== undefined) yield ["return", first, first, "return; "];
}

function getCondition(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node))
    return node.expression;
  return ts.isConditionalExpression(node) || ts.isForStatement(node)
    ? node.condition
    : undefined;
}

const LARGE = 1000;

function isStep(node: ts.Node): boolean {
  return (
    ts.isExpressionStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node)
  );
}

/**
 * Returns true for a statement of a block or file. Such a statement can be
 * removed; elsewhere, the syntax requires another statement in its place.
 */
function isListed({ parent }: ts.Node): boolean {
  return (
    ts.isBlock(parent) ||
    ts.isSourceFile(parent) ||
    ts.isCaseOrDefaultClause(parent)
  );
}

/**
 * Returns another value to replace a constant. Returns null for names of
 * modules, and for strings with spaces, such as messages. Large numbers are
 * doubled, because tests cannot observe one millisecond or one byte more.
 */
function replaceConstant(node: ts.Node): string | null {
  if (ts.isNumericLiteral(node)) {
    if (isSign(node)) return null;
    const value = Number(node.text);
    return `${value < LARGE ? value + 1 : value * 2}`;
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  return ts.isStringLiteral(node) && /^\S+$/.test(node.text) && !isModule(node)
    ? '"mutant"'
    : null;
}

/** Returns true for the module name in `import("a")`. */
function isModule({ parent }: ts.StringLiteral): boolean {
  return (
    ts.isCallExpression(parent) &&
    parent.expression.kind === ts.SyntaxKind.ImportKeyword
  );
}

/**
 * Returns true for both numbers in `a < b ? -1 : 1`. These numbers are not
 * mutated: only the sign of a comparison function's result matters, so no test
 * could detect the mutant.
 */
function isSign(node: ts.NumericLiteral): boolean {
  const part = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node;
  return part.parent.getText().endsWith("? -1 : 1");
}
