/** Which member of a union a wrong value was meant to be. */
import type { Fields } from "../guards.js";
import { hasKind } from "../kinds.js";
import type { Member, Part, ShapeNode, Signs } from "./nodes.js";
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
  { members, byKey, telling }: Signs,
  value: Fields,
  at: Place | null,
  count: Count | null,
): ShapeNode | undefined {
  const there = signsThere(value, byKey);
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
  let fewest = Infinity;
  for (const member of members) {
    if (bits(member.required & ~there) > least) continue;
    if (bits(member.known & there) < most) continue;
    const found = count(member.node, value, at);
    if (found >= fewest) continue;
    best = member;
    fewest = found;
  }
  return best?.node;
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
  let best: ShapeNode | undefined;
  let fewest = Infinity;
  for (const { node } of members) {
    if (!hasKind(node.it, value)) continue;
    if (best === undefined || count === null) {
      best ??= node;
      continue;
    }
    if (fewest === Infinity) fewest = count(best, value, at);
    const found = count(node, value, at);
    if (found >= fewest) continue;
    best = node;
    fewest = found;
  }
  return best;
}

/** By the keys of the value: it has fewer than all members together. */
function signsThere(value: Fields, byKey: Signs["byKey"]): number {
  let there = 0;
  try {
    for (const key in value) {
      const signs = byKey.get(key);
      if (signs === undefined) continue;
      const child = value[key];
      if (child === undefined) continue;
      for (const { bit, values } of signs)
        if (values === null || values.includes(child)) there |= bit;
    }
  } catch {
    // A getter, or a proxy: what was read before it has to do.
  }
  return there;
}

/** How many there are in a set. */
function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
