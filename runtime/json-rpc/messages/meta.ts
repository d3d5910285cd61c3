/**
 * Keys of `_meta` in stateless revisions (without a handshake). Requests,
 * results and notifications contain these keys.
 */
import { isObject } from "../../validation/guards.js";

/** Key in `_meta` for the protocol revision of a request. */
export const VERSION = "io.modelcontextprotocol/protocolVersion";
/** Key in `_meta` for the capabilities of the client. */
export const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/**
 * Key in `_meta` of a notification. The value is the id of the
 * `subscriptions/listen` request to which the notification belongs.
 */
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

export interface Meta {
  readonly [key: string]: unknown;
}

/**
 * Returns `_meta` of the params of a message. Returns an empty object if the
 * params have no `_meta`.
 */
export function getMeta(params: unknown): Meta {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : {};
}
