/** Selection of the union member that an invalid value was meant to be. */
import type { Fields } from "../guards.js";
import type {
  IndexedMember,
  Part,
  ShapeNode,
  MemberKey,
  MemberIndex,
} from "./nodes.js";
import { getKind } from "./kinds-of.js";
import type { ValueLocation } from "./places.js";

/**
 * Greater than any number of missing keys, which are bits of a 31-bit integer.
 */
const MORE_THAN_ALL_KEYS = 32;

/**
 * Returns the number of issues that a value has if it is compared with this
 * member.
 */
export type IssueCounter = (
  member: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
) => number;

/**
 * Returns the union member that an object most resembles.
 *
 * It is the member with the fewest missing required keys, where a wrong literal
 * counts as missing. Ties are decided by the number of known keys that are
 * present, then by the number of issues. Without `count`, the first member wins
 * the last tie.
 */
export function findNearestMember(
  { members, keys, distinguishingBits }: MemberIndex,
  value: Fields,
  at: ValueLocation | null,
  count: IssueCounter | null,
): ShapeNode | undefined {
  const present = findPresentKeys(value, keys);
  let best: IndexedMember | undefined;
  let least = MORE_THAN_ALL_KEYS;
  let most = 0;
  /** Keys that all tied members know. */
  let common = 0;
  let tied = false;
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as IndexedMember;
    const missing = countBits(member.required & ~present);
    if (missing > least) continue;
    const found = countBits(member.known & present);
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
  if (
    !tied ||
    count === null ||
    (present & ~(common & ~distinguishingBits)) === 0
  )
    return best?.node;
  const candidates = members.filter(
    ({ required, known }) =>
      countBits(required & ~present) === least &&
      countBits(known & present) === most,
  );
  return findFewestIssues(candidates, value, at, count);
}

/** Returns the member whose tag shares the longest prefix with the string. */
export function findNearestTag(
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
export function findMemberOfKind(
  members: readonly Part[],
  value: unknown,
  at: ValueLocation | null,
  count: IssueCounter | null,
): ShapeNode | undefined {
  const kind = getKind(value);
  const candidates = members.filter(
    ({ node: { kinds, shape } }) =>
      (kinds & kind) !== 0 &&
      (shape.kind !== "literal" || shape.details.includes(value as string)),
  );
  return count === null
    ? candidates[0]?.node
    : findFewestIssues(candidates, value, at, count);
}

/** Returns the first member with the lowest count. */
function findFewestIssues(
  members: readonly (IndexedMember | Part)[],
  value: unknown,
  at: ValueLocation | null,
  count: IssueCounter,
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
function findPresentKeys(value: Fields, keys: readonly MemberKey[]): number {
  let present = 0;
  try {
    for (const key in value) {
      for (const { name, bit, values } of keys) {
        if (name !== key) continue;
        const child = value[key];
        if (child === undefined) break;
        if (values === null || values.includes(child)) present |= bit;
      }
    }
  } catch {
    // A getter or proxy threw: use the keys that were read before.
  }
  return present;
}

function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
