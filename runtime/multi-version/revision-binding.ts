/** One revision of a program that speaks several. */
import type { Protocol } from "../protocol/protocol.js";
import type { Rules } from "../validation/rule.js";
import type { Downgrade } from "./downgrade.js";

export interface Forms {
  readonly [method: string]: Downgrade | undefined;
}

/** One of several revisions that a program speaks. */
export interface Era extends Protocol {
  /** How values of the newest revision are converted to this one, by method. */
  readonly forms: {
    /** Results of requests that arrive. */
    readonly results: Forms;
    /** Params of requests and notifications that are sent. */
    readonly params: Forms;
  };
  /** Checks of what is sent, by method. */
  readonly outgoing: {
    readonly results: Rules;
    readonly messages: Rules;
  };
}

/** Revisions that are spoken, newest first. */
export type Eras = readonly [Era, ...Era[]];

/** Whether requests stand alone, without a handshake before them. */
export function standsAlone({ http }: Protocol): boolean {
  return !http.sessions;
}
