/**
 * What changed between two models, and whom it breaks. Models are compared,
 * never text: inheritance, aliases and the names of types are resolved,
 * because none of them is on the wire.
 */
import type { Change } from "./change.js";
import { compareDeclarations, named } from "./declarations.js";
import { createComparer } from "./comparer.js";
import type { Known } from "./members.js";
import { compareMethods } from "./methods.js";
import { likelyRenames } from "./renames.js";
import { commonFlow, flowsOf, NO_FLOW, type Flow } from "../flow.js";
import { declarationsByName } from "../lookup.js";
import type { ProtocolModel } from "../types.js";

export type { Breaks, Change, ChangeKind, ChangeSubject } from "./change.js";
export { ENVELOPES } from "./declarations.js";

/** Unions that say which methods there are, and what answers them. */
export const UNIONS: ReadonlySet<string> = new Set([
  "ClientRequest",
  "ServerRequest",
  "ClientNotification",
  "ServerNotification",
  "InputRequest",
  "ClientResult",
  "ServerResult",
]);

/**
 * All differences that matter on the wire or to a reader, methods first, then
 * declarations in the order of the newer model, then those that are gone.
 */
export function diffModels(
  older: ProtocolModel,
  newer: ProtocolModel,
): Change[] {
  const before = declarationsByName(older);
  const after = declarationsByName(newer);
  const renames = likelyRenames(before, after);
  const comparer = createComparer(older, newer, renames);
  const [flowsBefore, flowsAfter] = [flowsOf(older), flowsOf(newer)];
  // What only one model sends is reported of its method.
  const flowOf = (was: string, is: string): Flow =>
    commonFlow(flowsBefore.get(was) ?? NO_FLOW, flowsAfter.get(is) ?? NO_FLOW);
  const changes = compareMethods(older, newer, renames, comparer);
  const [sent, sentNow] = [older, newer].map(
    ({ methods }) => new Set(methods.map(({ method }) => method)),
  );
  /** What became of the name of a method is said of the method. */
  const isMethodName: Known = (was, is) =>
    was?.name === "method" &&
    was.type.kind === "literal" &&
    is?.type.kind === "literal" &&
    sent?.has(String(was.type.value)) === true &&
    sentNow?.has(String(is.type.value)) === true;

  const origins: ReadonlyMap<string, string> = new Map(
    [...renames].map(([from, to]) => [to, from]),
  );
  for (const declaration of newer.declarations) {
    const { name } = declaration;
    if (UNIONS.has(name)) continue;
    const was = before.get(
      origins.get(name) ?? (renames.has(name) ? "" : name),
    );
    if (!was) changes.push(named("added", null, declaration));
    else {
      if (was.name !== name) changes.push(named("renamed", was, declaration));
      changes.push(
        ...compareDeclarations(
          was,
          declaration,
          comparer,
          flowOf(was.name, name),
          isMethodName,
        ),
      );
    }
  }
  for (const declaration of older.declarations)
    if (
      !after.has(declaration.name) &&
      !renames.has(declaration.name) &&
      !UNIONS.has(declaration.name)
    )
      changes.push(named("removed", declaration, null));
  return changes;
}
