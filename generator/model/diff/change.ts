import type { Flow } from "../flow.js";
import type { Comparer, Relation } from "./comparer.js";

/** What can happen to something between two models. */
export type ChangeKind =
  | "added"
  | "removed"
  /** Likely: nothing in a schema says that two names are one thing. */
  | "renamed"
  | "made optional"
  | "made required"
  | "widened"
  | "narrowed"
  | "changed"
  | "deprecated"
  | "no longer deprecated";

/** What a change is a change of. */
export type ChangeSubject =
  "method" | "type" | "member" | "constant" | "capability";

/** One difference between an older and a newer model. */
export interface Change {
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  /** Method or declaration that the change is in, by its newest name. */
  readonly of: string;
  /** `tools/call`, `Tool`, `Tool.annotations.title`. */
  readonly path: string;
  /** What it was and what it is, in TypeScript; null where it is not. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whom it breaks: an older one that meets a newer peer. */
  readonly breaks: Breaks;
  /** Why it does, or why it does not. */
  readonly why: string;
}

/** A peer of the older revision that meets one of the newer. */
export interface Breaks {
  readonly client: boolean;
  readonly server: boolean;
}

/** Whom a change breaks, and why. */
export type Verdict = Pick<Change, "breaks" | "why">;

/** Where a comparison is. */
export interface Place extends Pick<Change, "subject" | "of" | "path"> {
  readonly comparer: Comparer;
  readonly flow: Flow;
}

/** The change of what is at a place. */
export function changeAt(
  { subject, of, path }: Pick<Place, "subject" | "of" | "path">,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
  { breaks, why }: Verdict,
): Change {
  return { kind, subject, of, path, before, after, breaks, why };
}

/** The change of what takes other values than before. */
export function relationChange(
  place: Place,
  relation: Relation,
  before: string | null,
  after: string | null,
): Change {
  const { widened, narrowed } = relation;
  const kind =
    widened && narrowed ? "changed" : widened ? "widened" : "narrowed";
  return changeAt(place, kind, before, after, verdictOf(relation, place.flow));
}

/** A deprecation that came or went, if one did; the arguments are its texts. */
export function deprecationKind(
  was: string | null,
  is: string | null,
): ChangeKind | null {
  if ((was === null) === (is === null)) return null;
  return is === null ? "no longer deprecated" : "deprecated";
}

/** The verdict of what breaks nobody. */
export function harmless(why: string): Verdict {
  return { breaks: { client: false, server: false }, why };
}

export const DEPRECATION = harmless(
  "A deprecation changes nothing on the wire.",
);

/**
 * Whom a change of a type breaks. Whoever sends more than the other end takes
 * breaks it: newer senders after a widening, older senders after a narrowing.
 */
export function verdictOf(
  { widened, narrowed }: Relation,
  { toClient, toServer }: Flow,
): Verdict {
  if (!toClient && !toServer)
    return harmless("No message of both holds the type.");
  const reasons = [
    ...(widened && toClient
      ? ["A newer server may send what an older client does not take."]
      : []),
    ...(narrowed && toServer
      ? ["An older client may send what a newer server does not take."]
      : []),
    ...(widened && toServer
      ? ["A newer client may send what an older server does not take."]
      : []),
    ...(narrowed && toClient
      ? ["An older server may send what a newer client does not take."]
      : []),
  ];
  return {
    breaks: {
      client: (widened && toClient) || (narrowed && toServer),
      server: (widened && toServer) || (narrowed && toClient),
    },
    why: reasons.join(" ") || "Each end takes all that the other may send.",
  };
}
