/**
 * Compares two models and lists the changes, each with the peers that it
 * breaks. Inheritance, aliases and type names are resolved first, because they
 * do not appear on the wire.
 */
import type { Change } from "./change.js";
import { compareDeclarations, createNameChange } from "./declarations.js";
import { createComparer } from "./comparer.js";
import type { MemberPredicate } from "./members.js";
import { compareExtensions, compareMethods } from "./methods.js";
import { likelyRenames } from "./renames.js";
import { commonFlow, getFlows, NO_FLOW, type Flow } from "../flow.js";
import { declarationsByName } from "../lookup.js";
import type { LiteralValue, ProtocolModel } from "../types.js";

export type { Change } from "./change.js";

/**
 * Unions of all messages or all results that a side sends, such as
 * `ClientRequest`. Changes in these unions are reported with the individual
 * methods.
 */
const UNIONS: ReadonlySet<string> = new Set([
  "ClientRequest",
  "ServerRequest",
  "ClientNotification",
  "ServerNotification",
  "InputRequest",
  "ClientResult",
  "ServerResult",
]);

/**
 * Returns all differences that matter on the wire or to a reader of the schema.
 * Changes of extensions and methods come first, followed by changes of
 * declarations in the order of the newer model. Removed declarations come last.
 */
export function diffModels(
  older: ProtocolModel,
  newer: ProtocolModel,
): Change[] {
  const before = declarationsByName(older);
  const after = declarationsByName(newer);
  const renames = likelyRenames(before, after);
  const comparer = createComparer(older, newer, renames);
  const [flowsBefore, flowsAfter] = [getFlows(older), getFlows(newer)];
  // Returns the directions in which a type is sent in both models. If a type is
  // sent in only one of the models, the change of the method that sends the
  // type is reported instead.
  const getCommonFlow = (was: string, is: string): Flow =>
    commonFlow(flowsBefore.get(was) ?? NO_FLOW, flowsAfter.get(is) ?? NO_FLOW);
  const sent = methodNames(older);
  const sentNow = methodNames(newer);
  /**
   * Returns true for the member `method` of a message. A changed method name is
   * already reported as a change of the method, so the member is skipped.
   */
  const isMethodName: MemberPredicate = (was, is) =>
    was?.name === "method" &&
    was.type.kind === "literal" &&
    is?.type.kind === "literal" &&
    sent.has(was.type.value) &&
    sentNow.has(is.type.value);

  const origins: ReadonlyMap<string, string> = new Map(
    [...renames].map(([from, to]) => [to, from]),
  );
  const changes = [
    ...compareExtensions(older, newer),
    ...compareMethods(older, newer, comparer),
  ];
  for (const is of newer.declarations) {
    const { name } = is;
    if (UNIONS.has(name)) continue;
    const was = before.get(
      origins.get(name) ?? (renames.has(name) ? "" : name),
    );
    if (!was) {
      changes.push(createNameChange("added", null, is));
      continue;
    }
    if (was.name !== name) changes.push(createNameChange("renamed", was, is));
    const flow = getCommonFlow(was.name, name);
    changes.push(...compareDeclarations(was, is, comparer, flow, isMethodName));
  }
  for (const was of older.declarations)
    if (!after.has(was.name) && !renames.has(was.name) && !UNIONS.has(was.name))
      changes.push(createNameChange("removed", was, null));
  return changes;
}

function methodNames({ methods }: ProtocolModel): ReadonlySet<LiteralValue> {
  return new Set(methods.map(({ method }) => method));
}
