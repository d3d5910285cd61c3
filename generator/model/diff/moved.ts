/**
 * Detection of members that moved between a base and the types that extend it.
 */
import { reference } from "../build.js";
import { getBases } from "../members/bases.js";
import { getMembers, type EffectiveMember } from "../members/members.js";
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
  const newerSubtypes = getSubtypes(is, newer);
  return getSubtypes(was, older).every((subtype) => {
    const newerSubtype = newerSubtypes.find((name) => same(subtype, name));
    // A removed type is reported separately.
    if (newerSubtype === undefined) return newerSubtypes.length > 0;
    const before = memberAt(path, is, subtype, older);
    const after = memberAt(path, is, newerSubtype, newer);
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
function getSubtypes(
  { name }: Declaration,
  declarations: Declarations,
): string[] {
  const all = [...declarations.values()];
  const isUsedDirectly = all.some(
    (declaration) =>
      declaration.kind !== "constant" &&
      namesIn(
        declaration.kind === "alias"
          ? [declaration.type]
          : declaration.members.map(({ type }) => type),
      ).has(name),
  );
  const subtypes = all.filter((declaration) =>
    getBases(declaration, declarations).has(name),
  );
  return isUsedDirectly || subtypes.length === 0
    ? [name]
    : subtypes.map((subtype) => subtype.name);
}

/** Returns the member of a declaration at a path. */
function memberAt(
  path: string,
  { name: owner }: Declaration,
  name: string,
  declarations: Declarations,
): EffectiveMember | undefined {
  const members = getMembers(declarations, reference(name))?.values() ?? [];
  return [...members].find((member) => memberPath(owner, member.name) === path);
}
