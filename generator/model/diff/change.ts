import type { Flow } from "../flow.js";
import type { Comparer, Relation } from "./comparer.js";

/** Kind of a difference between two models. */
export type ChangeKind =
  | "added"
  | "removed"
  /** Probable rename: no schema states that two names mean one thing. */
  | "renamed"
  | "made optional"
  | "made required"
  | "widened"
  | "narrowed"
  | "changed"
  | "deprecated"
  | "no longer deprecated";

/** Part of the protocol that a change affects. */
export type ChangeSubject =
  "method" | "type" | "member" | "constant" | "capability";

/** Difference between an older and a newer model. */
export interface Change {
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  /** Method or declaration that contains the change, by its newest name. */
  readonly of: string;
  /** Path of the change: `tools/call`, `Tool`, `Tool.annotations.title`. */
  readonly path: string;
  /**
   * TypeScript text before and after the change; null where it does not exist.
   */
  readonly before: string | null;
  readonly after: string | null;
  /**
   * Peers that the change breaks when they meet a peer of the newer revision.
   */
  readonly breaks: Breaks;
  /** Reason why the change breaks a peer or does not. */
  readonly why: string;
}

/**
 * Peers of the older revision that break when they meet a peer of the newer
 * one.
 */
interface Breaks {
  readonly client: boolean;
  readonly server: boolean;
}

/** Peers that a change breaks, and the reason. */
export type Impact = Pick<Change, "breaks" | "why">;

/** Part of the two models that is being compared, such as a member. */
export interface ComparedPart extends Pick<Change, "subject" | "of" | "path"> {
  readonly comparer: Comparer;
  readonly flow: Flow;
}

/** Creates the change of one compared part. */
export function changeAt(
  { subject, of, path }: Pick<ComparedPart, "subject" | "of" | "path">,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
  { breaks, why }: Impact,
): Change {
  return { kind, subject, of, path, before, after, breaks, why };
}

/** Returns the change for a type whose set of values changed. */
export function relationChange(
  place: ComparedPart,
  relation: Relation,
  before: string | null,
  after: string | null,
): Change {
  const { widened, narrowed } = relation;
  const kind =
    widened && narrowed ? "changed" : widened ? "widened" : "narrowed";
  return changeAt(place, kind, before, after, getImpact(relation, place.flow));
}

/**
 * Returns whether a deprecation was added or removed. The arguments are the
 * texts of both deprecations.
 */
export function deprecationKind(
  was: string | null,
  is: string | null,
): ChangeKind | null {
  if ((was === null) === (is === null)) return null;
  return is === null ? "no longer deprecated" : "deprecated";
}

/** Returns the impact of a change that breaks no peer. */
export function harmless(why: string): Impact {
  return { breaks: { client: false, server: false }, why };
}

export const DEPRECATION = harmless(
  "A deprecation changes nothing on the wire.",
);

/**
 * Returns the peers that a changed type breaks. A sender breaks its receiver if
 * it sends values that the receiver refuses: newer senders do after a widening,
 * older senders after a narrowing.
 */
export function getImpact(
  { widened, narrowed }: Relation,
  { toClient, toServer }: Flow,
): Impact {
  if (!toClient && !toServer)
    return harmless("No message in both revisions contains the type.");
  const reasons = [
    ...(widened && toClient
      ? ["A newer server may send values that an older client rejects."]
      : []),
    ...(narrowed && toServer
      ? ["An older client may send values that a newer server rejects."]
      : []),
    ...(widened && toServer
      ? ["A newer client may send values that an older server rejects."]
      : []),
    ...(narrowed && toClient
      ? ["An older server may send values that a newer client rejects."]
      : []),
  ];
  return {
    breaks: {
      client: (widened && toClient) || (narrowed && toServer),
      server: (widened && toServer) || (narrowed && toClient),
    },
    why:
      reasons.join(" ") ||
      "Each peer accepts every value that the other may send.",
  };
}
