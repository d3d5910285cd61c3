import type { HttpCaller } from "../security/auth.js";
import type { HttpExchange, PostExchange } from "./exchange.js";
import type { HttpRequest } from "../types.js";

/** Serves the requests that belong to sessions. */
export interface SessionHandler {
  /** Whether a session has this id. */
  has(id: string): boolean;
  /** Takes a message, or a batch. */
  post(exchange: PostExchange): void;
  /** Opens or resumes a stream. */
  get(exchange: HttpExchange): void;
  /** Ends a session. */
  delete(exchange: HttpExchange): void;
  /**
   * Ends the session of a request whose token has become invalid, unless the
   * client uses the session with a valid token soon.
   */
  lapse(request: HttpRequest, caller: HttpCaller): void;
  /** Ends all sessions. */
  close(): Promise<void>;
}

/** Serves the legacy SSE transport. */
export interface SseHandler {
  /** Opens a stream; `mount` is the path that a router removed. */
  open(mount: string, exchange: HttpExchange): void;
  /**
   * Returns what takes the messages of a POST; rejects a POST without a stream.
   */
  find(
    exchange: HttpExchange,
  ): ((message: unknown, length: number) => void) | undefined;
  /** Ends all streams. */
  close(): Promise<void>;
}
