import type { Flow } from "../flow.js";
import { membersOf } from "../members.js";
import type { EffectiveMember, EffectiveMembers } from "../members.js";
import { memberPath } from "../path.js";
import { resolveAlias } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import { BREAKS_NONE, verdictOf } from "./change.js";
import type { Change, ChangeSubject, Verdict } from "./change.js";
import { limitChanges } from "./limits.js";
import { relate } from "./relation.js";
import type { Comparer } from "./relation.js";
import { isSaidThere } from "./repeats.js";
import { memberText, openedTexts, sameWords } from "./words.js";

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

/**
 * What became of a type at a place: of its members, or of the whole of it.
 * `around` are the pairs of types that it lies inside; a type that holds itself
 * is among them, and what became of it is said there.
 */
export function compareTypes(
  older: TypeNode,
  newer: TypeNode,
  place: Place,
  around: readonly string[] = [],
): Change[] {
  const { comparer } = place;
  if (sameName(older, newer, comparer)) return [];
  const [a, b] = [
    resolve(older, comparer.older),
    resolve(newer, comparer.newer),
  ];
  if (sameName(a, b, comparer)) return [];
  if (a.kind === "array" && b.kind === "array")
    return compareTypes(
      a.element,
      b.element,
      { ...place, path: `${place.path}[]` },
      around,
    );
  const pair = `${typeText(a)} -> ${typeText(b)}`;
  if (around.includes(pair)) return [];
  const before = membersOf(comparer.older, a) ?? unnamed(a, comparer.newer, b);
  const after = membersOf(comparer.newer, b) ?? unnamed(b, comparer.older, a);
  if (before && after && around.length < MAX_NESTING)
    return compareMembers(before, after, place, [...around, pair]);

  const relation = relate(older, newer, comparer);
  const texts = openedTexts(older, newer, comparer);
  if (!relation.widened && !relation.narrowed)
    return sameWords(older, newer, comparer)
      ? []
      : [{ ...changeAt(place), kind: "changed", ...texts, ...ANY_STRING }];
  const both = relation.widened && relation.narrowed;
  return [
    {
      ...changeAt(place),
      kind: both ? "changed" : relation.widened ? "widened" : "narrowed",
      ...texts,
      ...verdictOf(relation, place.flow),
    },
  ];
}

const ANY_STRING: Verdict = {
  breaks: BREAKS_NONE,
  why: "Any string is legal; the words are those that are known.",
};

/** `object` is an object without names, beside one that has some. */
function unnamed(
  type: TypeNode,
  others: Declarations,
  other: TypeNode,
): EffectiveMembers | null {
  if (type.kind !== "primitive" || type.name !== "object") return null;
  const names = [...(membersOf(others, other) ?? new Map()).keys()];
  return names.some((name) => !name.startsWith("[")) ? new Map() : null;
}

/** What became of the members of an object. */
function compareMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
  place: Place,
  around: readonly string[],
): Change[] {
  const changes: Change[] = [];
  const renamed = renamedMembers(older, newer);
  const { comparer } = place;
  const isKnown: Known = (before, after) =>
    place.known(before, after) ||
    // What a declaration itself holds is said here.
    (around.length > 1 &&
      isSaidThere(before, after, { older, newer, comparer }));
  for (const [name, before] of older) {
    const after = newer.get(renamed.get(name) ?? name);
    const at = { ...place, path: memberPath(place.path, after?.name ?? name) };
    if (isKnown(before, after)) continue;
    if (after) changes.push(...compareMember(before, after, at, around));
    else if (!isImplied(before, place)) changes.push(removal(before, at));
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

function compareMember(
  before: EffectiveMember,
  after: EffectiveMember,
  place: Place,
  around: readonly string[],
): Change[] {
  const changes: Change[] = [];
  const base = changeAt(place);
  const texts = { before: memberText(before), after: memberText(after) };
  if (before.name !== after.name)
    changes.push({
      ...base,
      ...texts,
      kind: "renamed",
      ...verdictOf(
        { widened: !before.optional, narrowed: !after.optional },
        place.flow,
      ),
    });
  if (before.optional !== after.optional) {
    const relation = { widened: after.optional, narrowed: before.optional };
    changes.push({
      ...base,
      ...texts,
      kind: after.optional ? "made optional" : "made required",
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
  changes.push(...compareTypes(before.type, after.type, place, around));
  return changes;
}

function addition(member: EffectiveMember, place: Place): Change {
  const relation = { widened: false, narrowed: !member.optional };
  const verdict = verdictOf(relation, place.flow);
  return {
    ...changeAt(place),
    kind: "added",
    before: null,
    after: memberText(member),
    ...verdict,
    why: member.optional
      ? "Objects are open: who does not know the member ignores it."
      : verdict.why,
  };
}

function removal(member: EffectiveMember, place: Place): Change {
  const relation = { widened: !member.optional, narrowed: false };
  const verdict = verdictOf(relation, place.flow);
  return {
    ...changeAt(place),
    kind: "removed",
    before: memberText(member),
    after: null,
    ...verdict,
    why: member.optional
      ? "Nobody had to send the member, and objects are open."
      : verdict.why,
  };
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
    from.optional === to.optional &&
    typeText(from.type) === typeText(to.type);
  return new Map(alike ? [[from.name, to.name]] : []);
}

function sameName(a: TypeNode, b: TypeNode, comparer: Comparer): boolean {
  return (
    a.kind === "reference" &&
    b.kind === "reference" &&
    comparer.same(a.name, b.name) &&
    a.arguments.map(typeText).join() === b.arguments.map(typeText).join()
  );
}

function resolve(type: TypeNode, declarations: Declarations): TypeNode {
  return resolveAlias(declarations, type);
}

function changeAt({
  subject,
  of,
  path,
}: Place): Pick<Change, "subject" | "of" | "path"> {
  return { subject, of, path };
}
