import type { Doc } from "../types.js";
import { relationChange, type Change, type Place } from "./change.js";
import type { Relation } from "./comparer.js";

/** Doc tags that limit values; the sign says which way is narrower. */
const LIMITS: ReadonlyMap<string, 1 | -1 | 0> = new Map([
  ["minimum", 1],
  ["minLength", 1],
  ["minItems", 1],
  ["maximum", -1],
  ["maxLength", -1],
  ["maxItems", -1],
  ["pattern", 0],
  ["TJS-pattern", 0],
]);

/** What became of the limits that a doc comment sets. */
export function limitChanges(before: Doc, after: Doc, place: Place): Change[] {
  const changes: Change[] = [];
  const add = (
    relation: Relation,
    was: string | null,
    is: string | null,
  ): void => void changes.push(relationChange(place, relation, was, is));

  for (const [tag, sign] of LIMITS) {
    const [was, is] = [valueOf(before, tag), valueOf(after, tag)];
    if (was === is) continue;
    const order = (Number(is) - Number(was)) * sign;
    // `1` and `1.0` are one limit, but not one pattern.
    if (was !== null && is !== null && sign !== 0 && order === 0) continue;
    add(
      {
        widened: is === null || (was !== null && !(order > 0)),
        narrowed: was === null || (is !== null && !(order < 0)),
      },
      was === null ? null : `@${tag} ${was}`,
      is === null ? null : `@${tag} ${is}`,
    );
  }
  const was = valueOf(before, "nullable") === null ? null : "@nullable";
  const is = valueOf(after, "nullable") === null ? null : "@nullable";
  if (was !== is)
    add({ widened: is !== null, narrowed: was !== null }, was, is);
  // `number` means an integer but where the doc comment says otherwise.
  const [any, anyNow] = [before, after].map(
    (doc) => valueOf(doc, "TJS-type") === "number",
  );
  if (anyNow && !any)
    add({ widened: true, narrowed: false }, "an integer", "any number");
  if (any && !anyNow)
    add({ widened: false, narrowed: true }, "any number", "an integer");
  return changes;
}

function valueOf({ tags }: Doc, name: string): string | null {
  return tags.find((tag) => tag.name === name)?.text ?? null;
}
