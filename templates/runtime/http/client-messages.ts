/** What the HTTP client has to know of the messages that it carries. */
import { HEADER_MISMATCH } from "../connection/errors.js";
import { isObject } from "../connection/messages.js";
import type { Unsent } from "./client-session.js";
import type {
  ErrorMessage,
  Message,
  RequestId,
  RequestMessage,
} from "../connection/messages.js";

/** Whether it is a request. */
export function isRequest(message: Message): message is RequestMessage {
  return !Array.isArray(message) && "method" in message && "id" in message;
}

/** Whether it says that a session may be used. */
export function isInitialized(message: Message): boolean {
  return (
    !Array.isArray(message) &&
    (message as { method?: unknown }).method === "notifications/initialized"
  );
}

/** Whether what arrived, or a part of it, answers the request. */
export function answers(message: unknown, id: RequestId): boolean {
  const list: unknown[] = Array.isArray(message) ? message : [message];
  return list.some(
    (one) => isObject(one) && one.id === id && one.method === undefined,
  );
}

/** The JSON-RPC error in a body that may belong to the request. */
export function errorIn(
  text: string,
  id: RequestId | undefined,
): ErrorMessage | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(body) || !isObject(body.error)) return undefined;
  if (typeof body.error.code !== "number") return undefined;
  if (body.id !== id && body.id !== undefined && body.id !== null) {
    return undefined;
  }
  return body as unknown as ErrorMessage;
}

/** Whether a call failed because its headers are not what they should be. */
export function isMismatch(
  error: ErrorMessage | undefined,
  { method }: RequestMessage,
): boolean {
  return method === "tools/call" && error?.error.code === HEADER_MISMATCH;
}

/** The request for the list of tools, by the sender of `request`. */
export function listOf({ params }: RequestMessage): Unsent {
  return { method: "tools/list", params: { _meta: { ...params?._meta } } };
}
