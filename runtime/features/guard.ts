import { chain } from "../json-rpc/promises.js";
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { RateLimit, type Rate } from "../limits/rate-limit.js";
import type { Call } from "../protocol/connection/call.js";
import type { McpError } from "../json-rpc/messages/errors.js";

/** Authentication, session and peer data of the sender of a request. */
export type Caller = Pick<Call, "auth" | "session" | "peer">;

/**
 * Options for access control and rate limits of tools, resources or prompts.
 */
export interface GuardSettings {
  /**
   * Decides whether the sender of a request may see and use a tool, resource or
   * prompt. Without access, the entry is not listed, and requests for it fail
   * as if it did not exist.
   *
   * @default every sender may use every entry
   */
  readonly access?:
    ((name: string, caller: Caller) => boolean | Promise<boolean>) | undefined;
  /**
   * Rate limit of each tool, resource or prompt. All clients share the limit.
   * `burst` is the number of uses at once, and `perSecond` is the average rate.
   * Uses in excess of the limit fail with code 429.
   *
   * @default no rate limit, apart from the limits of each client
   */
  readonly rate?: Rate | undefined;
}

/**
 * Checks that the sender of a request may use the tool, resource or prompt
 * `name`. Throws the error from `refuse` if access is denied, and McpError 429
 * if the rate limit is exceeded.
 */
export type EntryGuard = (
  name: string,
  ctx: Call,
  refuse: () => McpError,
) => void | Promise<void>;

/** State of the rate limits of tools, resources or prompts, by name. */
export type RateLimits = Map<string, RateLimit>;

/**
 * Returns a function that checks whether the sender of a request may use a
 * tool, resource or prompt. The function throws the error created by `refuse`
 * if access is denied, and McpError 429 if the rate limit is exceeded.
 */
export function createGuard(
  { access, rate }: GuardSettings,
  left: RateLimits,
): EntryGuard {
  return (name, ctx, refuse) =>
    chain(access ? access(name, ctx) : true, (allowed) => {
      // Check access before the rate limit: a sender without access must not
      // consume the rate limit.
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
