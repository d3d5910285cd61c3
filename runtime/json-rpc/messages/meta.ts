/**
 * Keys of `_meta` where there is no handshake: of requests, and of the server's
 * results.
 */
import { isObject } from "../../validation/guards.js";

/** Which revision the request speaks. */
export const VERSION = "io.modelcontextprotocol/protocolVersion";
/** What its sender can do. */
export const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/** Names the request of a subscription. */
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

export interface Meta {
  readonly [key: string]: unknown;
}

/** `_meta` of a message's params; empty when there is none. */
export function metaOf(params: unknown): Meta {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : {};
}
