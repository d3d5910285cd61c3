import type { Flow } from "../flow.js";
import type { Comparer, Relation } from "./comparer.js";

/** Kind of difference between two models. */
export type ChangeKind =
  | "added"
  | "removed"
  /**
   * Probable rename. It is only probable, because no schema states that an
   * older and a newer name mean the same thing.
   */
  | "renamed"
  | "made optional"
  | "made required"
  | "widened"
  | "narrowed"
  | "changed"
  | "deprecated"
  | "no longer deprecated";

/** Kind of element in the protocol that a change affects. */
export type ChangeSubject =
  "method" | "type" | "member" | "constant" | "capability";

/** Difference between an older and a newer model. */
export interface Change {
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  /**
   * Name of the method or declaration that contains the change. If it was
   * renamed, this is the newer name.
   */
  readonly of: string;
  /**
   * Path of the changed element, such as `tools/call`, `Tool` or
   * `Tool.annotations.title`.
   */
  readonly path: string;
  /**
   * TypeScript text before the change, and text after it (`after`). Null if the
   * element did not exist then.
   */
  readonly before: string | null;
  readonly after: string | null;
  /**
   * Peers of the older revision that stop working with a peer of the newer
   * revision because of the change.
   */
  readonly breaks: Breaks;
  /** Reason why the change breaks peers, or why it does not. */
  readonly why: string;
}

/**
 * Whether a client, and whether a server, of the older revision stops working
 * with a peer of the newer revision.
 */
interface Breaks {
  readonly client: boolean;
  readonly server: boolean;
}

/** Peers that a change breaks, and the reason. */
export type Impact = Pick<Change, "breaks" | "why">;

/** Element of the two models that is being compared, such as a member. */
export interface ComparedPart extends Pick<Change, "subject" | "of" | "path"> {
  readonly comparer: Comparer;
  readonly flow: Flow;
}

/** Creates the change of an element that was compared. */
export function changeAt(
  { subject, of, path }: Pick<ComparedPart, "subject" | "of" | "path">,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
  { breaks, why }: Impact,
): Change {
  return { kind, subject, of, path, before, after, breaks, why };
}

/** Returns the change for a type that now accepts more or fewer values. */
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
 * Returns the kind of change if a deprecation was added or removed, or null.
 *
 * @param was Text of the deprecation in the older model, or null.
 * @param is Text of the deprecation in the newer model, or null.
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
 * Returns the impact of a changed type. A sender breaks its receiver if it
 * sends values that the receiver rejects. After a widening, the newer senders
 * do this, and after a narrowing the older senders.
 */
export function getImpact(
  { widened, narrowed }: Relation,
  { toClient, toServer }: Flow,
): Impact {
  if (!toClient && !toServer)
    return harmless("No message that both revisions have contains the type.");
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
