import { JSON_HEADERS } from "../types.js";
import { isObject } from "../../validation/guards.js";
import { problemOfLength } from "../../protocol/connection/batch.js";
import { isRequestId } from "../../json-rpc/messages/messages.js";
import type { HttpHeaders, HttpReply } from "../types.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** What the body of a POST is, as far as the transport has to know. */
export interface Content {
  /** The requests in it; none where all are notifications or responses. */
  readonly ids: readonly RequestId[];
  /** That of a request that came alone; otherwise empty. */
  readonly method: string;
  readonly batch: boolean;
  /** Its characters; in a batch, those of one request. */
  readonly length: number;
}

/** Sorts the parsed body of a POST; a text says what is wrong with it. */
export function contentOf(body: unknown, length: number): Content | string {
  if (Array.isArray(body)) return batchOf(body, length);
  if (!isObject(body) || body.jsonrpc !== "2.0") {
    return "The body is not a JSON-RPC 2.0 message";
  }
  const { method, id } = body;
  if (method === undefined) {
    return body.result === undefined && body.error === undefined
      ? "The message is neither a request nor a response"
      : { ids: [], method: "", batch: false, length };
  }
  if (typeof method !== "string") return "method must be a string";
  if (id === undefined) return { ids: [], method: "", batch: false, length };
  if (!isRequestId(id)) return "An id must be a string or an integer";
  return { ids: [id], method, batch: false, length };
}

function batchOf(body: readonly unknown[], length: number): Content | string {
  const problem = problemOfLength(body);
  if (problem) return problem;
  const ids: RequestId[] = [];
  for (const one of body) {
    // Before the recursion, which deep nesting would make overflow the stack.
    if (Array.isArray(one)) return "A batch must not hold another one";
    const content = contentOf(one, length);
    if (typeof content === "string") return content;
    if (content.method === "initialize") {
      return "initialize must not be part of a batch";
    }
    ids.push(...content.ids);
  }
  if (new Set(ids).size < ids.length) {
    return "Two requests of a batch have the same id";
  }
  const each = Math.ceil(length / Math.max(1, ids.length));
  return { ids, method: "", batch: true, length: each };
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
  reply.send(status, { ...JSON_HEADERS, ...headers }, body);
}
