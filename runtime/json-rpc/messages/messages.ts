import { isObject } from "../../validation/guards.js";
/**
 * JSON-RPC 2.0 messages as MCP uses them: ids are strings or integers, `params`
 * and `result` are objects.
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
  /** Absent when the id of the request could not be read. */
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

/** What crosses a transport. Arrays exist where the revision has batches. */
export type Message = SingleMessage | SingleMessage[];

/** A value as it is after JSON.stringify and JSON.parse; undefined stays. */
export function asJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text && (JSON.parse(text) as unknown);
}

/** JSON in which the members of objects are in the order of their names. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (!isObject(one)) return one;
    const names = Object.keys(one).sort();
    return Object.fromEntries(names.map((name) => [name, one[name]]));
  });
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Ids of those values that have the id and the method of a request. */
export function requestIds(messages: readonly unknown[]): RequestId[] {
  return messages.flatMap((one) =>
    isObject(one) && one.method !== undefined && isRequestId(one.id)
      ? [one.id]
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
