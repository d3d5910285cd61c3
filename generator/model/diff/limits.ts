import { isLimit } from "../doc-tags.js";
import type { Doc, TypeNode } from "../types.js";
import { relationChange, type Change, type Place } from "./change.js";

/** What became of the limits that a doc comment sets to the newer type. */
export function limitChanges(
  before: Doc,
  after: Doc,
  type: TypeNode,
  place: Place,
): Change[] {
  const [was, is] = [limitsOf(before), limitsOf(after)];
  if (was.join() === is.join()) return [];
  const relation = place.comparer.relateLimits(type, before, after);
  if (!relation.widened && !relation.narrowed) return [];
  // `number` means an integer but where the doc comment says otherwise.
  const integer = [...was, ...is].includes(ANY_NUMBER) ? "an integer" : "";
  const textOf = (limits: readonly string[]): string | null =>
    [limits.includes(ANY_NUMBER) ? "" : integer, ...limits]
      .filter(Boolean)
      .join(" ") || null;
  return [relationChange(place, relation, textOf(was), textOf(is))];
}

const ANY_NUMBER = "any number";

/** `@minimum 0`, `@maximum 1` */
function limitsOf({ tags }: Doc): readonly string[] {
  return tags
    .filter(({ name }) => isLimit(name))
    .map(({ name, text }) => `@${name} ${text}`.trim())
    .map((limit) => (limit === "@TJS-type number" ? ANY_NUMBER : limit));
}
