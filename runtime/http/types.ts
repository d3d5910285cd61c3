/**
 * HTTP types that Node's streams and web requests and responses are adapted to.
 */

import type { ClientQuota } from "../limits/quota-registry.js";
import type { HttpHead } from "../transport/transport.js";

export interface HttpHeaders {
  readonly [name: string]: string;
}

/** Incoming request. */
export interface HttpRequest extends HttpHead {
  /** Rest of `target` after a router has removed the path that it matched. */
  readonly rest?: string | undefined;
  /**
   * Reads the body: at most `limit` bytes, for at most `timeout` milliseconds.
   * Calls `done` once, with the text or with the status of the error. Asks
   * `tryReserve` for the memory of each chunk.
   */
  body(
    limit: number,
    timeout: number,
    done: BodyReader,
    tryReserve: (bytes: number) => boolean,
  ): void;
}

export type BodyReader = (text: string | undefined, status: number) => void;

/** Response to a request; a second response is ignored. */
export interface HttpReply {
  /** Charges unread output to the account, if the platform can measure it. */
  countFor?(account: ClientQuota): void;
  /** Sends a complete response. */
  send(status: number, headers: HttpHeaders, body?: string): void;
  /** Starts a response with status 200 and a stream of events. */
  stream(headers: HttpHeaders): HttpStream;
  /**
   * Calls `callback` when the client leaves before the response is complete.
   * The call is asynchronous if the client has already left.
   */
  onGone(callback: () => void): void;
}

/** Stream of a response. */
export interface HttpStream {
  write(text: string): void;
  /** Approximate number of characters or bytes that wait for the reader. */
  readonly waiting: number;
  /** Resolves when the reader has read everything, or has left. */
  drained(): Promise<void>;
  end(): void;
  /** Closes the connection and discards what waits. */
  destroy(): void;
}
