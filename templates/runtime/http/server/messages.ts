import { JSON_TYPE } from "../types.js";
import { isObject } from "../../validation/guards.js";
import { problemOfLength } from "../../connection/batch.js";
import { isRequestId } from "../../connection/json-rpc/messages.js";
import type { HttpHeaders, HttpReply } from "../types.js";
import type { RequestId } from "../../connection/json-rpc/messages.js";

/** What the body of a POST is, as far as the transport has to know. */
export type Content =
  | {
      readonly kind: "requests";
      readonly ids: readonly RequestId[];
      readonly method: string;
      readonly batch: boolean;
    }
  | { readonly kind: "others"; readonly batch: boolean }
  | { readonly kind: "invalid"; readonly problem: string };

const OTHER_CONTENT: Content = { kind: "others", batch: false };

/** Sorts the parsed body of a POST. */
export function contentOf(body: unknown): Content {
  if (Array.isArray(body)) return batchOf(body);
  if (!isObject(body) || body.jsonrpc !== "2.0") {
    return invalidContent("The body is not a JSON-RPC 2.0 message");
  }
  const { method, id } = body;
  if (method === undefined) {
    return body.result === undefined && body.error === undefined
      ? invalidContent("The message is neither a request nor a response")
      : OTHER_CONTENT;
  }
  if (typeof method !== "string")
    return invalidContent("method must be a string");
  if (id === undefined) return OTHER_CONTENT;
  if (!isRequestId(id)) {
    return invalidContent("An id must be a string or an integer");
  }
  return { kind: "requests", ids: [id], method, batch: false };
}

function batchOf(body: readonly unknown[]): Content {
  const problem = problemOfLength(body);
  if (problem) return invalidContent(problem);
  const ids: RequestId[] = [];
  for (const one of body) {
    // Before the recursion, which deep nesting would make overflow the stack.
    if (Array.isArray(one))
      return invalidContent("A batch must not hold another one");
    const content = contentOf(one);
    if (content.kind === "invalid") return content;
    if (content.kind !== "requests") continue;
    if (content.method === "initialize") {
      return invalidContent("initialize must not be part of a batch");
    }
    ids.push(...content.ids);
  }
  if (new Set(ids).size < ids.length) {
    return invalidContent("Two requests of a batch have the same id");
  }
  return ids.length === 0
    ? { kind: "others", batch: true }
    : { kind: "requests", ids, method: "", batch: true };
}

function invalidContent(problem: string): Content {
  return { kind: "invalid", problem };
}

export type Refuse = (refusal: Refusal) => void;

/** An answer that refuses a request before it reaches a handler. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** JSON-RPC error code. Default: the status, which no revision reserves. */
  readonly code?: number | undefined;
  readonly data?: unknown;
  /** The request that is refused, where it could be read. */
  readonly id?: RequestId | undefined;
  readonly headers?: HttpHeaders | undefined;
}

/**
 * Sends a refusal: a JSON-RPC error when the id of the request is known, or the
 * revision (`anonymous`) has errors without one; plain text otherwise.
 */
export function refuse(
  reply: HttpReply,
  { status, message, code = status, data, id, headers }: Refusal,
  anonymous: boolean,
): void {
  if (id === undefined && !anonymous) {
    const type = { "content-type": "text/plain; charset=utf-8" };
    return reply.send(status, { ...type, ...headers }, message);
  }
  const error = { code, message, data };
  const body = JSON.stringify(
    id === undefined
      ? { jsonrpc: "2.0", error }
      : { jsonrpc: "2.0", id, error },
  );
  reply.send(status, { "content-type": JSON_TYPE, ...headers }, body);
}
