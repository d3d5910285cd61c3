/** A type as a condition on a variable. */
import type { Normal } from "../../model/normal/normal.js";
import type { NumberShape, StringShape } from "../../model/resolved/shape.js";
import { unreachable } from "../../model/walk.js";
import { literal } from "../print/syntax.js";
import {
  and,
  call,
  compare,
  FALSE,
  or,
  term,
  TRUE,
  type Condition,
} from "./expressions.js";
import type { Helpers } from "./helpers.js";
import type { GuardFunction, Parts } from "./parts.js";

/** Where a condition stands: in which part, and how deep calls from it go. */
export interface Site {
  readonly part: GuardFunction;
  readonly depth: "depth" | "depth + 1";
}

export type ConditionWriter = (
  type: Normal,
  variable: string,
  site?: Site,
) => Condition;

export function conditionWriter(
  parts: Parts,
  helpers: Helpers,
): ConditionWriter {
  return condition;

  function condition(type: Normal, variable: string, site?: Site): Condition {
    const part = parts.partOf(type);
    if (part) return term(partCall(part, variable, site));
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
        return term(call(helpers.use("guards", "isObject"), variable));
      case "array":
        return and(
          term(call("Array.isArray", variable)),
          ...lengths(`${variable}.length`, type.minItems, type.maxItems),
        );
      case "union":
        return or(...type.members.map((m) => condition(m, variable, site)));
      case "tagged":
      case "ref":
        throw new Error(`No function for ${JSON.stringify(type)}`);
      default:
        return unreachable(type);
    }
  }

  function partCall(part: GuardFunction, variable: string, site?: Site) {
    const name = helpers.guard(part.name);
    if (!part.recursive) return call(name, variable);
    const inside = site && parts.sameCycle(part, site.part);
    return call(name, variable, inside ? site.depth : "0");
  }

  function text(type: StringShape, variable: string): Condition {
    const { minLength, maxLength, patterns = [] } = type;
    const length = () => call(helpers.use("guards", "lengthOf"), variable);
    return and(
      compare(`typeof ${variable}`, "===", '"string"'),
      ...(minLength === undefined && maxLength === undefined
        ? []
        : lengths(length(), minLength, maxLength)),
      ...patterns.map((pattern) =>
        term(call(`${helpers.pattern(pattern)}.test`, variable)),
      ),
    );
  }
}

/** `length >= min && length <= max` */
function lengths(
  length: Parameters<typeof compare>[0],
  min?: number,
  max?: number,
): Condition[] {
  return [
    ...(min === undefined ? [] : [compare(length, ">=", literal(min))]),
    ...(max === undefined ? [] : [compare(length, "<=", literal(max))]),
  ];
}

/** Comparisons refuse NaN; both bounds together refuse what is not finite. */
function numeric(type: NumberShape, variable: string): Condition {
  const { integer, minimum, maximum } = type;
  const kind = term(
    call(integer ? "Number.isInteger" : "Number.isFinite", variable),
  );
  if (minimum === undefined && maximum === undefined) return kind;
  if (integer || minimum === undefined || maximum === undefined)
    return and(kind, ...lengths(`(${variable} as number)`, minimum, maximum));
  return and(
    compare(`typeof ${variable}`, "===", '"number"'),
    ...lengths(variable, minimum, maximum),
  );
}
