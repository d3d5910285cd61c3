/** What declarations inherit, and what of it is said where it is declared. */
import { sameStructure } from "../canonical.js";
import { membersOf } from "../members.js";
import type { EffectiveMember } from "../members.js";
import { substitute } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { Declaration } from "../types.js";
import { walkType } from "../walk.js";
import { givenTo, itself } from "./generics.js";
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
  /** Of a generic base, what it is given is said by who extends it. */
  const sameBase = (older: string, newer: string): boolean =>
    olderBases.has(older) &&
    olderBases.get(older) === newerBases.get(newer) &&
    comparer.same(older, newer);
  const from = (a ?? b)?.origin;
  if (from == null) return false;
  for (const older of a?.origin == null ? olderBases.keys() : [a.origin])
    for (const newer of b?.origin == null ? newerBases.keys() : [b.origin])
      if (sameBase(older, newer) && (from === older || from === newer))
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
  return membersOf(declarations, itself(name, declarations))?.get(member);
}

/** All that a declaration extends, not itself: by name, what each is given. */
function basesOf(
  declaration: Declaration,
  declarations: Declarations,
): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  const pending =
    declaration.kind === "interface" ? [...declaration.extends] : [];
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind !== "reference" || bases.has(type.name)) continue;
    const given = givenTo(type, declarations);
    bases.set(type.name, [...given.values()].map(typeText).join());
    const found = declarations.get(type.name);
    if (found?.kind === "interface")
      pending.push(...found.extends.map((base) => substitute(base, given)));
    else if (found?.kind === "alias")
      pending.push(substitute(found.type, given));
  }
  return bases;
}
