/** What a client lets pass because only later revisions know it. */
import type {
  LaterByMethod,
  LaterFacts,
  LaterValues,
} from "../../model/history/newer-values.js";
import { hardline, indent, type Layout } from "../print/layout.js";
import { arrayLayout, objectLayout } from "../print/object-layout.js";
import { objectKey, quote } from "../print/syntax.js";

/** For a schema that no later revision is known of. */
export const NOTHING_LATER: LaterFacts = { results: {}, incoming: {} };

/** A message, or the result of one, and its type. */
interface Checked {
  readonly method: string;
  readonly type: string;
}

/** Whether later revisions have anything new for a client. */
export function hasLater(later: LaterFacts): boolean {
  const { results, incoming } = later;
  return Object.keys({ ...results, ...incoming }).length > 0;
}

/** A rule with the values that only later revisions know. */
export interface LaterRule {
  readonly method: string;
  readonly type: string;
  readonly places: LaterValues;
}

/** The checks that later revisions have something new for. */
export function laterRulesOf(
  checks: readonly Checked[],
  later: LaterByMethod,
): LaterRule[] {
  return checks.flatMap(({ method, type }) => {
    const places = Object.hasOwn(later, method) ? later[method] : undefined;
    return places ? [{ method, type, places }] : [];
  });
}

/** The `later` of a client's `PROTOCOL`. */
export function laterLayout(
  rules: Readonly<Record<"results" | "incoming", readonly LaterRule[]>>,
  place: string,
): Layout {
  const table = (list: readonly LaterRule[]): Layout =>
    objectLayout(
      list.map(({ method, type, places }) => [
        objectKey(method),
        [
          "[",
          indent([
            hardline,
            `${place}validate${type},`,
            hardline,
            objectLayout(
              Object.entries(places).map(([at, texts]) => [
                objectKey(at),
                arrayLayout(texts.map(quote)),
              ]),
            ),
            ",",
          ]),
          hardline,
          "]",
        ],
      ]),
    );
  return [
    "/*@__PURE__*/ laterValues(",
    objectLayout([
      ["results", table(rules.results)],
      ["incoming", table(rules.incoming)],
    ]),
    ")",
  ];
}
