/** Types of which no member says it all: what became of the whole. */
import type { TypeNode } from "../types.js";
import { BREAKS_NONE, changeAt, verdictOf } from "./change.js";
import type { Change, Verdict } from "./change.js";
import type { Found, Place } from "./members.js";
import { recordsIn } from "./objects.js";
import { relate } from "./relation.js";
import { openedTexts, sameWords } from "./words.js";

/** What became of a type that there is no member to say it of. */
export function compareWhole(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
): readonly Change[] {
  const { comparer } = place;
  const relation = relate(older, newer, comparer);
  const texts = openedTexts(older, newer, comparer);
  if (!relation.widened && !relation.narrowed)
    return sameWords(older, newer, comparer)
      ? []
      : [{ ...changeAt(place), kind: "changed", ...texts, ...ANY_STRING }];
  const both = relation.widened && relation.narrowed;
  return [
    {
      ...changeAt(place),
      kind: both ? "changed" : relation.widened ? "widened" : "narrowed",
      ...texts,
      ...verdictOf(relation, place.flow),
    },
  ];
}

const ANY_STRING: Verdict = {
  breaks: BREAKS_NONE,
  why: "Any string is legal; the words are those that are known.",
};

/** What the members say, or of the whole what they do not say of its records. */
export function withRecords(
  inside: Found,
  older: TypeNode,
  newer: TypeNode,
  place: Place,
): Found {
  const was = recordsIn(older, place.comparer.older);
  const is = recordsIn(newer, place.comparer.newer);
  if (was.length + is.length === 0) return inside;
  // Something of these is said elsewhere; a record that came or went is not.
  if (!inside.complete && was.join() === is.join()) return inside;
  const whole = compareWhole(older, newer, place);
  const [said, meant] = [inside.changes, whole].map((changes) => [
    changes.some(({ breaks }) => breaks.client),
    changes.some(({ breaks }) => breaks.server),
  ]);
  const agree = String(said) === String(meant);
  return agree && inside.changes.length > 0
    ? inside
    : { changes: whole, complete: true };
}
