import { isObject } from "../../validation/guards.js";
import { findLengthProblem } from "../../protocol/connection/batch.js";
import { isRequestId } from "../../json-rpc/messages/messages.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** Data that the HTTP transport needs about the body of a POST. */
export interface Content {
  /**
   * Ids of the requests in the body; empty if the body has only notifications
   * or responses.
   */
  readonly ids: readonly RequestId[];
  /** Method of the request; empty for batches, notifications and responses. */
  readonly method: string;
  readonly batch: boolean;
  /**
   * Length of the body in characters. For a batch, the average length per
   * request.
   */
  readonly length: number;
}

/** Returns data about a parsed body, or the reason why the body is invalid. */
export function getContent(body: unknown, length: number): Content | string {
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
  const problem = findLengthProblem(body);
  if (problem) return problem;
  const ids: RequestId[] = [];
  for (const one of body) {
    // Reject a nested batch before the recursive call, because deeply nested
    // batches would overflow the stack.
    if (Array.isArray(one)) return "A batch must not contain a batch";
    const content = getContent(one, length);
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
