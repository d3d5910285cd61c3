import { tooManyRequests } from "../../json-rpc/messages/errors.js";
import { getChanges, markChanges } from "./changes.js";
import { RateLimit } from "../../limits/rate-limit.js";
import {
  markImpliedCapabilities,
  getImpliedCapabilities,
} from "./implied-capabilities.js";
import type { Limits } from "../../limits/limits.js";
import type { Handler, Handlers } from "../lifecycle.js";

/**
 * Limits on the messages that a server sends to a client: for all messages
 * together, and for the requests of single methods.
 */
export interface ClientLimits extends Limits {
  /**
   * Maximum number of requests per minute, by method.
   *
   * @default 600 for `sampling/createMessage` and `elicitation/create`, 6_000
   *   for `roots/list`
   */
  readonly methods?: { readonly [method: string]: number } | undefined;
}

/** Default number of requests that a server may send per minute, by method. */
const METHOD_LIMITS: { readonly [method: string]: number } = {
  "sampling/createMessage": 600,
  "elicitation/create": 600,
  "roots/list": 6_000,
};

/**
 * Returns the handlers of a client. For a method with a rate limit, the handler
 * throws McpError 429 when the limit is exceeded.
 */
export function withRateLimits(
  handlers: Handlers,
  limits: ClientLimits = {},
): Handlers {
  const all: { [method: string]: Handler | undefined } = { ...handlers };
  for (const [method, perMinute] of Object.entries({
    ...METHOD_LIMITS,
    ...limits.methods,
  })) {
    const handler = all[method];
    if (handler === undefined) continue;
    const rate = new RateLimit(perMinute, perMinute / 60);
    const counted: Handler = (params, call) => {
      if (!rate.take()) throw tooManyRequests();
      return handler(params, call);
    };
    markChanges(counted, ...getChanges(handler));
    all[method] = markImpliedCapabilities(
      counted,
      ...getImpliedCapabilities(handler),
    );
  }
  return all;
}
