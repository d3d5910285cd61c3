/** What became of declarations: of their values, types and members. */
import type { Flow } from "../flow.js";
import type { EffectiveMember } from "../members.js";
import { memberPath } from "../path.js";
import { bind, substitute } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { ConstantDeclaration, Declaration, TypeNode } from "../types.js";
import { declarationTypes, walkType } from "../walk.js";
import { isInherited, isOnlyMoved } from "./bases.js";
import { BREAKS_NONE } from "./change.js";
import type { Change, ChangeSubject } from "./change.js";
import { namedAs } from "./generics.js";
import { limitChanges } from "./limits.js";
import { compareTypes } from "./members.js";
import type { Known } from "./members.js";
import type { Comparer } from "./relation.js";

/** Types whose members are what peers declare that they can do. */
const CAPABILITIES = new Set(["ClientCapabilities", "ServerCapabilities"]);

/** What every message has around it, whether its declaration says so or not. */
export const ENVELOPES: ReadonlySet<string> = new Set([
  "JSONRPCRequest",
  "JSONRPCNotification",
]);

/** What became of a declaration that both models have. */
export function compareDeclarations(
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
        why: constantReason(was, is, comparer),
      });
    return changes;
  }
  if (was.kind === "alias" && is.kind === "alias")
    changes.push(...limitChanges(was.doc, is.doc, flow, base));
  changes.push(
    ...compareTypes(bodyOf(was, is), bodyOf(is, is), {
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
    }).map((change) => withoutMoves(change, was, is, comparer)),
  );
  return changes;
}

/** A declaration that came, went, or likely has another name now. */
export function named(
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

function isEnvelope(
  member: EffectiveMember | undefined,
  name: string,
): boolean {
  const origin = member?.origin;
  return origin != null && origin !== name && ENVELOPES.has(origin);
}

/** The change as it is: a member that all heirs have anyway breaks nobody. */
function withoutMoves(
  change: Change,
  was: Declaration,
  is: Declaration,
  comparer: Comparer,
): Change {
  const { kind, path, breaks } = change;
  if (kind !== "added" && kind !== "removed") return change;
  if (!breaks.client && !breaks.server) return change;
  const owner = kind === "added" ? is : was;
  if (owner.kind !== "interface") return change;
  const member = owner.members.find(
    (one) => one.kind === "property" && memberPath(is.name, one.name) === path,
  );
  return member?.kind === "property" &&
    isOnlyMoved(member.name, was, is, comparer)
    ? {
        ...change,
        breaks: BREAKS_NONE,
        why: "All that extends it has the member in both.",
      }
    : change;
}

function constantReason(
  was: Declaration,
  is: Declaration,
  { older, newer }: Comparer,
): string {
  const held =
    was.kind === "constant" && is.kind === "constant"
      ? isHeld(was, older) && isHeld(is, newer)
      : true;
  return held
    ? "The types that hold the value say what that means on the wire."
    : "No type of both holds the value, so none says what it means on the wire.";
}

function isHeld(
  { name }: ConstantDeclaration,
  declarations: Declarations,
): boolean {
  let held = false;
  for (const declaration of declarations.values())
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        held ||= inner.kind === "constant" && inner.name === name;
      });
  return held;
}

/**
 * Something to look into that is not just the name of itself; its parameters
 * are called as those of the newer declaration are.
 */
function bodyOf(declaration: Declaration, newer: Declaration): TypeNode {
  const given = namedAs(declaration, newer);
  if (declaration.kind === "alias")
    return substitute(
      declaration.type,
      bind(declaration.typeParameters, given),
    );
  const { name } = declaration;
  const self: TypeNode = { kind: "reference", name, arguments: given };
  // References of one name are equal by definition; `Readonly` changes nothing.
  return { kind: "readonly", type: self };
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
