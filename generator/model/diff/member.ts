/**
 * Compares one member and the limits in its doc comment. Types inside the
 * member are compared by `members.ts`.
 */
import { NO_DOC, property } from "../build.js";
import { isLimit } from "../doc-tags.js";
import { INDEX, type EffectiveMember } from "../members/members.js";
import { memberText, typeText } from "../type-text.js";
import {
  getAlternatives,
  isAny,
  resolveAlias,
  type Declarations,
} from "../members/resolve.js";
import type { Doc, TypeNode } from "../types.js";
import {
  changeAt,
  DEPRECATION,
  deprecationKind,
  relationChange,
  getImpact,
  type Change,
  type ComparedPart,
} from "./change.js";

/** Returns true for an index signature, such as `[key: string]: …`. */
export function isIndex({ name }: EffectiveMember): boolean {
  return name === INDEX;
}

/**
 * Returns true if a value may lack the member. A member whose type includes
 * `undefined` may be missing, too.
 */
function mayBeAbsent(
  { optional, type }: EffectiveMember,
  declarations: Declarations,
): boolean {
  const isUndefined = (part: TypeNode): boolean => {
    const resolved = resolveAlias(declarations, part);
    return resolved.kind === "primitive" && resolved.name === "undefined";
  };
  return optional || getAlternatives(declarations, type).some(isUndefined);
}

/**
 * Returns true for members whose declaration has no effect, because values may
 * have these members even if they are not declared.
 */
export function isImplied(
  member: EffectiveMember,
  { path }: ComparedPart,
): boolean {
  const { name, optional, type } = member;
  // Objects accept undeclared keys, so an index signature that accepts any
  // value changes nothing.
  if (isIndex(member)) return isAny(type);
  return name === "_meta" && optional && path.endsWith(".params");
}

/** Returns the changes of a member, except changes inside its type. */
export function memberChanges(
  before: EffectiveMember,
  after: EffectiveMember,
  place: ComparedPart,
): Change[] {
  const { comparer, flow } = place;
  const optional = mayBeAbsent(after, comparer.newer);
  const wasOptional = mayBeAbsent(before, comparer.older);
  const changes: Change[] = [];
  const add = (kind: Change["kind"], impact = DEPRECATION): void => {
    const [was, is] = [printMember(before), printMember(after)];
    changes.push(changeAt(place, kind, was, is, impact));
  };
  if (wasOptional !== optional)
    add(
      optional ? "made optional" : "made required",
      getImpact({ widened: optional, narrowed: wasOptional }, flow),
    );
  const kind = deprecationKind(before.doc.deprecated, after.doc.deprecated);
  if (kind) add(kind);
  return [
    ...changes,
    ...limitChanges(before.doc, after.doc, after.type, place),
  ];
}

/** Returns the change that reports a member as added or removed. */
export function createMemberChange(
  kind: "added" | "removed",
  member: EffectiveMember,
  place: ComparedPart,
): Change {
  const added = kind === "added";
  const { older, newer } = place.comparer;
  const free = !isIndex(member) && mayBeAbsent(member, added ? newer : older);
  const relation = { widened: !added && !free, narrowed: added && !free };
  const impact = getImpact(relation, place.flow);
  const why = added
    ? "Objects are open: a peer that does not know the member ignores it."
    : "The member was optional, and objects are open: a peer that no longer knows the member ignores it.";
  const text = printMember(member);
  return changeAt(place, kind, added ? null : text, added ? text : null, {
    ...impact,
    ...(free && { why }),
  });
}

/** Returns the declaration of a member as TypeScript text. */
function printMember(member: EffectiveMember): string {
  const { name, type, optional } = member;
  return isIndex(member)
    ? `${name}: ${typeText(type)}`
    : memberText(property(name, type, NO_DOC, optional));
}

/**
 * Returns a list with one change if different limits in a doc comment, such as
 * `@minimum`, change the accepted values. Otherwise returns an empty list.
 */
export function limitChanges(
  before: Doc,
  after: Doc,
  type: TypeNode,
  place: ComparedPart,
): Change[] {
  const [was, is] = [getLimits(before), getLimits(after)];
  if (was.join() === is.join()) return [];
  const relation = place.comparer.relateLimits(type, before, after);
  if (!relation.widened && !relation.narrowed) return [];
  // `number` means an integer unless the doc comment has `@TJS-type number`. If
  // only one of the doc comments has this tag, print `an integer` before the
  // limits of the comment without the tag.
  const integer = [...was, ...is].includes(ANY_NUMBER) ? "an integer" : "";
  const printLimits = (limits: readonly string[]): string | null =>
    [limits.includes(ANY_NUMBER) ? "" : integer, ...limits]
      .filter(Boolean)
      .join(" ") || null;
  return [relationChange(place, relation, printLimits(was), printLimits(is))];
}

const ANY_NUMBER = "any number";

/**
 * Returns the limits of a doc comment, such as `@minimum 0` or `@maximum 1`.
 */
function getLimits({ tags }: Doc): readonly string[] {
  return tags
    .filter(({ name }) => isLimit(name))
    .map(({ name, text }) => `@${name} ${text}`.trim())
    .map((limit) => (limit === "@TJS-type number" ? ANY_NUMBER : limit));
}
