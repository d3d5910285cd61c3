/** What became of one member, but for what is in it. */
import { NO_DOC, property } from "../build.js";
import type { Flow } from "../flow.js";
import type { EffectiveMember } from "../members/members.js";
import { memberText, typeText } from "../type-text.js";
import { resolveAlias, type Declarations } from "../members/resolve.js";
import type { TypeNode } from "../types.js";
import { changeAt, deprecation, verdictOf } from "./change.js";
import type { Change, ChangeSubject } from "./change.js";
import type { Comparer } from "./comparer.js";
import { limitChanges } from "./limits.js";

/** Where a comparison is. */
export interface Place {
  readonly comparer: Comparer;
  readonly subject: ChangeSubject;
  readonly of: string;
  readonly path: string;
  readonly flow: Flow;
}

/** True for `[key: string]: …`, which is about keys that have no name. */
export function isIndex({ name }: EffectiveMember): boolean {
  return name.startsWith("[");
}

/** True where a value may do without the member: `undefined` is absence. */
function mayBeAbsent(
  { optional, type }: EffectiveMember,
  declarations: Declarations,
): boolean {
  const takes = (part: TypeNode): boolean => {
    const resolved = resolveAlias(declarations, part);
    return resolved.kind === "union"
      ? resolved.types.some(takes)
      : resolved.kind === "primitive" && resolved.name === "undefined";
  };
  return optional || takes(type);
}

/** Members that are there whether they are declared or not. */
export function isImplied(member: EffectiveMember, { path }: Place): boolean {
  const { name, optional, type } = member;
  // Objects are open, so an index signature for anything says nothing.
  if (isIndex(member))
    return (
      type.kind === "primitive" &&
      (type.name === "unknown" || type.name === "any")
    );
  return name === "_meta" && optional && path.endsWith(".params");
}

/** What became of a member, but for what is in it. */
export function memberChanges(
  before: EffectiveMember,
  after: EffectiveMember,
  place: Place,
): Change[] {
  const changes: Change[] = [];
  const base = changeAt(place);
  const optional = mayBeAbsent(after, place.comparer.newer);
  const wasOptional = mayBeAbsent(before, place.comparer.older);
  const texts = { before: textOf(before), after: textOf(after) };
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
    changes.push({ ...base, ...texts, ...deprecation(is) });
  changes.push(...limitChanges(before.doc, after.doc, place.flow, base));
  return changes;
}

/** A member that came. */
export function addition(member: EffectiveMember, place: Place): Change {
  const free = !isIndex(member) && mayBeAbsent(member, place.comparer.newer);
  const verdict = verdictOf({ widened: false, narrowed: !free }, place.flow);
  return {
    ...changeAt(place),
    kind: "added",
    before: null,
    after: textOf(member),
    ...verdict,
    why: free
      ? "Objects are open: who does not know the member ignores it."
      : verdict.why,
  };
}

/** A member that went. */
export function removal(member: EffectiveMember, place: Place): Change {
  const free = !isIndex(member) && mayBeAbsent(member, place.comparer.older);
  const verdict = verdictOf({ widened: !free, narrowed: false }, place.flow);
  return {
    ...changeAt(place),
    kind: "removed",
    before: textOf(member),
    after: null,
    ...verdict,
    why: free
      ? "Nobody had to send the member, and objects are open."
      : verdict.why,
  };
}

/** The member as it is declared. */
function textOf(member: EffectiveMember): string {
  const { name, type, optional } = member;
  return isIndex(member)
    ? `${name}: ${typeText(type)}`
    : memberText(property(name, type, NO_DOC, optional));
}
