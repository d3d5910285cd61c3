/** What a client lets pass because only later revisions know it. */
import type { LaterFacts } from "../../model/history/newer-values.js";
import { braced, type Layout } from "../print/layout.js";
import { arrayLayout, objectLayout } from "../print/object-layout.js";
import { objectKey, quote } from "../print/syntax.js";
import type { Check } from "./rules.js";

/** Whether later revisions have anything new for a client. */
export function hasLater(later: LaterFacts): boolean {
  const { results, incoming } = later;
  return Object.keys({ ...results, ...incoming }).length > 0;
}

/** The `later` of a client's `PROTOCOL`: of what is checked, what is newer. */
export function laterLayout(
  checks: Readonly<Record<keyof LaterFacts, readonly Check[]>>,
  later: LaterFacts,
  place: string,
): Layout {
  const table = (kind: keyof LaterFacts): Layout =>
    objectLayout(
      checks[kind]
        .filter(({ method }) => Object.hasOwn(later[kind], method))
        .map(({ method, type }) => {
          const places = Object.entries(later[kind][method] ?? {});
          const values = objectLayout(
            places.map(([at, strings]) => [
              objectKey(at),
              arrayLayout(strings.map(quote)),
            ]),
          );
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
