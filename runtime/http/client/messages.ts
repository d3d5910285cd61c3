/** Helpers for the messages of the HTTP client. */
import { MAX_PAGES } from "./constants.js";
import { HEADER_MISMATCH } from "../../json-rpc/constants.js";
import { isObject } from "../../validation/guards.js";
import type { Abortable } from "./abort.js";
import type { Unsent } from "./session.js";
import type {
  ErrorResponse,
  Message,
  RequestId,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";

/** Returns whether a message is a request. */
export function isRequestMessage(message: Message): message is RequestMessage {
  return !Array.isArray(message) && "method" in message && "id" in message;
}

/** Returns whether a message is `notifications/initialized`. */
export function isInitialized(message: Message): boolean {
  return (
    !Array.isArray(message) &&
    (message as { method?: unknown }).method === "notifications/initialized"
  );
}

/**
 * Returns whether the program waits for the delivery of a message. Only then
 * may the user be asked to sign in. False for responses and most notifications,
 * because a server can make the client send any number of them.
 */
export function isAwaited(message: Message): boolean {
  const list = Array.isArray(message) ? message : [message];
  // The program waits for `notifications/initialized`, because this
  // notification completes the handshake.
  return list.some((one) => isRequestMessage(one) || isInitialized(one));
}

/**
 * Returns whether a message or batch contains the response to the request with
 * this id.
 */
export function isAnswerTo(message: unknown, id: RequestId): boolean {
  const list: unknown[] = Array.isArray(message) ? message : [message];
  return list.some(
    (one) => isObject(one) && one.id === id && one.method === undefined,
  );
}

/**
 * Returns the JSON-RPC error in a response body. Returns undefined if the body
 * is not an error, or the error has the id of a different request.
 */
export function errorIn(
  text: string,
  id: RequestId | undefined,
): ErrorResponse | undefined {
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
  return body as unknown as ErrorResponse;
}

/**
 * Returns whether a tool call failed because a header did not match the body.
 */
export function isMismatch(
  error: ErrorResponse | undefined,
  { method }: RequestMessage,
): boolean {
  return method === "tools/call" && error?.error.code === HEADER_MISMATCH;
}

/**
 * Requests pages of `tools/list` until a page contains the tool that a request
 * calls. In this way, the client learns the parameter headers of the tool.
 */
export async function listTool(
  { params }: RequestMessage,
  ask: (request: Unsent) => Promise<unknown>,
  signal: Abortable,
): Promise<void> {
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
    const more = cursor === undefined ? {} : { cursor };
    const listed = { ...more, _meta: { ...params?._meta } };
    const answer = await ask({ method: "tools/list", params: listed });
    const result = isObject(answer) ? answer.result : undefined;
    if (!isObject(result) || !Array.isArray(result.tools)) return;
    const has = result.tools.some(
      (tool: unknown) => isObject(tool) && tool.name === params?.name,
    );
    const next = result.nextCursor;
    if (has || typeof next !== "string" || next === cursor) return;
    cursor = next;
  }
}
