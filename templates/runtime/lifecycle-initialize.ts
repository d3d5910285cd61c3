/**
 * The lifecycle with a handshake: the client sends `initialize`, the server
 * answers, the client sends `notifications/initialized`. What the two declared
 * then holds for the whole connection.
 */
import { ConnectionError } from "./errors.js";
import type { Call } from "./call.js";
import type { Capabilities } from "./capabilities.js";
import type { Endpoint } from "./endpoint.js";
import type { Params } from "./messages.js";
import type { RequestOptions } from "./requests.js";

/** Params of `initialize`, and its result: what one side says of itself. */
export interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

/** What both sides do alike. */
export const initializeBoth = {
  answers: true,
  peer: (call: Call) => call.connection.peer,
  finish: (_call: Call, result: object) => result,
  outgoing: (_endpoint: Endpoint, params: Params | undefined) => params,
  incoming: (_endpoint: Endpoint, _method: string, result: object) => result,
  logLevel: (call: Call) => {
    const from = call.connection.peer.logLevel;
    return from === undefined ? { wanted: true } : { wanted: true, from };
  },
  ask: (
    call: Call,
    method: string,
    params: Params | undefined,
    options: RequestOptions,
  ) => call.request(method, params, options),
};

export const ping = (): object => ({});

export function tooEarly(method: string): ConnectionError {
  const text = `${method} must not be sent before the connection is initialized`;
  return new ConnectionError("lifecycle", text);
}
