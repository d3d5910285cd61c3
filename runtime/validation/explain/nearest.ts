/** Which member of a union a wrong value was meant to be. */
import type { Fields } from "../guards.js";
import type { Member, Part, ShapeNode, Sign, Signs } from "./nodes.js";
import { kindOf } from "./kinds-of.js";
import type { Place } from "./places.js";

/** More signs than there are bits. */
const MORE_THAN_ALL = 32;

/** Counts all that is wrong with a value as that member, which is at a place. */
export type Count = (
  member: ShapeNode,
  value: unknown,
  at: Place | null,
) => number;

/**
 * The member that lacks the least of an object: keys, or literals where those
 * are required. Of two that lack as much it is the one of which more is there;
 * and of two that are alike in this too, the one with fewer issues, where they
 * may be counted.
 */
export function nearest(
  { members, signs, telling }: Signs,
  value: Fields,
  at: Place | null,
  count: Count | null,
): ShapeNode | undefined {
  const there = signsThere(value, signs);
  let best: Member | undefined;
  let least = MORE_THAN_ALL;
  let most = 0;
  /** What all know that are as near. */
  let common = 0;
  let tied = false;
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as Member;
    const missing = bits(member.required & ~there);
    if (missing > least) continue;
    const found = bits(member.known & there);
    if (missing === least && found < most) continue;
    tied = missing === least && found === most;
    common = tied ? common & member.known : member.known;
    if (tied) continue;
    best = member;
    least = missing;
    most = found;
  }
  // Where all that is there is alike in them, they have the same issues.
  if (!tied || count === null || (there & ~(common & ~telling)) === 0)
    return best?.node;
  const alike = members.filter(
    ({ required, known }) =>
      bits(required & ~there) === least && bits(known & there) === most,
  );
  return fewest(alike, value, at, count);
}

/** The member whose tag shares the longest prefix with the string. */
export function likeliest(
  members: readonly Part[],
  found: string,
): ShapeNode | undefined {
  let best: ShapeNode | undefined;
  let longest = 0;
  for (const { name, node } of members) {
    // Most share no more than the best: one character shows it.
    if (name.charCodeAt(longest) !== found.charCodeAt(longest)) continue;
    let i = 0;
    while (i < found.length && found.charCodeAt(i) === name.charCodeAt(i)) i++;
    if (i <= longest) continue;
    best = node;
    longest = i;
  }
  return best;
}

/** The same for what is no object: the member of its kind. */
export function ofKind(
  members: readonly Part[],
  value: unknown,
  at: Place | null,
  count: Count | null,
): ShapeNode | undefined {
  const kind = kindOf(value);
  const alike = members.filter(
    ({ node: { kinds, it } }) =>
      (kinds & kind) !== 0 &&
      (it.kind !== "literal" || it.of.includes(value as string)),
  );
  return count === null ? alike[0]?.node : fewest(alike, value, at, count);
}

/** The one with the least count, the first of several. */
function fewest(
  members: readonly (Member | Part)[],
  value: unknown,
  at: Place | null,
  count: Count,
): ShapeNode | undefined {
  let best = members[0]?.node;
  if (members.length < 2) return best;
  let least = Infinity;
  for (const { node } of members) {
    const found = count(node, value, at);
    if (found >= least) continue;
    best = node;
    least = found;
  }
  return best;
}

/** Goes by the keys of the value, which V8 reads faster than those of a list. */
function signsThere(value: Fields, signs: readonly Sign[]): number {
  let there = 0;
  try {
    for (const key in value) {
      for (const { name, bit, values } of signs) {
        if (name !== key) continue;
        const child = value[key];
        if (child === undefined) break;
        if (values === null || values.includes(child)) there |= bit;
      }
    }
  } catch {
    // A getter, or a proxy: what was read before it has to do.
  }
  return there;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
