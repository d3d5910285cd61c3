/** What became of the members of types, or of types as a whole. */
import { membersOf } from "../members/members.js";
import type { EffectiveMember, EffectiveMembers } from "../members/members.js";
import { memberPath } from "../path.js";
import { resolveAlias, type Declarations } from "../members/resolve.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import { BREAKS_NONE, changeAt, verdictOf, type Change } from "./change.js";
import { relate, type Comparer } from "./comparer.js";
import {
  addition,
  isImplied,
  isIndex,
  memberChanges,
  removal,
  type Place,
} from "./member.js";
import { openedTexts, sameWords } from "./words.js";

/** True for a member of which all is reported elsewhere. */
export type Known = (
  older: EffectiveMember | undefined,
  newer: EffectiveMember | undefined,
) => boolean;

const MAX_NESTING = 20;

/** Objects that are compared for one declaration: two in each make many. */
const MAX_LOOKS = 200;

/** How far a comparison has come. */
interface Way {
  /** The pairs of types that a type lies inside: a recursive one is there. */
  readonly around: readonly string[];
  /** How many more are compared by members; of others the whole is. */
  readonly looks: { left: number };
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
  isKnown: Known,
): Change[] {
  const way = { around: [], looks: { left: MAX_LOOKS } };
  return look(older, newer, place, way, isKnown);
}

function look(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
  way: Way,
  isKnown: Known,
): Change[] {
  const { comparer } = place;
  const { around, looks } = way;
  if (comparer.alike(older, newer)) return [];
  const a = resolveAlias(comparer.older, older);
  const b = resolveAlias(comparer.newer, newer);
  if (comparer.alike(a, b)) return [];
  if (a.kind === "array" && b.kind === "array") {
    const at = { ...place, path: `${place.path}[]` };
    return look(a.element, b.element, at, way, isKnown);
  }
  const pair = `${typeText(a)} -> ${typeText(b)}`;
  if (around.includes(pair)) return [];
  const before = objectMembers(a, comparer.older, b, comparer.newer);
  const after = objectMembers(b, comparer.newer, a, comparer.older);
  if (before && after && around.length < MAX_NESTING && looks.left-- > 0)
    return compareMembers(before, after, place, isKnown, {
      around: [...around, pair],
      looks,
    });
  return compareWhole(older, newer, place);
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
  const relation = relate(older, newer, comparer);
  const texts = openedTexts(older, newer, comparer);
  const { widened, narrowed } = relation;
  if (widened || narrowed)
    return [
      {
        ...changeAt(place),
        kind:
          widened && narrowed ? "changed" : widened ? "widened" : "narrowed",
        ...texts,
        ...verdictOf(relation, place.flow),
      },
    ];
  if (sameWords(older, newer, comparer)) return [];
  const why = "Any string is legal; the words are those that are known.";
  return [
    { ...changeAt(place), kind: "changed", ...texts, breaks: BREAKS_NONE, why },
  ];
}

/** What became of the members of an object. */
export function compareMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
  place: Place,
  isKnown: Known,
  way: Way = { around: [], looks: { left: MAX_LOOKS } },
): Change[] {
  const changes: Change[] = [];
  const { comparer } = place;
  const renamed = renamedMembers(older, newer);
  for (const [name, before] of older) {
    const after = newer.get(renamed.get(name) ?? name);
    const at = { ...place, path: memberPath(place.path, after?.name ?? name) };
    if (isKnown(before, after)) continue;
    if (after) {
      changes.push(...memberChanges(before, after, at));
      const inner = isShared(comparer);
      changes.push(...look(before.type, after.type, at, way, inner));
    } else if (!isImplied(before, place)) changes.push(removal(before, at));
  }
  const taken = new Set(renamed.values());
  for (const [name, after] of newer) {
    if (older.has(name) || taken.has(name)) continue;
    if (isKnown(undefined, after) || isImplied(after, place)) continue;
    changes.push(
      addition(after, { ...place, path: memberPath(place.path, name) }),
    );
  }
  return changes;
}

/** True inside a member for what both have of one declaration, as it is. */
function isShared({ same }: Comparer): Known {
  return (before, after) =>
    before?.origin != null &&
    after?.origin != null &&
    before.name === after.name &&
    before.optional === after.optional &&
    same(before.origin, after.origin);
}

/** A member that went and the only one of its type that came instead. */
function renamedMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
): ReadonlyMap<string, string> {
  const gone = [...older.values()].filter(({ name }) => !newer.has(name));
  const come = [...newer.values()].filter(({ name }) => !older.has(name));
  const [from, ...others] = gone;
  const [to, ...more] = come;
  const alike =
    from &&
    to &&
    others.length + more.length === 0 &&
    !isIndex(from) &&
    !isIndex(to) &&
    from.optional === to.optional &&
    typeText(from.type) === typeText(to.type);
  return new Map(alike ? [[from.name, to.name]] : []);
}
