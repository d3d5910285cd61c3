/**
 * The lifecycle with a handshake: the client sends `initialize`, the server
 * answers, the client sends `notifications/initialized`. What the two declared
 * then holds for the whole connection.
 */
import { asJson } from "../../connection/json-rpc/messages.js";
import type { Call } from "../../connection/call.js";
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../connection/json-rpc/messages.js";
import type { RequestOptions } from "../../connection/requests.js";

/** Params of `initialize`, and its result: what one side says of itself. */
export interface Opening extends Params {
  readonly protocolVersion: string;
  readonly capabilities: Capabilities;
}

/** Either side may ask the other at any time. */
export function askPeer(
  call: Call,
  method: string,
  params: Params | undefined,
  options: RequestOptions | undefined,
): Promise<unknown> {
  return call.request(method, params, options);
}

/** Runs it: in this lifecycle no handler runs twice. */
export async function runOnce(
  _call: Call,
  _key: string,
  run: () => unknown,
): Promise<unknown> {
  return asJson(await run());
}

export const ping = (): object => ({});

/** The message of an error, on either side. */
export function tooEarly(method: string): string {
  return `${method} must not be sent before the connection is initialized`;
}
