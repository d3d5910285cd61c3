/**
 * Keys of `_meta` in revisions without a handshake, for requests and for
 * results of the server.
 */
import { isObject } from "../../validation/guards.js";

/** Key of the protocol revision that the request uses. */
export const VERSION = "io.modelcontextprotocol/protocolVersion";
/** Key of the client's capabilities. */
export const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/**
 * Key of the id of the `subscriptions/listen` request that a notification
 * belongs to.
 */
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

export interface Meta {
  readonly [key: string]: unknown;
}

/**
 * Returns `_meta` of the params of a message. Returns an empty object if there
 * is none.
 */
export function getMeta(params: unknown): Meta {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : {};
}
