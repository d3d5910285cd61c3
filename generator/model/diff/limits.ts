import type { Flow } from "../flow.js";
import type { Doc } from "../types.js";
import { verdictOf } from "./change.js";
import type { Change } from "./change.js";
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
export function limitChanges(
  before: Doc,
  after: Doc,
  flow: Flow,
  base: Pick<Change, "subject" | "of" | "path">,
): Change[] {
  const changes: Change[] = [];
  const add = (
    relation: Relation,
    was: string | null,
    is: string | null,
  ): void => {
    const { widened, narrowed } = relation;
    changes.push({
      ...base,
      kind: widened && narrowed ? "changed" : widened ? "widened" : "narrowed",
      before: was,
      after: is,
      ...verdictOf(relation, flow),
    });
  };
  for (const [tag, sign] of LIMITS) {
    const was = valueOf(before, tag);
    const is = valueOf(after, tag);
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
  const [taken, takes] = [before, after].map(
    (doc) => valueOf(doc, "nullable") !== null,
  );
  if (taken !== takes)
    add(
      { widened: takes === true, narrowed: taken === true },
      taken ? "@nullable" : null,
      takes ? "@nullable" : null,
    );
  const [was, is] = [numberOf(before), numberOf(after)];
  if (was !== is) add({ widened: is, narrowed: !is }, kindOf(was), kindOf(is));
  return changes;
}

function valueOf({ tags }: Doc, name: string): string | null {
  return tags.find((tag) => tag.name === name)?.text ?? null;
}

/** `number` means an integer but where the doc comment says otherwise. */
function numberOf(doc: Doc): boolean {
  return valueOf(doc, "TJS-type") === "number";
}

function kindOf(fraction: boolean): string {
  return fraction ? "any number" : "an integer";
}
