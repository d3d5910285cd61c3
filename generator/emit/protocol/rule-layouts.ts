import type { MethodRule } from "../facts/method-rules.js";
import { call, type Layout } from "../print/layout.js";
import type { Use } from "../print/pieces.js";

/** Returns the call that creates the validation rule of each method. */
export function ruleLayouts(
  checks: readonly MethodRule[],
  prefix: string,
  use: Use,
): ReadonlyMap<string, Layout> {
  return new Map(
    checks.map(({ method, shape, rule }) => [
      method,
      // The annotation lets bundlers drop unused rules: creating one has no
      // side effect.
      ["/*@__PURE__*/ ", call(use(rule), use(prefix + shape))],
    ]),
  );
}
