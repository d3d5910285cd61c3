/** What became of declarations: of their values, types and members. */
import { reference } from "../build.js";
import type { Flow } from "../flow.js";
import { membersOf } from "../members/members.js";
import type { EffectiveMember } from "../members/members.js";
import { memberPath } from "../path.js";
import type { Declarations } from "../members/resolve.js";
import { typeText } from "../type-text.js";
import type { Declaration, TypeNode } from "../types.js";
import { declarationTypes, namesIn } from "../walk.js";
import { BREAKS_NONE, deprecation } from "./change.js";
import type { Change, ChangeSubject } from "./change.js";
import type { Comparer } from "./comparer.js";
import { limitChanges } from "./limits.js";
import { compareMembers, compareTypes, type Known } from "./members.js";

/** Types whose members are what peers declare that they can do. */
const CAPABILITIES = new Set(["ClientCapabilities", "ServerCapabilities"]);

/** The members of JSON-RPC, which every message has on the wire. */
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
  const base = { subject: subjectOf(is), of: name, path: name };
  const changes: Change[] = [];
  if ((was.doc.deprecated === null) !== (is.doc.deprecated === null))
    changes.push({
      ...base,
      ...deprecation(is.doc.deprecated),
      before: was.name,
      after: name,
    });
  if (was.kind === "constant" || is.kind === "constant") {
    const [before, after] = [valueText(was), valueText(is)];
    const why = constantReason(was, is, comparer);
    if (before !== after)
      changes.push({
        ...base,
        kind: "changed",
        before,
        after,
        breaks: BREAKS_NONE,
        why,
      });
    return changes;
  }
  if (was.kind === "alias" && is.kind === "alias")
    changes.push(...limitChanges(was.doc, is.doc, flow, base));
  const place = {
    comparer,
    subject: CAPABILITIES.has(name) ? "capability" : "member",
    of: name,
    path: name,
    flow,
  } as const;
  const isKnown: Known = (a, b) =>
    isSaid(a, b) ||
    isEnvelope(a, was.name) ||
    isEnvelope(b, name) ||
    isInherited(a, b, was, is, comparer);
  const before = membersOf(comparer.older, reference(was.name));
  const after = membersOf(comparer.newer, reference(name));
  if (!before || !after)
    return [
      ...changes,
      ...compareTypes(bodyOf(was), bodyOf(is), place, isKnown),
    ];
  const why = "All that extends it has the member in both.";
  const inside = compareMembers(before, after, place, isKnown);
  return [
    ...changes,
    ...inside.map((change) =>
      isOnlyMoved(change, was, is, comparer)
        ? { ...change, breaks: BREAKS_NONE, why }
        : change,
    ),
  ];
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

/**
 * True for what is reported at the base that declares it: it is of that base in
 * both, or came to it, or went, while both declarations extend it.
 */
function isInherited(
  a: EffectiveMember | undefined,
  b: EffectiveMember | undefined,
  was: Declaration,
  is: Declaration,
  { older, newer, same }: Comparer,
): boolean {
  const before = a ? [a.origin] : [...basesOf(was, older)];
  const after = b ? [b.origin] : [...basesOf(is, newer)];
  return before.some((from) =>
    after.some(
      (to) =>
        from !== null &&
        to !== null &&
        from !== was.name &&
        to !== is.name &&
        same(from, to),
    ),
  );
}

/** Names of all that an interface extends, if only through others. */
function basesOf(
  declaration: Declaration,
  declarations: Declarations,
): ReadonlySet<string> {
  const bases = new Set<string>();
  const pending: TypeNode[] = [reference(declaration.name)];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind !== "reference" || bases.has(type.name)) continue;
    bases.add(type.name);
    const found = declarations.get(type.name);
    if (found?.kind === "interface") pending.push(...found.extends);
    else if (found?.kind === "alias") pending.push(found.type);
  }
  bases.delete(declaration.name);
  return bases;
}

/**
 * True when a member came to a base, or went, and no value is any different:
 * only what extends the base is ever held, and that has it in both models.
 */
function isOnlyMoved(
  { kind, path, breaks }: Change,
  was: Declaration,
  is: Declaration,
  { older, newer, same, alike }: Comparer,
): boolean {
  if (kind !== "added" && kind !== "removed") return false;
  if (!breaks.client && !breaks.server) return false;
  const heirs = heirsOf(was, older);
  const heirsNow = heirsOf(is, newer);
  return heirs.every((heir) => {
    const heirNow = heirsNow.find((name) => same(heir, name));
    // What is gone is reported by itself.
    if (heirNow === undefined) return heirsNow.length > 0;
    const before = memberAt(path, is, heir, older);
    const after = memberAt(path, is, heirNow, newer);
    return (
      before?.optional === after?.optional &&
      before !== undefined &&
      after !== undefined &&
      alike(before.type, after.type)
    );
  });
}

/** What extends an interface, or itself where something holds it as it is. */
function heirsOf({ name }: Declaration, declarations: Declarations): string[] {
  const all = [...declarations.values()];
  const held = all.some(
    (one) =>
      one.kind !== "constant" &&
      namesIn(
        one.kind === "alias" ? [one.type] : one.members.map(({ type }) => type),
      ).has(name),
  );
  const heirs = all.filter((one) => basesOf(one, declarations).has(name));
  return held || heirs.length === 0 ? [name] : heirs.map((one) => one.name);
}

/** The member of a type that is at a path of the declaration. */
function memberAt(
  path: string,
  { name: owner }: Declaration,
  name: string,
  declarations: Declarations,
): EffectiveMember | undefined {
  const members = membersOf(declarations, reference(name))?.values() ?? [];
  return [...members].find((one) => memberPath(owner, one.name) === path);
}

function constantReason(
  was: Declaration,
  is: Declaration,
  { older, newer }: Comparer,
): string {
  return isHeld(was, older) && isHeld(is, newer)
    ? "The types that hold the value say what that means on the wire."
    : "No type of both holds the value, so none says what it means on the wire.";
}

function isHeld({ name }: Declaration, declarations: Declarations): boolean {
  return [...declarations.values()].some((declaration) =>
    namesIn(declarationTypes(declaration)).has(name),
  );
}

function bodyOf(declaration: Declaration): TypeNode {
  return declaration.kind === "alias"
    ? declaration.type
    : reference(declaration.name);
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
  return typeText(bodyOf(declaration));
}
