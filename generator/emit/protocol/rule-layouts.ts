import type { Check } from "../facts/checks.js";
import { call, type Layout } from "../print/layout.js";
import type { Use } from "../print/pieces.js";

/** Returns the rule of each method by its name. */
export function ruleLayouts(
  checks: readonly Check[],
  place: string,
  use: Use,
): ReadonlyMap<string, Layout> {
  return new Map(
    checks.map(({ method, shape, rule }) => [
      method,
      // A bundler leaves out what nobody uses: making a rule has no effect.
      ["/*@__PURE__*/ ", call(use(rule), use(place + shape))],
    ]),
  );
}
