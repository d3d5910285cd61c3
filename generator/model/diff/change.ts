import type { Flow } from "../flow.js";
import type { Comparer, Relation } from "./comparer.js";

/** Kind of difference between two models. */
export type ChangeKind =
  | "added"
  | "removed"
  /**
   * Probable rename. No schema states that an older and a newer name mean the
   * same thing, so a rename can only be guessed.
   */
  | "renamed"
  | "made optional"
  | "made required"
  | "widened"
  | "narrowed"
  | "changed"
  | "deprecated"
  | "no longer deprecated";

/** Kind of protocol element that a change affects. */
export type ChangeSubject =
  "method" | "type" | "member" | "constant" | "capability";

/** Difference between an older and a newer model. */
export interface Change {
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  /**
   * Name of the method or declaration that contains the change. After a rename,
   * this is the newer name.
   */
  readonly of: string;
  /**
   * Path of the changed element, such as `tools/call`, `Tool` or
   * `Tool.annotations.title`.
   */
  readonly path: string;
  /**
   * TypeScript text of the element before the change (`before`) and after it
   * (`after`). `before` is null for an added element, and `after` for a removed
   * element.
   */
  readonly before: string | null;
  readonly after: string | null;
  /**
   * Whether the change breaks a client or a server of the older revision when
   * its peer uses the newer revision.
   */
  readonly breaks: Breaks;
  /** Reason why the change breaks peers, or reason why it breaks none. */
  readonly why: string;
}

/**
 * Roles (client, server) in which a peer of the older revision stops working
 * with a peer of the newer revision.
 */
interface Breaks {
  readonly client: boolean;
  readonly server: boolean;
}

/** Peers that a change breaks, and the reason. */
export type Impact = Pick<Change, "breaks" | "why">;

/** Element that is compared between two models, such as a member of a type. */
export interface ComparedPart extends Pick<Change, "subject" | "of" | "path"> {
  readonly comparer: Comparer;
  readonly flow: Flow;
}

/** Creates the change that reports a difference in a compared element. */
export function changeAt(
  { subject, of, path }: Pick<ComparedPart, "subject" | "of" | "path">,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
  { breaks, why }: Impact,
): Change {
  return { kind, subject, of, path, before, after, breaks, why };
}

/**
 * Returns the change that reports a type as widened (it accepts more values),
 * narrowed (it accepts fewer), or changed (both).
 */
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
 * Returns `deprecated` if a deprecation was added, and `no longer deprecated`
 * if it was removed. Returns null otherwise.
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

/** Returns the impact of a change that breaks neither clients nor servers. */
export function harmless(why: string): Impact {
  return { breaks: { client: false, server: false }, why };
}

export const DEPRECATION = harmless(
  "A deprecation changes nothing on the wire.",
);

/**
 * Returns the impact of a changed type. Peers break if they receive values that
 * their revision rejects. If the type was widened, newer senders may send such
 * values. If it was narrowed, older senders may send them.
 */
export function getImpact(
  { widened, narrowed }: Relation,
  { toClient, toServer }: Flow,
): Impact {
  if (!toClient && !toServer)
    return harmless(
      "The type is only in messages that one of the two revisions lacks.",
    );
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
