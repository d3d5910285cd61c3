/** What declarations inherit, and what of it is said where it is declared. */
import { sameStructure } from "../canonical.js";
import { membersOf } from "../members.js";
import type { EffectiveMember } from "../members.js";
import type { Declarations } from "../resolve.js";
import type { Declaration, TypeNode } from "../types.js";
import { walkType } from "../walk.js";
import type { Comparer } from "./relation.js";

/** True when both declarations have what the member's own declaration says. */
export function isInherited(
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

/**
 * True when a member came to a base, or went, and no value is any different:
 * only what extends the base is ever held, and that has it in both models.
 */
export function isOnlyMoved(
  member: string,
  was: Declaration,
  is: Declaration,
  comparer: Comparer,
): boolean {
  const heirs = heirsOf(was.name, comparer.older);
  const heirsNow = heirsOf(is.name, comparer.newer);
  if (!heirs || !heirsNow) return false;
  return heirs.every((older) => {
    const newer = heirsNow.find((name) => comparer.same(older, name));
    // What is gone is told of by itself.
    if (newer === undefined) return true;
    const before = memberOf(older, member, comparer.older);
    const after = memberOf(newer, member, comparer.newer);
    return (
      before !== undefined &&
      after !== undefined &&
      before.optional === after.optional &&
      sameStructure(before.type, after.type)
    );
  });
}

/** What extends a declaration; null where something holds the base itself. */
function heirsOf(name: string, declarations: Declarations): string[] | null {
  const heirs: string[] = [];
  for (const declaration of declarations.values()) {
    if (holds(declaration, name)) return null;
    if (basesOf(declaration, declarations).has(name))
      heirs.push(declaration.name);
  }
  return heirs.length > 0 ? heirs : null;
}

function holds(declaration: Declaration, name: string): boolean {
  if (declaration.kind === "constant") return false;
  const types =
    declaration.kind === "alias"
      ? [declaration.type]
      : declaration.members.map(({ type }) => type);
  let found = false;
  for (const type of types)
    walkType(type, (inner) => {
      found ||= inner.kind === "reference" && inner.name === name;
    });
  return found;
}

function memberOf(
  name: string,
  member: string,
  declarations: Declarations,
): EffectiveMember | undefined {
  const type: TypeNode = { kind: "reference", name, arguments: [] };
  return membersOf(declarations, type)?.get(member);
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
