import type { Flow } from "../flow.js";
import type { EffectiveMember, EffectiveMembers } from "../members.js";
import { memberPath } from "../path.js";
import { resolveAlias } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import { BREAKS_NONE, changeAt, verdictOf } from "./change.js";
import type { Change, ChangeSubject } from "./change.js";
import { givenTo } from "./generics.js";
import { limitChanges } from "./limits.js";
import {
  isIndex,
  mayBeAbsent,
  objectMembers,
  renamedMembers,
} from "./objects.js";
import type { Comparer } from "./relation.js";
import { isSaidThere } from "./repeats.js";
import { compareWhole, withRecords } from "./whole.js";
import { memberText } from "./words.js";

/** Where a comparison is, and what is known there. */
export interface Place {
  readonly comparer: Comparer;
  readonly subject: ChangeSubject;
  readonly of: string;
  readonly path: string;
  readonly flow: Flow;
  /** True for what is inherited from a declaration that is compared anyway. */
  readonly known: Known;
}

/** True for a member of which all is said elsewhere. */
export type Known = (
  older: EffectiveMember | undefined,
  newer: EffectiveMember | undefined,
) => boolean;

const MAX_NESTING = 20;

/** Objects that are looked into for one declaration: two in each make many. */
const MAX_LOOKS = 200;

/**
 * What became of a type at a place: of its members, or of the whole of it.
 * Types that both models call by one name are equal here, as each is compared
 * by itself.
 */
export function compareTypes(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
): readonly Change[] {
  return look(older, newer, place, { around: [], looks: { left: MAX_LOOKS } })
    .changes;
}

/** What was found at a place. */
export interface Found {
  readonly changes: readonly Change[];
  /** False where something is said elsewhere, and so was not looked at. */
  readonly complete: boolean;
}

const SAME: Found = { changes: [], complete: true };

/** How far a comparison has come. */
interface Way {
  /**
   * The pairs of types that a type lies inside; one that holds itself is among
   * them, and what became of it is said there.
   */
  readonly around: readonly string[];
  /** How many more may be looked into; of others the whole is compared. */
  readonly looks: { left: number };
}

function look(older: TypeNode, newer: TypeNode, place: Place, way: Way): Found {
  const { comparer } = place;
  const { around, looks } = way;
  if (sameName(older, newer, comparer)) return SAME;
  const [a, b] = [
    resolveAlias(comparer.older, older),
    resolveAlias(comparer.newer, newer),
  ];
  if (sameName(a, b, comparer)) return SAME;
  if (a.kind === "array" && b.kind === "array") {
    const at = { ...place, path: `${place.path}[]` };
    return look(a.element, b.element, at, way);
  }
  const pair = `${typeText(a)} -> ${typeText(b)}`;
  if (around.includes(pair)) return SAME;
  const before = objectMembers(a, comparer.older, b, comparer.newer);
  const after = objectMembers(b, comparer.newer, a, comparer.older);
  if (before && after && around.length < MAX_NESTING && looks.left-- > 0) {
    const inside = compareMembers(before, after, place, {
      around: [...around, pair],
      looks,
    });
    return withRecords(inside, older, newer, place);
  }
  return { changes: compareWhole(older, newer, place), complete: true };
}

/** What became of the members of an object. */
function compareMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
  place: Place,
  way: Way,
): Found {
  const changes: Change[] = [];
  let complete = true;
  const renamed = renamedMembers(older, newer);
  const { comparer } = place;
  const isKnown: Known = (before, after) => {
    const known =
      place.known(before, after) ||
      // What a declaration itself holds is said here.
      (way.around.length > 1 &&
        isSaidThere(before, after, { older, newer, comparer }));
    complete &&= !known;
    return known;
  };
  for (const [name, before] of older) {
    const after = newer.get(renamed.get(name) ?? name);
    const at = { ...place, path: memberPath(place.path, after?.name ?? name) };
    if (isKnown(before, after)) continue;
    if (after) {
      changes.push(...memberChanges(before, after, at));
      const inside = look(before.type, after.type, at, way);
      changes.push(...inside.changes);
      complete &&= inside.complete;
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
  return { changes, complete };
}

/** Members that are there whether they are declared or not. */
function isImplied(
  { name, optional, type }: EffectiveMember,
  { path }: Place,
): boolean {
  // Objects are open, so an index signature for anything says nothing.
  if (name.startsWith("["))
    return (
      type.kind === "primitive" &&
      (type.name === "unknown" || type.name === "any")
    );
  return name === "_meta" && optional && path.endsWith(".params");
}

/** What became of a member, but for what is in it. */
function memberChanges(
  before: EffectiveMember,
  after: EffectiveMember,
  place: Place,
): Change[] {
  const changes: Change[] = [];
  const base = changeAt(place);
  const optional = mayBeAbsent(after, place.comparer.newer);
  const wasOptional = mayBeAbsent(before, place.comparer.older);
  const texts = { before: memberText(before), after: memberText(after) };
  if (before.name !== after.name)
    changes.push({
      ...base,
      ...texts,
      kind: "renamed",
      ...verdictOf({ widened: !wasOptional, narrowed: !optional }, place.flow),
    });
  if (wasOptional !== optional) {
    const relation = { widened: optional, narrowed: wasOptional };
    changes.push({
      ...base,
      ...texts,
      kind: optional ? "made optional" : "made required",
      ...verdictOf(relation, place.flow),
    });
  }
  const [was, is] = [before.doc.deprecated, after.doc.deprecated];
  if ((was === null) !== (is === null))
    changes.push({
      ...base,
      ...texts,
      kind: is === null ? "no longer deprecated" : "deprecated",
      breaks: BREAKS_NONE,
      why: "A deprecation changes nothing on the wire.",
    });
  changes.push(...limitChanges(before.doc, after.doc, place.flow, base));
  return changes;
}

function addition(member: EffectiveMember, place: Place): Change {
  const free = !isIndex(member) && mayBeAbsent(member, place.comparer.newer);
  const verdict = verdictOf({ widened: false, narrowed: !free }, place.flow);
  return {
    ...changeAt(place),
    kind: "added",
    before: null,
    after: memberText(member),
    ...verdict,
    why: free
      ? "Objects are open: who does not know the member ignores it."
      : verdict.why,
  };
}

function removal(member: EffectiveMember, place: Place): Change {
  const free = !isIndex(member) && mayBeAbsent(member, place.comparer.older);
  const verdict = verdictOf({ widened: !free, narrowed: false }, place.flow);
  return {
    ...changeAt(place),
    kind: "removed",
    before: memberText(member),
    after: null,
    ...verdict,
    why: free
      ? "Nobody had to send the member, and objects are open."
      : verdict.why,
  };
}

function sameName(a: TypeNode, b: TypeNode, comparer: Comparer): boolean {
  if (a.kind !== "reference" || b.kind !== "reference") return false;
  const [before, after] = [
    givenTo(a, comparer.older),
    givenTo(b, comparer.newer),
  ].map((given) => [...given.values()].map(typeText).join());
  return comparer.same(a.name, b.name) && before === after;
}
