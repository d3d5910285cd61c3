/**
 * Compares the declarations of two models: constants by value, and all other
 * declarations by type and members.
 */
import { reference } from "../build.js";
import { CAPABILITY_OWNERS } from "../capabilities.js";
import type { Flow } from "../flow.js";
import { getBases } from "../members/bases.js";
import { getMembers, type EffectiveMember } from "../members/members.js";
import { typeText } from "../type-text.js";
import type { Declaration, TypeNode } from "../types.js";
import {
  changeAt,
  DEPRECATION,
  deprecationKind,
  harmless,
  type Change,
  type ComparedPart,
} from "./change.js";
import type { Comparer } from "./comparer.js";
import { limitChanges } from "./member.js";
import {
  compareMembers,
  compareTypes,
  type MemberPredicate,
} from "./members.js";
import { isOnlyMoved } from "./moved.js";

/**
 * JSON-RPC envelope types. Every request and notification has the members of
 * one of these types, so changes of these members are reported only once.
 */
export const ENVELOPES: ReadonlySet<string> = new Set([
  "JSONRPCRequest",
  "JSONRPCNotification",
]);

/** Compares a declaration that exists in both models. */
export function compareDeclarations(
  was: Declaration,
  is: Declaration,
  comparer: Comparer,
  flow: Flow,
  isMethodName: MemberPredicate,
): Change[] {
  const { name } = is;
  const subject = is.kind === "constant" ? "constant" : "type";
  const whole: ComparedPart = { comparer, subject, of: name, path: name, flow };
  const kind = deprecationKind(was.doc.deprecated, is.doc.deprecated);
  const changes = kind
    ? [changeAt(whole, kind, was.name, name, DEPRECATION)]
    : [];
  if (was.kind === "constant" || is.kind === "constant") {
    const [before, after] = [valueText(was), valueText(is)];
    if (before === after) return changes;
    const impact = harmless(
      "The constant itself is not sent; the types that use its value are compared separately.",
    );
    return [...changes, changeAt(whole, "changed", before, after, impact)];
  }
  if (was.kind === "alias" && is.kind === "alias")
    changes.push(...limitChanges(was.doc, is.doc, is.type, whole));
  const isInherited = createInheritedPredicate(was, is, comparer);
  const isOwner = CAPABILITY_OWNERS.includes(name);
  const place = {
    ...whole,
    subject: isOwner ? "capability" : "member",
  } as const;
  const isKnown: MemberPredicate = (a, b) =>
    isMethodName(a, b) || isInherited(a, b);
  const before = getMembers(comparer.older, reference(was.name));
  const after = getMembers(comparer.newer, reference(name));
  if (!before || !after)
    changes.push(...compareTypes(getBody(was), getBody(is), place, isKnown));
  else
    for (const change of compareMembers(before, after, place, isKnown))
      changes.push(
        isOnlyMoved(change, was, is, comparer)
          ? {
              ...change,
              ...harmless(
                "Every type that extends the declaration has the member in both revisions.",
              ),
            }
          : change,
      );
  return changes;
}

/**
 * Returns the change that reports a declaration as added, removed or probably
 * renamed.
 */
export function createNameChange(
  kind: "added" | "removed" | "renamed",
  was: Declaration | null,
  is: Declaration | null,
): Change {
  const declaration = is ?? was;
  const name = declaration?.name ?? "";
  const subject = declaration?.kind === "constant" ? "constant" : "type";
  return changeAt(
    { subject, of: name, path: name },
    kind,
    was && summary(was),
    is && summary(is),
    harmless(
      "Names of types and constants are not sent; methods and members are compared separately.",
    ),
  );
}

/**
 * Returns a predicate for inherited members to skip, because their changes are
 * reported at the base type. A member is skipped if it is inherited from a
 * JSON-RPC envelope. It is also skipped if both declarations extend the same
 * base type, and at least one inherits the member from that base type.
 */
function createInheritedPredicate(
  was: Declaration,
  is: Declaration,
  { older, newer, same }: Comparer,
): MemberPredicate {
  const bases = getBases(was, older, { whole: true });
  const basesNow = getBases(is, newer, { whole: true });
  const isEnvelope = (
    member: EffectiveMember | undefined,
    own: string,
  ): boolean =>
    member?.origin != null &&
    member.origin !== own &&
    ENVELOPES.has(member.origin);
  return (a, b) => {
    if (isEnvelope(a, was.name) || isEnvelope(b, is.name)) return true;
    const before = a
      ? [a.origin].filter((origin) => origin !== was.name)
      : [...bases];
    const after = b
      ? [b.origin].filter((origin) => origin !== is.name)
      : [...basesNow];
    return before.some((from) =>
      after.some((to) => from !== null && to !== null && same(from, to)),
    );
  };
}

function getBody(declaration: Declaration): TypeNode {
  return declaration.kind === "alias"
    ? declaration.type
    : reference(declaration.name);
}

function summary(declaration: Declaration): string {
  const { kind, name } = declaration;
  return kind === "constant" ? `${name} = ${valueText(declaration)}` : name;
}

function valueText(declaration: Declaration): string {
  return declaration.kind === "constant"
    ? JSON.stringify(declaration.value)
    : typeText(getBody(declaration));
}
