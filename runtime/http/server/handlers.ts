import type { HttpCaller } from "../security/auth.js";
import type { HttpExchange, PostExchange } from "./exchange.js";
import type { HttpSettings } from "./options.js";
import type { HttpRequest } from "../types.js";
import type { KeepAlive } from "./keep-alive.js";
import type { ServerCore } from "../../protocol/server-core.js";

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

/** Class of a handler. */
export type HandlerClass<T> = new (
  server: ServerCore,
  settings: HttpSettings,
  attached: KeepAlive,
) => T;

/**
 * Handlers that only some revisions need. Generated servers inject them, so
 * that the output of other revisions, and a bundle without HTTP, does not
 * contain them.
 */
export interface HttpHandlers {
  /** Serves sessions. */
  readonly sessions?: HandlerClass<SessionHandler> | undefined;
  /** Serves the legacy SSE transport. */
  readonly sse?: HandlerClass<SseHandler> | undefined;
}
