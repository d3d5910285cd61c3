import { chain } from "../json-rpc/promises.js";
import { tooMany } from "../json-rpc/messages/errors.js";
import { RateLimit, type Rate } from "../limits/rate-limit.js";
import type { Call } from "../protocol/connection/call.js";
import type { McpError } from "../json-rpc/messages/errors.js";

/** Who sent a request. */
export type Caller = Pick<Call, "auth" | "session" | "peer">;

/** Who may use the entries of a feature, and how often. */
export interface GuardSettings {
  /**
   * Whether the sender of this request may know and use an entry. To one who
   * may not, the entry is not there. Default: everybody may.
   */
  readonly access?:
    ((name: string, caller: Caller) => boolean | Promise<boolean>) | undefined;
  /**
   * Uses of one entry by all together: at once, and a second in the long run.
   * Default: no limit but those of each client.
   */
  readonly rate?: Rate | undefined;
}

/** Lets a sender use an entry, or refuses. */
export type Pass = (
  name: string,
  ctx: Call,
  refuse: () => McpError,
) => void | Promise<void>;

/** What is left of the uses of each entry. */
export type Uses = Map<string, RateLimit>;

/**
 * A function that throws what `refuse` gives when the sender may not use an
 * entry.
 *
 * @throws McpError 429 when the entry is used too often.
 */
export function guardOf({ access, rate }: GuardSettings, left: Uses): Pass {
  return (name, ctx, refuse) =>
    chain(access ? access(name, ctx) : true, (allowed) => {
      // Access comes first: senders without it use up nothing of the rate.
      if (allowed !== true) throw refuse();
      if (rate) {
        const uses =
          left.get(name) ?? new RateLimit(rate.burst, rate.perSecond);
        left.set(name, uses);
        if (!uses.take()) throw tooMany(`${name} is used too often`);
      }
    });
}
