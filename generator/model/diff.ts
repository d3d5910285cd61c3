/**
 * What changed between two models, and whom it breaks. Models are compared,
 * never text: inheritance, aliases and the names of types are seen through,
 * because none of them is on the wire.
 */
import { BREAKS_NONE } from "./diff/change.js";
import type { Change, ChangeSubject } from "./diff/change.js";
import { commonFlows } from "./diff/flows.js";
import { compareTypes } from "./diff/members.js";
import type { Known } from "./diff/members.js";
import { compareMethods } from "./diff/methods.js";
import type { Comparer } from "./diff/relation.js";
import { likelyRenames } from "./diff/renames.js";
import { NO_FLOW } from "./flow.js";
import type { Flow } from "./flow.js";
import { declarationsByName } from "./lookup.js";
import type { EffectiveMember } from "./members.js";
import type { Declarations } from "./resolve.js";
import { typeText } from "./type-text.js";
import type { Declaration, ProtocolModel, TypeNode } from "./types.js";

export type {
  Breaks,
  Change,
  ChangeKind,
  ChangeSubject,
} from "./diff/change.js";

/** Types whose members are what peers declare that they can do. */
const CAPABILITIES = new Set(["ClientCapabilities", "ServerCapabilities"]);

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

/** What every message has around it, whether its declaration says so or not. */
export const ENVELOPES: ReadonlySet<string> = new Set([
  "JSONRPCRequest",
  "JSONRPCNotification",
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
  const comparer: Comparer = {
    older: before,
    newer: after,
    same: (a, b) =>
      (renames.get(a) ?? a) === b && before.has(a) && after.has(b),
  };
  const flows = commonFlows(older, newer, renames);
  const changes = compareMethods(older, newer, renames);
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
          flows.get(name) ?? NO_FLOW,
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

function compareDeclarations(
  was: Declaration,
  is: Declaration,
  comparer: Comparer,
  flow: Flow,
  isSaid: Known,
): Change[] {
  const { name } = is;
  const subject = subjectOf(is);
  const base = { subject, of: name, path: name };
  const changes: Change[] = [];
  if ((was.doc.deprecated === null) !== (is.doc.deprecated === null))
    changes.push({
      ...base,
      kind: is.doc.deprecated === null ? "no longer deprecated" : "deprecated",
      before: was.name,
      after: name,
      breaks: BREAKS_NONE,
      why: "A deprecation changes nothing on the wire.",
    });
  if (was.kind === "constant" || is.kind === "constant") {
    const [a, b] = [valueText(was), valueText(is)];
    if (a !== b)
      changes.push({
        ...base,
        kind: "changed",
        before: a,
        after: b,
        breaks: BREAKS_NONE,
        why: "The types that hold the value say what that means on the wire.",
      });
    return changes;
  }
  changes.push(
    ...compareTypes(bodyOf(was), bodyOf(is), {
      comparer,
      subject: CAPABILITIES.has(name) ? "capability" : "member",
      of: name,
      path: name,
      flow,
      known: (a, b) =>
        isSaid(a, b) ||
        isEnvelope(a, was.name) ||
        isEnvelope(b, name) ||
        isInherited(a, b, was, is, comparer),
    }),
  );
  return changes;
}

function isEnvelope(
  member: EffectiveMember | undefined,
  name: string,
): boolean {
  const origin = member?.origin;
  return origin != null && origin !== name && ENVELOPES.has(origin);
}

/** True when both declarations have what the member's own declaration says. */
function isInherited(
  a: EffectiveMember | undefined,
  b: EffectiveMember | undefined,
  was: Declaration,
  is: Declaration,
  comparer: Comparer,
): boolean {
  const olderBases = basesOf(was, comparer.older);
  const newerBases = basesOf(is, comparer.newer);
  const from = (a ?? b)?.origin;
  if (from == null) return false;
  for (const older of a?.origin == null ? olderBases : [a.origin])
    for (const newer of b?.origin == null ? newerBases : [b.origin])
      if (
        olderBases.has(older) &&
        newerBases.has(newer) &&
        comparer.same(older, newer) &&
        (from === older || from === newer)
      )
        return true;
  return false;
}

/** Names of all that a declaration extends, not its own. */
function basesOf(
  declaration: Declaration,
  declarations: Declarations,
): ReadonlySet<string> {
  const names = new Set<string>();
  const pending =
    declaration.kind === "interface" ? [...declaration.extends] : [];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind !== "reference" || names.has(type.name)) continue;
    names.add(type.name);
    const found = declarations.get(type.name);
    if (found?.kind === "interface") pending.push(...found.extends);
    else if (found?.kind === "alias") pending.push(found.type);
  }
  return names;
}

/** Something to look into that is not just the name of itself. */
function bodyOf(declaration: Declaration): TypeNode {
  if (declaration.kind === "alias") return declaration.type;
  const { name } = declaration;
  const self: TypeNode = { kind: "reference", name, arguments: [] };
  // References of one name are equal by definition; `Readonly` changes nothing.
  return { kind: "readonly", type: self };
}

function named(
  kind: "added" | "removed" | "renamed",
  was: Declaration | null,
  is: Declaration | null,
): Change {
  const declaration = is ?? was;
  const name = declaration?.name ?? "";
  return {
    kind,
    subject: declaration ? subjectOf(declaration) : "type",
    of: name,
    path: name,
    before: was && summary(was),
    after: is && summary(is),
    breaks: BREAKS_NONE,
    why: "Names of declarations are not on the wire; methods and members are.",
  };
}

function subjectOf({ kind }: Declaration): ChangeSubject {
  return kind === "constant" ? "constant" : "type";
}

function summary(declaration: Declaration): string {
  return declaration.kind === "constant"
    ? `${declaration.name} = ${valueText(declaration)}`
    : declaration.name;
}

function valueText(declaration: Declaration): string {
  if (declaration.kind === "constant") return JSON.stringify(declaration.value);
  return declaration.kind === "alias"
    ? typeText(declaration.type)
    : declaration.name;
}
