/** Members of which all is said where they are declared. */
import { sameStructure } from "../canonical.js";
import { membersOf } from "../members.js";
import type { EffectiveMember, EffectiveMembers } from "../members.js";
import type { Declarations } from "../resolve.js";
import { itself } from "./generics.js";
import type { Comparer } from "./relation.js";

/** The members of a type that is computed of others, in both models. */
export interface Computed {
  readonly older: EffectiveMembers;
  readonly newer: EffectiveMembers;
  readonly comparer: Comparer;
}

/**
 * True when what became of a member is what became of it in the declaration
 * that it is from: `Partial<Tree>` has it, and `Tree` is compared by itself.
 */
export function isSaidThere(
  before: EffectiveMember | undefined,
  after: EffectiveMember | undefined,
  { older, newer, comparer }: Computed,
): boolean {
  const from = originIn(before, older, after, comparer, false);
  const to = originIn(after, newer, before, comparer, true);
  if (from === null || to === null || !comparer.same(from, to)) return false;
  const was = declared(from, before ?? after, comparer.older);
  const is = declared(to, after ?? before, comparer.newer);
  if (!hasTypeOf(before, was) || !hasTypeOf(after, is)) return false;
  // What was renamed there is gone from there.
  const isRenamed = before && after && before.name !== after.name;
  if (isRenamed && declared(to, before, comparer.newer)) return false;
  if (before && after)
    return (
      before.optional === after.optional ||
      (before.optional === was?.optional && after.optional === is?.optional)
    );
  // To come or go as a required member says more than as an optional one.
  const [here, there] = [before ?? after, was ?? is];
  return here?.optional === true || there?.optional === false;
}

/**
 * The declaration that a member is from. One that is not there would be from
 * what the other is from, if other members of the type are.
 */
function originIn(
  member: EffectiveMember | undefined,
  among: EffectiveMembers,
  other: EffectiveMember | undefined,
  comparer: Comparer,
  isNewer: boolean,
): string | null {
  if (member) return member.origin;
  const name = other?.origin ?? null;
  if (name === null) return null;
  for (const { origin } of among.values()) {
    if (origin === null) continue;
    const [from, to] = isNewer ? [name, origin] : [origin, name];
    if (comparer.same(from, to)) return origin;
  }
  return null;
}

/** The member as its own declaration has it. */
function declared(
  name: string,
  member: EffectiveMember | undefined,
  declarations: Declarations,
): EffectiveMember | undefined {
  const type = itself(name, declarations);
  return membersOf(declarations, type)?.get(member?.name ?? "");
}

function hasTypeOf(
  here: EffectiveMember | undefined,
  there: EffectiveMember | undefined,
): boolean {
  return here && there ? sameStructure(here.type, there.type) : here === there;
}
