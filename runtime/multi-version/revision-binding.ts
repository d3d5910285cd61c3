/**
 * Revision that a multi-version client or server supports, with the conversions
 * to this revision.
 */
import type { Protocol } from "../protocol/protocol.js";
import type { Rules } from "../validation/rule.js";
import type { Downgrade } from "./downgrade.js";

export interface DowngradeTable {
  readonly [method: string]: Downgrade | undefined;
}

/**
 * Protocol of one revision, together with the conversions of values from the
 * newest revision to this revision.
 */
export interface RevisionBinding extends Protocol {
  /**
   * Downgrades of values from the newest revision to this revision, by method.
   */
  readonly downgrades: {
    /** Downgrades of the results that this side (client or server) sends. */
    readonly results: DowngradeTable;
    /**
     * Downgrades of the params in requests and notifications that this side
     * (client or server) sends.
     */
    readonly params: DowngradeTable;
  };
  /**
   * Validation rules for the values that this side (client or server) sends, by
   * method.
   */
  readonly outgoing: {
    readonly results: Rules;
    readonly messages: Rules;
  };
}

/** Revisions that a client or server supports, newest first. */
export type RevisionBindings = readonly [RevisionBinding, ...RevisionBinding[]];

/**
 * Returns true if the revision is stateless: it has no `initialize` handshake,
 * so each request is self-contained.
 */
export function isStateless({ http }: Protocol): boolean {
  return !http.sessions;
}
