/**
 * The lifecycle without a handshake: each request says in `_meta` which
 * revision it speaks and what its sender can do, and the server keeps nothing
 * between requests.
 */
import { isObject } from "../connection/messages.js";
import type { RequestMessage } from "../connection/messages.js";

export const VERSION = "io.modelcontextprotocol/protocolVersion";
export const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/** Member of `_meta` that names the request of a subscription. */
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** The revision that the request asked for is not served. */
export const UNSUPPORTED_VERSION = -32022;

/** The request needs a capability that its client has not declared. */
export const MISSING_CAPABILITY = -32021;

/** Requests that may be answered with what is needed first. */
export const ROUNDS: readonly string[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
];

/** The result is final. */
export const COMPLETE = "complete";
/** The result says what the server needs before it can answer. */
export const INPUT_REQUIRED = "input_required";

export interface Meta {
  readonly [key: string]: unknown;
}

export interface StatelessResult {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}

export function metaOf(message: RequestMessage): Meta {
  const meta = isObject(message.params) ? message.params._meta : undefined;
  return isObject(meta) ? meta : {};
}
