import { chain } from "../json-rpc/promises.js";
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { RateLimit, type Rate } from "../limits/rate-limit.js";
import type { Call } from "../protocol/connection/call.js";
import type { McpError } from "../json-rpc/messages/errors.js";

/** Sender of a request. */
export type Caller = Pick<Call, "auth" | "session" | "peer">;

/** Access control and rate limit for the entries of a feature. */
export interface GuardSettings {
  /**
   * Decides whether the sender may see and use an entry. For other senders the
   * entry does not exist: it is neither listed nor found.
   *
   * @default every sender may use every entry
   */
  readonly access?:
    ((name: string, caller: Caller) => boolean | Promise<boolean>) | undefined;
  /**
   * Rate limit of each entry, shared by all clients: `burst` uses at once and
   * `perSecond` uses on average. Further uses fail with code 429.
   *
   * @default no limit except the limits per client
   */
  readonly rate?: Rate | undefined;
}

/** Throws unless the sender may use the entry `name`. */
export type EntryGuard = (
  name: string,
  ctx: Call,
  refuse: () => McpError,
) => void | Promise<void>;

/** Rate limit state by entry name. */
export type RateLimits = Map<string, RateLimit>;

/**
 * Returns a function that checks whether a sender may use an entry. It throws
 * the error from `refuse` if access is denied.
 *
 * @throws McpError 429 if the entry's rate limit is exceeded.
 */
export function createGuard(
  { access, rate }: GuardSettings,
  left: RateLimits,
): EntryGuard {
  return (name, ctx, refuse) =>
    chain(access ? access(name, ctx) : true, (allowed) => {
      // Check access first: a sender without access must not consume the rate
      // limit.
      if (allowed !== true) throw refuse();
      if (rate) {
        const uses =
          left.get(name) ?? new RateLimit(rate.burst, rate.perSecond);
        left.set(name, uses);
        if (!uses.take())
          throw tooManyRequests(`${name} exceeds its rate limit`);
      }
    });
}
