/** Mutants of generated guards: the code with one thing wrong. */
import { ts } from "ts-morph";

export interface Mutant {
  /** The guard that is changed. */
  readonly name: string;
  /** What is changed: `typeof name === "string" → true`. */
  readonly change: string;
  readonly code: string;
}

/** All mutants of these functions, in order. */
export function* mutantsOf(
  code: string,
  guards: ReadonlySet<string>,
): Generator<Mutant> {
  const file = ts.createSourceFile(
    "validators.js",
    code,
    ts.ScriptTarget.ES2022,
    true,
    ts.ScriptKind.JS,
  );
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const name = statement.declarationList.declarations[0]?.name.getText(file);
    if (name === undefined || !guards.has(name)) continue;
    for (const [node, by] of changesIn(statement)) {
      const [start, end] = [node.getStart(file), node.getEnd()];
      yield {
        name,
        change: `${code.slice(start, end).replace(/\s+/g, " ")} → ${by}`,
        code: code.slice(0, start) + by + code.slice(end),
      };
    }
  }
}

type Change = readonly [node: ts.Node, by: string];

/** What `isObject` says, where it is written out: one check, and one change. */
const NO_OBJECT =
  /^typeof (\w+) !== "object" \|\| \1 === null \|\| Array\.isArray\(\1\)$/;

function* changesIn(node: ts.Node): Generator<Change> {
  if (NO_OBJECT.test(node.getText())) return;
  yield* changesOf(node);
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* changesIn(child);
}

const OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

/** The ways to get one node wrong. */
function* changesOf(node: ts.Node): Generator<Change> {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const neutral =
      operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
        ? "true"
        : operatorToken.kind === ts.SyntaxKind.BarBarToken
          ? "false"
          : null;
    if (neutral) {
      yield [left, neutral];
      yield [right, neutral];
    }
    const other = OPERATORS.get(operatorToken.kind);
    if (other) yield [operatorToken, other];
    if (ts.isStringLiteral(right)) yield [right, '"mutant"'];
  }
  if (ts.isCaseClause(node) && ts.isStringLiteral(node.expression))
    yield [node.expression, '"mutant"'];
  if (ts.isIfStatement(node)) yield [node.expression, "false"];
  if (ts.isReturnStatement(node) && node.expression) {
    const { kind } = node.expression;
    if (kind === ts.SyntaxKind.FalseKeyword) yield [node.expression, "true"];
    else if (kind === ts.SyntaxKind.TrueKeyword)
      yield [node.expression, "false"];
    else yield [node.expression, "true"];
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "isInteger")
    yield [node, "Number.isFinite"];
  if (ts.isPropertyAccessExpression(node) && node.name.text === "isFinite")
    yield [node, "isNaN"];
}

/** Which guard calls which, by their names. */
export interface CallGraph {
  readonly names: readonly string[];
  /** A guard and all that it calls, itself and through others. */
  callsOf(name: string): ReadonlySet<string>;
  /** The text of all of them. */
  textOf(name: string): string;
}

/** Of the functions called `check…`. */
export function callGraph(code: string): CallGraph {
  const guards = new Map<string, { text: string; calls: string[] }>();
  const pattern = /^var (check\w+) = \([^]*?^\};/gm;
  for (const [text, name = ""] of code.matchAll(pattern)) {
    const calls = [...text.matchAll(/\b(check\w+)\(/g)];
    guards.set(name, { text, calls: calls.map(([, called = ""]) => called) });
  }
  const callsOf = (name: string) => {
    const seen = new Set<string>();
    const visit = (at: string): void => {
      if (seen.has(at)) return;
      seen.add(at);
      for (const called of guards.get(at)?.calls ?? []) visit(called);
    };
    visit(name);
    return seen;
  };
  return {
    names: [...guards.keys()],
    callsOf,
    textOf: (name) =>
      [...callsOf(name)].map((one) => guards.get(one)?.text ?? "").join("\n"),
  };
}
