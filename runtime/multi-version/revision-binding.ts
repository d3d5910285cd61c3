/**
 * One of the revisions that a client or server with several revisions supports.
 */
import type { Protocol } from "../protocol/protocol.js";
import type { Rules } from "../validation/rule.js";
import type { Downgrade } from "./downgrade.js";

export interface DowngradeTable {
  readonly [method: string]: Downgrade | undefined;
}

/**
 * Protocol of one revision, together with the conversions from the newest
 * revision to this one.
 */
export interface RevisionBinding extends Protocol {
  /** Downgrades of values from the newest revision to this one, by method. */
  readonly downgrades: {
    /** Downgrades of results that this side sends. */
    readonly results: DowngradeTable;
    /**
     * Downgrades of params of requests and notifications that this side sends.
     */
    readonly params: DowngradeTable;
  };
  /** Validation rules for values that this side sends, by method. */
  readonly outgoing: {
    readonly results: Rules;
    readonly messages: Rules;
  };
}

/** Revisions that a client or server supports, newest first. */
export type RevisionBindings = readonly [RevisionBinding, ...RevisionBinding[]];

/**
 * Returns true if the revision has no handshake, so that each request is
 * self-contained.
 */
export function isStateless({ http }: Protocol): boolean {
  return !http.sessions;
}
