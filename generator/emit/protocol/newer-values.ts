/** What a client lets pass because only later revisions know it. */
import type { LaterFacts } from "../../model/history/newer-values.js";
import { braced, type Layout } from "../print/layout.js";
import { objectLayout, valueLayout } from "../print/object-layout.js";
import { objectKey } from "../print/syntax.js";
import type { Check } from "./rules.js";

/**
 * The `later` of a client's `PROTOCOL`: of what is checked, what is newer. Null
 * where later revisions have nothing new for a client.
 */
export function laterLayout(
  checks: Readonly<Record<keyof LaterFacts, readonly Check[]>>,
  later: LaterFacts,
  place: string,
): Layout | null {
  if (Object.keys({ ...later.results, ...later.incoming }).length === 0)
    return null;
  const table = (kind: keyof LaterFacts): Layout =>
    objectLayout(
      checks[kind]
        .filter(({ method }) => Object.hasOwn(later[kind], method))
        .map(({ method, type }) => {
          const values = valueLayout(later[kind][method]);
          const validate = `${place}validate${type}`;
          return [
            objectKey(method),
            braced(
              [validate, values].map((one) => [one, ","]),
              ["[", "]"],
            ),
          ];
        }),
    );
  return [
    "/*@__PURE__*/ laterValues(",
    objectLayout([
      ["results", table("results")],
      ["incoming", table("incoming")],
    ]),
    ")",
  ];
}
