/** Selection of the union member that an invalid value was meant to be. */
import type { Fields } from "../guards.js";
import type { Member, Part, ShapeNode, Sign, Signs } from "./nodes.js";
import { kindOf } from "./kinds-of.js";
import type { Place } from "./places.js";

/**
 * Greater than any number of missing keys, which are bits of a 31-bit integer.
 */
const MORE_THAN_ALL = 32;

/**
 * Returns the number of issues that a value has if it is compared with this
 * member.
 */
export type Count = (
  member: ShapeNode,
  value: unknown,
  at: Place | null,
) => number;

/**
 * Returns the union member that an object most resembles.
 *
 * It is the member with the fewest missing required keys, where a wrong literal
 * counts as missing. Ties are decided by the number of known keys that are
 * present, then by the number of issues. Without `count`, the first member wins
 * the last tie.
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
  /** Keys that all tied members know. */
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
  // Tied members that agree on every present key would report the same issues:
  // return the first.
  if (!tied || count === null || (there & ~(common & ~telling)) === 0)
    return best?.node;
  const alike = members.filter(
    ({ required, known }) =>
      bits(required & ~there) === least && bits(known & there) === most,
  );
  return fewest(alike, value, at, count);
}

/** Returns the member whose tag shares the longest prefix with the string. */
export function likeliest(
  members: readonly Part[],
  found: string,
): ShapeNode | undefined {
  let best: ShapeNode | undefined;
  let longest = 0;
  for (const { name, node } of members) {
    // Compare one character first: most tags share no longer prefix than the
    // best one.
    if (name.charCodeAt(longest) !== found.charCodeAt(longest)) continue;
    let i = 0;
    while (i < found.length && found.charCodeAt(i) === name.charCodeAt(i)) i++;
    if (i <= longest) continue;
    best = node;
    longest = i;
  }
  return best;
}

/**
 * Returns the union member for a value that is not an object: a member of the
 * same kind.
 */
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

/** Returns the first member with the lowest count. */
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

/**
 * Returns the indexed keys that are present. Iterates over the value's own
 * keys, which V8 reads faster than keys from a list.
 */
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
    // A getter or proxy threw: use the keys that were read before.
  }
  return there;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
