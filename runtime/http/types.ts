/**
 * Types of HTTP requests and responses, which the adapters for Node.js and for
 * web platforms implement.
 */

import type { ClientQuota } from "../limits/quota-registry.js";
import type { HttpHead } from "../transport/transport.js";

export interface HttpHeaders {
  readonly [name: string]: string;
}

/** HTTP request that the server received. */
export interface HttpRequest extends HttpHead {
  /**
   * Rest of `target` after a router has removed the path that the router
   * matched.
   */
  readonly rest?: string | undefined;
  /**
   * Reads at most `limit` bytes of the body for at most `timeout` milliseconds.
   * Calls `done` once: with the text of the body, or, after an error, with
   * undefined and an HTTP status. Calls `tryReserve` with the length of each
   * chunk. If `tryReserve` returns false, the status is 429.
   */
  body(
    limit: number,
    timeout: number,
    done: BodyReader,
    tryReserve: (bytes: number) => boolean,
  ): void;
}

export type BodyReader = (text: string | undefined, status: number) => void;

/**
 * Object with which the server answers an HTTP request. Only the first answer
 * is sent; further answers are ignored.
 */
export interface HttpReply {
  /**
   * Counts unread output towards the memory quota of the client, if the
   * platform can measure unread output.
   */
  countFor?(account: ClientQuota): void;
  /** Sends a complete response. */
  send(status: number, headers: HttpHeaders, body?: string): void;
  /** Starts a response with status 200 and a stream of events. */
  stream(headers: HttpHeaders): HttpStream;
  /**
   * Calls `callback` when the client disconnects before the response is
   * complete. If the client has already disconnected, the call is still
   * asynchronous.
   */
  onGone(callback: () => void): void;
}

/** Body of a response that is an event stream. */
export interface HttpStream {
  write(text: string): void;
  /** Approximate number of unread characters or bytes. */
  readonly waiting: number;
  /** Resolves when the client has read all output, or has disconnected. */
  drained(): Promise<void>;
  end(): void;
  /** Closes the connection and discards unread output. */
  destroy(): void;
}
