/** What is known of one revision beside the others that are spoken. */
import type { Protocol, Rules } from "../endpoint/protocol.js";
import type { Downgrade } from "./form.js";

export interface Forms {
  readonly [method: string]: Downgrade | undefined;
}

/** One of several revisions that a program speaks. */
export interface Era extends Protocol {
  /** How what others know is said at this revision, by method. */
  readonly forms: {
    /** Results of requests that arrive. */
    readonly results: Forms;
    /** Params of requests and notifications that are sent. */
    readonly params: Forms;
  };
  /** Checks of what is sent, by method: nothing else leaves. */
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
