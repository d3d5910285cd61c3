import { isObject } from "../../validation/guards.js";
/**
 * JSON-RPC 2.0 messages as MCP uses them: ids are strings or integers, and
 * `params` and `result` are objects.
 */

export type RequestId = string | number;

export interface Params {
  _meta?: { [key: string]: unknown } | undefined;
  [key: string]: unknown;
}

export interface RequestMessage {
  jsonrpc: "2.0";
  id: RequestId;
  method: string;
  params?: Params | undefined;
}

export interface NotificationMessage {
  jsonrpc: "2.0";
  method: string;
  params?: Params | undefined;
}

export interface ResultMessage {
  jsonrpc: "2.0";
  id: RequestId;
  result: object;
}

export interface ErrorResponse {
  jsonrpc: "2.0";
  /** Id of the request that failed. Absent if the id could not be read. */
  id?: RequestId | undefined;
  error: ErrorObject;
}

export interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

export type SingleMessage =
  RequestMessage | NotificationMessage | ResultMessage | ErrorResponse;

/**
 * Message or batch of messages that a transport carries. Only some revisions
 * allow batches.
 */
export type Message = SingleMessage | SingleMessage[];

/**
 * Returns a value as it would be after `JSON.stringify` and `JSON.parse`.
 * Returns undefined if the value is undefined.
 */
export function toJsonValue(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text && (JSON.parse(text) as unknown);
}

/**
 * Returns a value as JSON text, with the members of each object sorted by name.
 */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (!isObject(member)) return member;
    const names = Object.keys(member).sort();
    return Object.fromEntries(names.map((name) => [name, member[name]]));
  });
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/**
 * Returns the ids of the requests in a list of values. A value counts as a
 * request if it has a method and a valid id.
 */
export function requestIds(messages: readonly unknown[]): RequestId[] {
  return messages.flatMap((message) =>
    isObject(message) && message.method !== undefined && isRequestId(message.id)
      ? [message.id]
      : [],
  );
}

export function isRequest(value: unknown): value is RequestMessage {
  return (
    isObject(value) &&
    value.jsonrpc === "2.0" &&
    typeof value.method === "string" &&
    isRequestId(value.id)
  );
}
