/**
 * The lifecycle with a handshake: the client sends `initialize`, the server
 * answers, the client sends `notifications/initialized`. What the two declared
 * then holds for the whole connection.
 */
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/** Params of `initialize`, and its result: what one side says of itself. */
export interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

export const ping = (): object => ({});

/** The message of an error, on either side. */
export function tooEarly(method: string): string {
  return `${method} must not be sent before the connection is initialized`;
}
