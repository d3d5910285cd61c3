/**
 * Creates boolean expressions that check whether the value of a variable
 * matches a type.
 */
import { call } from "../print/layout.js";
import type { Normal } from "../../model/normal/normal.js";
import type { NumberShape, StringShape } from "../../model/resolved/shape.js";
import { unreachable } from "../../model/walk.js";
import type { Layout } from "../print/layout.js";
import { literal } from "../print/syntax.js";
import {
  and,
  compare,
  FALSE,
  or,
  term,
  TRUE,
  type Condition,
} from "./expressions.js";
import type { GuardFunction, GuardFunctions } from "./guard-functions.js";
import type { Use } from "../print/pieces.js";

/**
 * Guard function whose body contains a condition. `depth` is the nesting depth
 * that the condition passes to nested calls of guard functions.
 */
interface GuardContext {
  readonly part: GuardFunction;
  readonly depth: "depth" | "depth + 1";
}

export type WriteCondition = (type: Normal, variable: string) => Condition;

/**
 * Returns a function that creates the condition for a type.
 *
 * @param site Guard function that contains the conditions, if there is one.
 */
export function createConditionWriter(
  parts: GuardFunctions,
  use: Use,
  site?: GuardContext,
): WriteCondition {
  return check;

  function check(type: Normal, variable: string): Condition {
    const part = parts.find(type);
    if (part)
      return term(call(use(part.name), variable, ...getDepthArgument(part)));
    switch (type.kind) {
      case "any":
        return TRUE;
      case "never":
        return FALSE;
      case "boolean":
        return compare(`typeof ${variable}`, "===", '"boolean"');
      case "string":
        return text(type, variable);
      case "number":
        return numeric(type, variable);
      case "literals":
        return or(
          ...type.values.map((v) => compare(variable, "===", literal(v))),
        );
      case "object":
        return term(call(use("isObject"), variable));
      case "array":
        return and(
          term(call("Array.isArray", variable)),
          ...within(`${variable}.length`, type.minItems, type.maxItems),
        );
      case "union":
        return or(...type.members.map((member) => check(member, variable)));
      case "tagged":
      case "ref":
        throw new Error(`No guard function checks ${JSON.stringify(type)}`);
      default:
        return unreachable(type);
    }
  }

  function getDepthArgument(part: GuardFunction): string[] {
    if (part.cycle === null) return [];
    return [part.cycle === site?.part.cycle ? site.depth : "0"];
  }

  function text(type: StringShape, variable: string): Condition {
    const { minLength, maxLength, patterns = [] } = type;
    const isLimited = minLength !== undefined || maxLength !== undefined;
    const length = isLimited ? call(use("lengthOf"), variable) : "";
    return and(
      compare(`typeof ${variable}`, "===", '"string"'),
      ...within(length, minLength, maxLength),
      ...patterns.map((pattern) =>
        term(call(`${use(parts.patternName(pattern))}.test`, variable)),
      ),
    );
  }
}

/**
 * Returns the conditions `value >= min` and `value <= max`. No condition is
 * created for an undefined limit.
 */
function within(value: Layout, min?: number, max?: number): Condition[] {
  return [
    ...(min === undefined ? [] : [compare(value, ">=", literal(min))]),
    ...(max === undefined ? [] : [compare(value, "<=", literal(max))]),
  ];
}

/**
 * Returns the condition for a number. NaN fails every comparison. If the type
 * has both a lower and an upper bound, infinite numbers fail, too, so
 * `Number.isFinite` is not needed.
 */
function numeric(type: NumberShape, variable: string): Condition {
  const { integer, minimum, maximum } = type;
  if (!integer && minimum !== undefined && maximum !== undefined)
    return and(
      compare(`typeof ${variable}`, "===", '"number"'),
      ...within(variable, minimum, maximum),
    );
  return and(
    term(call(integer ? "Number.isInteger" : "Number.isFinite", variable)),
    ...within(`(${variable} as number)`, minimum, maximum),
  );
}
