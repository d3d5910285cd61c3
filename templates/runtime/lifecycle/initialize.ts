/**
 * The lifecycle with a handshake: the client sends `initialize`, the server
 * answers, the client sends `notifications/initialized`. What the two declared
 * then holds for the whole connection.
 */
import { ConnectionError } from "../connection/errors.js";
import type { Call } from "../connection/call.js";
import type { Capabilities } from "./capabilities.js";
import type { Endpoint } from "../endpoint.js";
import type { Peer } from "./lifecycle.js";
import type { Params } from "../connection/messages.js";
import type { RequestOptions } from "../connection/requests.js";

/** Params of `initialize`, and its result: what one side says of itself. */
export interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

export function peerOf(call: Call): Peer {
  return call.connection.peer;
}

/** Results and params go as they are. */
export function finish(_call: Call, result: object): object {
  return result;
}

export function outgoing(
  _endpoint: Endpoint,
  params: Params | undefined,
): Params | undefined {
  return params;
}

export function incoming(
  _endpoint: Endpoint,
  _method: string,
  result: object,
): object {
  return result;
}

export function logLevel(call: Call): { wanted: boolean; from?: string } {
  const from = call.connection.peer.logLevel;
  return from === undefined ? { wanted: true } : { wanted: true, from };
}

/** Either side may ask the other at any time. */
export function ask(
  call: Call,
  method: string,
  params: Params | undefined,
  options: RequestOptions,
): Promise<unknown> {
  return call.request(method, params, options);
}

export const ping = (): object => ({});

export function tooEarly(method: string): ConnectionError {
  const text = `${method} must not be sent before the connection is initialized`;
  return new ConnectionError("lifecycle", text);
}
