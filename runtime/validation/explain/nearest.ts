/**
 * Selection of the union member that an invalid value was probably meant to
 * match.
 */
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
 * Initial minimum for the number of missing keys. The number is greater than
 * every possible count of missing keys, because keys are bits of a 31-bit
 * integer.
 */
const MORE_THAN_ALL_KEYS = 32;

/**
 * Returns the number of issues of a value in comparison with the given union
 * member.
 */
export type IssueCounter = (
  member: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
) => number;

/**
 * Returns the union member that is most similar to an object.
 *
 * The most similar member has the fewest missing required keys. A key with a
 * wrong literal value counts as missing. Among tied members, the member that
 * declares the most present keys is returned. If there is still a tie, the
 * member with the fewest issues is returned. Without `count`, issues are not
 * counted and the first tied member is returned.
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
  /** Bit set of the keys that all tied members declare. */
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
  // If all tied members have the same type for every present key, they would
  // report the same issues. The first tied member is then returned without
  // counting issues.
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

/**
 * Returns the union member whose tag (discriminant) has the longest common
 * prefix with the string `found`.
 */
export function findNearestTag(
  members: readonly Part[],
  found: string,
): ShapeNode | undefined {
  let best: ShapeNode | undefined;
  let longest = 0;
  for (const { name, node } of members) {
    // First compare the character after the longest common prefix so far. It
    // differs for most tags, so they need no further comparison.
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
 * Returns the union member for a value that is not an object. Only members that
 * accept values of the same kind, such as arrays, are considered.
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

/**
 * Returns the first union member with the lowest number of issues for the
 * value.
 */
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
 * Returns a bit set of the indexed keys that are present in the object. The
 * loop iterates over the object's keys, because V8 then reads the values faster
 * than in a loop over a list of keys.
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
    // A getter or a proxy threw an error. The keys that were found before the
    // error are returned.
  }
  return present;
}

function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
