/** Compares types, either by their members or as a whole. */
import {
  getMembers,
  type EffectiveMember,
  type EffectiveMembers,
} from "../members/members.js";
import { resolveAlias, type Declarations } from "../members/resolve.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import { memberPath } from "../walk.js";
import {
  changeAt,
  harmless,
  relationChange,
  type Change,
  type ComparedPart,
} from "./change.js";
import type { Comparer } from "./comparer.js";
import {
  isImplied,
  isIndex,
  createMemberChange,
  memberChanges,
} from "./member.js";
import { expandedTexts, haveSameLiterals } from "./words.js";

/**
 * Predicate for members to skip, because their changes are reported at another
 * declaration.
 */
export type MemberPredicate = (
  older: EffectiveMember | undefined,
  newer: EffectiveMember | undefined,
) => boolean;

/**
 * Maximum number of member-by-member comparisons in one declaration. Nested
 * unions multiply the number of comparisons.
 */
const MAX_COMPARISONS = 200;

/** State that the nested comparisons of one declaration share. */
interface ComparisonState {
  /**
   * Pairs of types that are being compared, from the outermost pair to the
   * current one. A recursive type leads to a pair that is already in the list,
   * and the comparison stops there.
   */
  readonly enclosing: readonly string[];
  /**
   * Number of member-by-member comparisons that are still allowed. After the
   * last one, types are compared as a whole.
   */
  readonly budget: { left: number };
}

function createState(): ComparisonState {
  return { enclosing: [], budget: { left: MAX_COMPARISONS } };
}

/**
 * Compares the older and the newer type of one part of a declaration, such as a
 * member. Types with the same source text count as equal, because the
 * declarations that they name are compared separately.
 */
export function compareTypes(
  older: TypeNode,
  newer: TypeNode,
  place: ComparedPart,
  isKnown: MemberPredicate = isShared(place.comparer),
  state = createState(),
): Change[] {
  const { comparer } = place;
  const { enclosing, budget } = state;
  if (comparer.alike(older, newer)) return [];
  const a = resolveAlias(comparer.older, older);
  const b = resolveAlias(comparer.newer, newer);
  if (comparer.alike(a, b)) return [];
  if (a.kind === "array" && b.kind === "array") {
    const at = { ...place, path: `${place.path}[]` };
    return compareTypes(a.element, b.element, at, isKnown, state);
  }
  const pair = `${typeText(a)} -> ${typeText(b)}`;
  if (enclosing.includes(pair)) return [];
  const before = objectMembers(a, comparer.older, b, comparer.newer);
  const after = objectMembers(b, comparer.newer, a, comparer.older);
  if (!before || !after || budget.left-- <= 0)
    return compareWhole(older, newer, place);
  const inside = { enclosing: [...enclosing, pair], budget };
  return compareMembers(before, after, place, isKnown, inside);
}

/**
 * Returns the members of an object type, or null for other types. The keyword
 * `object` counts as an object type without members if the compared type
 * `other` has members. These members are then reported as added or removed.
 */
function objectMembers(
  type: TypeNode,
  declarations: Declarations,
  other: TypeNode,
  others: Declarations,
): EffectiveMembers | null {
  if (type.kind !== "primitive" || type.name !== "object")
    return getMembers(declarations, type);
  const beside = [...(getMembers(others, other)?.values() ?? [])];
  return beside.some((member) => !isIndex(member)) ? new Map() : null;
}

/** Compares two types as a whole, for example if one of them has no members. */
function compareWhole(
  older: TypeNode,
  newer: TypeNode,
  place: ComparedPart,
): Change[] {
  const { comparer } = place;
  const relation = comparer.relate(older, newer);
  const [before, after] = expandedTexts(older, newer, comparer);
  if (relation.widened || relation.narrowed)
    return [relationChange(place, relation, before, after)];
  if (haveSameLiterals(older, newer, comparer)) return [];
  const why = "Any string is valid; only the list of known values changed.";
  return [changeAt(place, "changed", before, after, harmless(why))];
}

/** Compares the members of two object types. */
export function compareMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
  place: ComparedPart,
  isKnown: MemberPredicate,
  state = createState(),
): Change[] {
  const inner = isShared(place.comparer);
  const at = (name: string): ComparedPart => ({
    ...place,
    path: memberPath(place.path, name),
  });
  const changes: Change[] = [];
  for (const [name, before] of older) {
    const after = newer.get(name);
    if (isKnown(before, after)) continue;
    const here = at(name);
    if (after)
      changes.push(
        ...memberChanges(before, after, here),
        ...compareTypes(before.type, after.type, here, inner, state),
      );
    else if (!isImplied(before, place))
      changes.push(createMemberChange("removed", before, here));
  }
  for (const [name, after] of newer)
    if (
      !older.has(name) &&
      !isKnown(undefined, after) &&
      !isImplied(after, place)
    )
      changes.push(createMemberChange("added", after, at(name)));
  return changes;
}

/**
 * Returns a predicate for members to skip: both types have the member from the
 * same declaration, and it is optional in both types or in neither.
 */
function isShared({ same }: Comparer): MemberPredicate {
  return (before, after) =>
    before?.origin != null &&
    after?.origin != null &&
    before.name === after.name &&
    before.optional === after.optional &&
    same(before.origin, after.origin);
}
