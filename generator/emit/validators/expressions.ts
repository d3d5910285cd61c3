/** Prints expressions and statements in Prettier's style. */
import {
  assigned,
  beside,
  braced,
  call,
  enclosed,
  fits,
  group,
  ifBreak,
  indent,
  line,
  softline,
  type Layout,
} from "../print/layout.js";

/**
 * Boolean expression. `and` and `or` store their operands as a list, so that
 * nested expressions can be merged.
 */
export type Condition =
  | { readonly kind: "true" | "false" }
  | {
      readonly kind: "term";
      readonly layout: Layout;
      /**
       * Whether Prettier prints the expression directly after `if (`, even if
       * the expression is long.
       */
      readonly hugs?: boolean;
    }
  | {
      readonly kind: "comparison";
      readonly left: Layout;
      readonly operator: Operator;
      readonly right: Layout;
    }
  | { readonly kind: "and" | "or"; readonly operands: readonly Condition[] };

type Operator = "===" | "!==" | "<=" | ">=";

type Chain = Extract<Condition, { kind: "and" | "or" }>;

export const TRUE: Condition = { kind: "true" };
export const FALSE: Condition = { kind: "false" };

export function term(layout: Layout): Condition {
  return { kind: "term", layout };
}

/**
 * Returns `a && b`. A nested `and` is flattened, and operands that are always
 * true are left out.
 */
export function and(...operands: readonly Condition[]): Condition {
  return connect("and", operands, "true", "false");
}

/**
 * Returns `a || b`. A nested `or` is flattened, and operands that are always
 * false are left out.
 */
export function or(...operands: readonly Condition[]): Condition {
  return connect("or", operands, "false", "true");
}

function connect(
  kind: "and" | "or",
  operands: readonly Condition[],
  neutral: "true" | "false",
  absorbing: "true" | "false",
): Condition {
  const flat = operands
    .flatMap((operand) =>
      operand.kind === kind ? operand.operands : [operand],
    )
    .filter((operand) => operand.kind !== neutral);
  const absorbed = flat.find((operand) => operand.kind === absorbing);
  if (absorbed) return absorbed;
  const [first] = flat;
  if (!first) return { kind: neutral };
  return flat.length === 1 ? first : { kind, operands: flat };
}

/** Returns a comparison such as `left === right`. */
export function compare(
  left: Layout,
  operator: Operator,
  right: Layout,
): Condition {
  return { kind: "comparison", left, operator, right };
}

/**
 * Body of a function: a list of statements, or a single condition that the
 * function returns.
 */
export type Body = readonly Layout[] | Condition;

function isCondition(body: Body): body is Condition {
  return "kind" in body;
}

/** Returns the body of a function as a list of statements. */
export function toStatements(body: Body): readonly Layout[] {
  return isCondition(body) ? [returned(body)] : body;
}

/**
 * Returns whether the condition reads the checked variable only once. If so,
 * the generated code needs no local constant for the value.
 */
export function readsOnce({ kind }: Condition): boolean {
  return kind === "term" || kind === "comparison";
}

/** Returns `return condition;`. */
export function returned(condition: Condition): Layout {
  if (!isChain(condition)) return beside("return ", operand(condition), ";");
  return [
    "return ",
    group([
      ifBreak("("),
      indent([softline, group(chain(condition))]),
      softline,
      ifBreak(")"),
    ]),
    ";",
  ];
}

/**
 * Returns `if (condition) statement`. A statement that does not fit on the line
 * is printed on the next line.
 */
export function when(condition: Condition, statement: Layout): Layout {
  if (condition.kind === "true") return statement;
  const inner = isChain(condition)
    ? chain(condition, false)
    : operand(condition);
  const hugs = condition.kind === "term" && condition.hugs === true;
  const test = hugs ? inner : [indent([softline, inner]), softline];
  return group(["if (", group(test), ")", indent([line, statement])]);
}

/**
 * Returns `if (!condition) statement`. A single comparison is negated by using
 * the opposite operator, so the comparison must use `===` or `!==`.
 */
export function unless(condition: Condition, statement: Layout): Layout {
  return when(negate(condition), statement);
}

function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case "true":
      return FALSE;
    case "false":
      return TRUE;
    case "term":
      return term(["!", condition.layout]);
    case "comparison": {
      const operator = condition.operator === "===" ? "!==" : "===";
      return { ...condition, operator };
    }
    default: {
      const inner = group([indent([softline, chain(condition)]), softline]);
      return { kind: "term", layout: ["!(", inner, ")"], hugs: true };
    }
  }
}

function isChain(condition: Condition): condition is Chain {
  return condition.kind === "and" || condition.kind === "or";
}

/** Returns `const { a, b: c } = subject;`. */
export function destructured(
  patterns: readonly (readonly [key: string, local: string])[],
  subject: string,
): Layout {
  const parts = patterns.map(([key, local]) =>
    key === local ? key : group([key, ":", group(indent(line)), local]),
  );
  const left = enclosed("const {", parts, "}", line);
  const renames = patterns.some(([key, local]) => key !== local);
  return renames && patterns.length > 2
    ? [left, ` = ${subject};`]
    : [assigned(left, subject), ";"];
}

/** Returns the operands of an `and` or `or`, with the operator between them. */
function chain(condition: Chain, grouped = true): Layout[] {
  const operator = condition.kind === "and" ? "&&" : "||";
  const [first, ...others] = condition.operands;
  const pair =
    grouped &&
    condition.operands.length === 2 &&
    !condition.operands.some(isChain);
  return [
    first ? operand(first) : "",
    ...others.flatMap((other): Layout[] =>
      pair
        ? [" ", group([operator, line, operand(other)])]
        : [` ${operator}`, line, operand(other)],
    ),
  ];
}

function operand(condition: Condition): Layout {
  switch (condition.kind) {
    case "true":
    case "false":
      return condition.kind;
    case "term":
      return condition.layout;
    case "comparison": {
      const { left, operator, right } = condition;
      return [left, indent([" ", group([operator, line, right])])];
    }
    default: {
      const [first, ...rest] = chain(condition);
      return ["(", group([first ?? "", indent(rest)]), ")"];
    }
  }
}

/**
 * Returns `const name = (parameters): result => { … };`, without braces if the
 * body is a condition. V8 can inline calls of a `const`. Calls of a function
 * declaration cannot be inlined, because the name of the function may be
 * reassigned.
 */
export function constant(
  name: string,
  parameters: readonly string[],
  result: string,
  body: Body,
): Layout {
  const answer = isCondition(body)
    ? group(indent([line, isChain(body) ? group(chain(body)) : operand(body)]))
    : [" ", braced(body)];
  const head = `const ${name} = (${parameters.join(", ")}): ${result} =>`;
  if (fits(`${head} {`)) return [head, answer, ";"];
  const whole = [call("", ...parameters), `: ${result} =>`, answer];
  return [assigned(`const ${name}`, whole), ";"];
}
