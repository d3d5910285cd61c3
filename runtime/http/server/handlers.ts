import type { HttpCaller } from "../security/auth.js";
import type { HttpExchange, PostExchange } from "./exchange.js";
import type { HttpRequest } from "../types.js";

/** Handler of requests that belong to sessions. */
export interface SessionHandler {
  /** Returns whether there is an open session with this id. */
  has(id: string): boolean;
  /** Handles a POST with a message or a batch. */
  post(exchange: PostExchange): void;
  /** Handles a GET: opens or resumes a stream. */
  get(exchange: HttpExchange): void;
  /** Handles a DELETE: ends a session. */
  delete(exchange: HttpExchange): void;
  /**
   * Ends the session of a request whose token is no longer valid, unless the
   * client soon uses the session with a valid token.
   */
  lapse(request: HttpRequest, caller: HttpCaller): void;
  /** Ends all sessions. */
  close(): Promise<void>;
}

/** Handler of the legacy SSE transport. */
export interface SseHandler {
  /** Opens a stream. `mount` is the path prefix that a router removed. */
  open(mount: string, exchange: HttpExchange): void;
  /**
   * Finds the open stream that the URL of a POST identifies. Returns a function
   * that handles the message in the body. If there is no such stream, answers
   * with an HTTP error and returns undefined.
   */
  find(
    exchange: HttpExchange,
  ): ((message: unknown, length: number) => void) | undefined;
  /** Ends all streams. */
  close(): Promise<void>;
}
