/** Messages between the processes of a cluster. */
import { isObject } from "../validation/guards.js";
import { MESSAGE_FORM } from "./store/scripts.js";
import { toText } from "./store/values.js";
import type { Text } from "./store/values.js";

/**
 * Message between processes of a cluster. `t` is the kind of the message, and
 * `f` the version of the message format.
 */
export interface ClusterMessage {
  readonly f?: string;
  readonly t: string;
  readonly [name: string]: unknown;
}

/** Encodes a message to other processes as JSON text. */
export function encodeMessage(t: string, rest: object): Text {
  return toText(JSON.stringify({ f: MESSAGE_FORM, t, ...rest }));
}

/**
 * Decodes a message. Returns undefined if the message has another format
 * version.
 */
export function decodeMessage(text: string): ClusterMessage | undefined {
  const message: unknown = JSON.parse(text);
  if (!isObject(message) || message.f !== MESSAGE_FORM) return undefined;
  return message as unknown as ClusterMessage;
}
