import type { Flow } from "../flow.js";
import type { Relation } from "./comparer.js";

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

/** Where a change is. */
export function changeAt({
  subject,
  of,
  path,
}: Pick<Change, "subject" | "of" | "path">): Pick<
  Change,
  "subject" | "of" | "path"
> {
  return { subject, of, path };
}

/** A peer of the older revision that meets one of the newer. */
export interface Breaks {
  readonly client: boolean;
  readonly server: boolean;
}

/** Old and new understand each other. */
export const BREAKS_NONE: Breaks = { client: false, server: false };

/** The verdict of a change: whom it breaks, and why. */
export type Verdict = Pick<Change, "breaks" | "why">;

/** What a deprecation that came or went is: `is` is its text now. */
export function deprecation(is: string | null): Verdict & Pick<Change, "kind"> {
  return {
    kind: is === null ? "no longer deprecated" : "deprecated",
    breaks: BREAKS_NONE,
    why: "A deprecation changes nothing on the wire.",
  };
}

/**
 * Whom a change of a type breaks. Whoever sends more than the other end takes
 * breaks it: newer senders after a widening, older senders after a narrowing.
 */
export function verdictOf(
  { widened, narrowed }: Relation,
  { toClient, toServer }: Flow,
): Verdict {
  if (!toClient && !toServer)
    return { breaks: BREAKS_NONE, why: "No message of both holds the type." };
  const reasons: string[] = [];
  if (widened && toClient)
    reasons.push("A newer server may send what an older client does not take.");
  if (narrowed && toServer)
    reasons.push("An older client may send what a newer server does not take.");
  if (widened && toServer)
    reasons.push("A newer client may send what an older server does not take.");
  if (narrowed && toClient)
    reasons.push("An older server may send what a newer client does not take.");
  return {
    breaks: {
      client: (widened && toClient) || (narrowed && toServer),
      server: (widened && toServer) || (narrowed && toClient),
    },
    why: reasons.join(" ") || "Each end takes all that the other may send.",
  };
}
