/**
 * Detects members that moved from a base type to its subtypes, or the reverse.
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
 * Returns true if moving a member into or out of a base type leaves all sent
 * values unchanged. This is the case if no declaration uses the base type
 * itself, and each subtype has the member in both models.
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
    // A removed subtype is reported as a separate change, so it is skipped
    // here.
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
 * Returns the names of the types that extend an interface. Returns only the
 * interface's own name if it has no subtypes, or if a declaration uses it as a
 * type.
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

/**
 * Returns the member of the type `name` at a path. The path starts with the
 * name of the base type, because the member moved into or out of the base type.
 */
function memberAt(
  path: string,
  { name: owner }: Declaration,
  name: string,
  declarations: Declarations,
): EffectiveMember | undefined {
  const members = getMembers(declarations, reference(name))?.values() ?? [];
  return [...members].find((member) => memberPath(owner, member.name) === path);
}
