/** What became of the members of types, or of types as a whole. */
import {
  membersOf,
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
  type Place,
} from "./change.js";
import type { Comparer } from "./comparer.js";
import { isImplied, isIndex, lonelyMember, memberChanges } from "./member.js";
import { openedTexts, sameWords } from "./words.js";

/** True for a member of which all is reported elsewhere. */
export type Known = (
  older: EffectiveMember | undefined,
  newer: EffectiveMember | undefined,
) => boolean;

/** Objects that are compared for one declaration: two in each make many. */
const MAX_LOOKS = 200;

/** How far a comparison has come. */
interface Way {
  /** The pairs of types that a type lies inside: a recursive one is there. */
  readonly around: readonly string[];
  /** How many more are compared by members; of others the whole is. */
  readonly looks: { left: number };
}

function newWay(): Way {
  return { around: [], looks: { left: MAX_LOOKS } };
}

/**
 * What became of a type at a place: of its members, or of the whole of it.
 * Types that are written the same are equal here, as each declaration is
 * compared by itself.
 */
export function compareTypes(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
  isKnown: Known = isShared(place.comparer),
  way = newWay(),
): Change[] {
  const { comparer } = place;
  const { around, looks } = way;
  if (comparer.alike(older, newer)) return [];
  const a = resolveAlias(comparer.older, older);
  const b = resolveAlias(comparer.newer, newer);
  if (comparer.alike(a, b)) return [];
  if (a.kind === "array" && b.kind === "array") {
    const at = { ...place, path: `${place.path}[]` };
    return compareTypes(a.element, b.element, at, isKnown, way);
  }
  const pair = `${typeText(a)} -> ${typeText(b)}`;
  if (around.includes(pair)) return [];
  const before = objectMembers(a, comparer.older, b, comparer.newer);
  const after = objectMembers(b, comparer.newer, a, comparer.older);
  if (!before || !after || looks.left-- <= 0)
    return compareWhole(older, newer, place);
  const inside = { around: [...around, pair], looks };
  return compareMembers(before, after, place, isKnown, inside);
}

/** Members of an object type; `object` has none, beside one that has some. */
function objectMembers(
  type: TypeNode,
  declarations: Declarations,
  other: TypeNode,
  others: Declarations,
): EffectiveMembers | null {
  if (type.kind !== "primitive" || type.name !== "object")
    return membersOf(declarations, type);
  const beside = [...(membersOf(others, other)?.values() ?? [])];
  return beside.some((member) => !isIndex(member)) ? new Map() : null;
}

/** What became of a type that has no members. */
function compareWhole(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
): Change[] {
  const { comparer } = place;
  const relation = comparer.relate(older, newer);
  const [before, after] = openedTexts(older, newer, comparer);
  if (relation.widened || relation.narrowed)
    return [relationChange(place, relation, before, after)];
  if (sameWords(older, newer, comparer)) return [];
  const why = "Any string is legal; the words are those that are known.";
  return [changeAt(place, "changed", before, after, harmless(why))];
}

/** What became of the members of an object. */
export function compareMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
  place: Place,
  isKnown: Known,
  way = newWay(),
): Change[] {
  const inner = isShared(place.comparer);
  const at = (name: string): Place => ({
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
        ...compareTypes(before.type, after.type, here, inner, way),
      );
    else if (!isImplied(before, place))
      changes.push(lonelyMember("removed", before, here));
  }
  for (const [name, after] of newer)
    if (
      !older.has(name) &&
      !isKnown(undefined, after) &&
      !isImplied(after, place)
    )
      changes.push(lonelyMember("added", after, at(name)));
  return changes;
}

/** True for what both have of one declaration, as it is. */
function isShared({ same }: Comparer): Known {
  return (before, after) =>
    before?.origin != null &&
    after?.origin != null &&
    before.name === after.name &&
    before.optional === after.optional &&
    same(before.origin, after.origin);
}
