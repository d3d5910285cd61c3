import type { TypeNode } from "../model/types.js";
import { unreachable } from "../model/walk.js";

/**
 * Where a type stands, which decides its parentheses and how a union breaks:
 * - `annotation`: after a colon, an `extends` or a default
 * - `assignment`: after the `=` of an alias that breaks there
 * - `argument`: between `<` and `>`
 * - `tuple`, `tuples`: the only element of a tuple, one of several
 * - `operand`: one of a union's or an intersection's types
 * - `element`: before `[]`
 * - `object`: before `["key"]`
 * - `operator`: after `keyof`, `readonly` or `...`, or before `?`
 */
export type Position =
  | "annotation"
  | "assignment"
  | "argument"
  | "tuple"
  | "tuples"
  | "operand"
  | "element"
  | "object"
  | "operator";

/** True for `(A & B)[]`, `(keyof A)["length"]`, `(typeof A)[]`. */
export function needsParentheses(type: TypeNode, position: Position): boolean {
  switch (position) {
    case "annotation":
    case "assignment":
    case "argument":
    case "tuple":
    case "tuples":
      return false;
    case "operand":
      return isOperation(type);
    case "element":
    case "object":
      return isOperation(type) || isOperator(type) || type.kind === "constant";
    case "operator":
      return isOperation(type) || isOperator(type);
    default:
      return unreachable(position);
  }
}

function isOperation(type: TypeNode): boolean {
  return type.kind === "union" || type.kind === "intersection";
}

function isOperator(type: TypeNode): boolean {
  if (type.kind === "array" || type.kind === "tuple") return type.readonly;
  return type.kind === "keyof";
}
