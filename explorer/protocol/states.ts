/** Changes of each method from revision to revision. */
import { diffModels, type Change } from "../../generator/model/diff/diff.js";
import { namesIn } from "../../generator/model/walk.js";
import type { Method } from "../../generator/model/types.js";
import {
  findMethodDeclarations,
  REVISIONS,
  type Revision,
} from "./revision.js";

/**
 * State of a method in a revision compared with the preceding revision, such as
 * `added`.
 */
export type State = "added" | "changed" | "same" | "gone" | "absent";

const known = new Map<string, readonly Change[]>();

/**
 * Returns all differences between two protocol revisions. The result is cached.
 */
export function changesBetween(
  older: Revision,
  newer: Revision,
): readonly Change[] {
  const key = JSON.stringify([older.name, newer.name]);
  const changes = known.get(key) ?? diffModels(older.model, newer.model);
  known.set(key, changes);
  return changes;
}

/** Returns the changes of a method, its params and its result. */
export function getMethodChanges(
  method: string,
  older: Revision,
  newer: Revision,
): readonly Change[] {
  const names = new Set([
    method,
    ...findMethodDeclarations(newer, method).flatMap(ownTypes),
  ]);
  return changesBetween(older, newer).filter(
    (change) => names.has(change.of) && !isName(change),
  );
}

/**
 * Returns whether a change only adds, removes or renames a declaration.
 * Messages do not contain the names of declarations, so such a change does not
 * affect them.
 */
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

/**
 * Returns the states of a method in all revisions, oldest first. The states
 * fill the method's row in the matrix of the start view.
 */
export function getStates(method: string): State[] {
  return REVISIONS.map((revision, index) => {
    const before = REVISIONS[index - 1];
    const is = revision.methods.some(
      (candidate) => candidate.method === method,
    );
    const was =
      before?.methods.some((candidate) => candidate.method === method) ?? false;
    if (!is) return was ? "gone" : "absent";
    if (!before) return "same";
    if (!was) return "added";
    return getMethodChanges(method, before, revision).length > 0
      ? "changed"
      : "same";
  });
}
