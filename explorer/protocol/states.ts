/** What became of each method from revision to revision. */
import { diffModels, type Change } from "../../generator/model/diff/diff.js";
import { namesIn } from "../../generator/model/walk.js";
import type { Method } from "../../generator/model/types.js";
import { declarationsOf, REVISIONS, type Revision } from "./revision.js";

/** What a method is in a revision, beside the one before. */
export type State = "added" | "changed" | "same" | "gone" | "absent";

const known = new Map<string, readonly Change[]>();

/** All that is different between two revisions; worked out once. */
export function changesBetween(
  older: Revision,
  newer: Revision,
): readonly Change[] {
  const key = JSON.stringify([older.name, newer.name]);
  const changes = known.get(key) ?? diffModels(older.model, newer.model);
  known.set(key, changes);
  return changes;
}

/** The changes that a method shows: of itself, its params and its result. */
export function changesOf(
  method: string,
  older: Revision,
  newer: Revision,
): readonly Change[] {
  const names = new Set([
    method,
    ...declarationsOf(newer, method).flatMap(ownTypes),
  ]);
  return changesBetween(older, newer).filter(
    (change) => names.has(change.of) && !isName(change),
  );
}

/** Whether only the name of a declaration came or went, which no message has. */
function isName({ subject, kind }: Change): boolean {
  return (
    subject === "type" &&
    (kind === "added" || kind === "removed" || kind === "renamed")
  );
}

function ownTypes({ declaration, params, result, taskResult }: Method) {
  const types = [params, result, taskResult].filter(
    (type) => type?.kind === "reference",
  );
  return [
    declaration,
    ...namesIn(types.filter((type) => type !== undefined && type !== null)),
  ];
}

/** A row of the matrix: the states of a method, oldest revision first. */
export function statesOf(method: string): State[] {
  return REVISIONS.map((revision, index) => {
    const before = REVISIONS[index - 1];
    const is = revision.methods.some((one) => one.method === method);
    const was = before?.methods.some((one) => one.method === method) ?? false;
    if (!is) return was ? "gone" : "absent";
    if (!before) return "same";
    if (!was) return "added";
    return changesOf(method, before, revision).length > 0 ? "changed" : "same";
  });
}
