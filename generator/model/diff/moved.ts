/**
 * Detection of members that moved between a base and the types that extend it.
 */
import { reference } from "../build.js";
import { basesOf } from "../members/bases.js";
import { membersOf, type EffectiveMember } from "../members/members.js";
import type { Declarations } from "../members/resolve.js";
import type { Declaration } from "../types.js";
import { memberPath, namesIn } from "../walk.js";
import type { Change } from "./change.js";
import type { Comparer } from "./comparer.js";

/**
 * Returns true if a base gained or lost a member and no value changed: only
 * types that extend the base are used, and these have the member in both
 * models.
 */
export function isOnlyMoved(
  { kind, path, breaks }: Change,
  was: Declaration,
  is: Declaration,
  { older, newer, same, alike }: Comparer,
): boolean {
  if (kind !== "added" && kind !== "removed") return false;
  if (!breaks.client && !breaks.server) return false;
  const heirsNow = heirsOf(is, newer);
  return heirsOf(was, older).every((heir) => {
    const heirNow = heirsNow.find((name) => same(heir, name));
    // A removed type is reported separately.
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

/**
 * Returns the types that extend an interface, or the interface itself if it is
 * used directly.
 */
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

/** Returns the member of a declaration at a path. */
function memberAt(
  path: string,
  { name: owner }: Declaration,
  name: string,
  declarations: Declarations,
): EffectiveMember | undefined {
  const members = membersOf(declarations, reference(name))?.values() ?? [];
  return [...members].find((one) => memberPath(owner, one.name) === path);
}
