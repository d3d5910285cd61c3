import type { MethodRule } from "../facts/method-rules.js";
import { call, type Layout } from "../print/layout.js";
import type { Use } from "../print/pieces.js";

/**
 * Returns the code that creates the validation rules: one function call for
 * each method.
 */
export function ruleLayouts(
  checks: readonly MethodRule[],
  prefix: string,
  use: Use,
): ReadonlyMap<string, Layout> {
  return new Map(
    checks.map(({ method, shape, rule }) => [
      method,
      // The annotation `@__PURE__` indicates that the call has no side effect,
      // so that bundlers can drop unused rules.
      ["/*@__PURE__*/ ", call(use(rule), use(prefix + shape))],
    ]),
  );
}
