import { JSON_HEADERS } from "../headers.js";
import type { HttpHeaders, HttpReply } from "../types.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/**
 * Function that answers a request with an HTTP error, unless the request was
 * answered before.
 */
export type Reject = (rejection: Rejection) => void;

/**
 * HTTP error with which the server answers a request that must not reach a
 * handler.
 */
export interface Rejection {
  readonly status: number;
  readonly message: string;
  /**
   * JSON-RPC error code.
   *
   * @default the HTTP status, which no MCP revision uses as an error code
   */
  readonly code?: number | undefined;
  readonly data?: unknown;
  /** Id of the rejected request, if the id could be read. */
  readonly id?: RequestId | undefined;
  readonly headers?: HttpHeaders | undefined;
}

/**
 * Sends a rejection. The body is a JSON-RPC error if the id of the request is
 * known, or if the revision allows errors without an id (parameter
 * `anonymous`). Otherwise the body is plain text.
 */
export function sendRejection(
  reply: HttpReply,
  { status, message, code = status, data, id, headers }: Rejection,
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
