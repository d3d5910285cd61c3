/**
 * Lifecycle of revisions with a handshake: the client sends `initialize`, the
 * server answers, and the client sends `notifications/initialized`. The
 * declared capabilities apply to the whole connection.
 */
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/** Params or result of the `initialize` request. */
export interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

export const ping = (): object => ({});

/**
 * Returns the error text for a message that was sent before the end of the
 * handshake.
 */
export function describeTooEarly(method: string): string {
  return `${method} must not be sent before the connection is initialized`;
}
