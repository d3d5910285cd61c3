import type { HttpSettings } from "./options.js";
import type { KeepAlive } from "./keep-alive.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler, SseHandler } from "./handlers.js";

/** Class that implements an HTTP handler. */
export type HandlerClass<T> = new (
  server: ServerCore,
  settings: HttpSettings,
  attached: KeepAlive,
) => T;

/**
 * HTTP handlers that only some revisions need. Generated servers inject them,
 * so that output or a bundle that does not need a handler does not contain it.
 */
export interface HttpHandlers {
  /** Class that serves sessions. */
  readonly sessions?: HandlerClass<SessionHandler> | undefined;
  /** Class that serves the legacy SSE transport. */
  readonly sse?: HandlerClass<SseHandler> | undefined;
}
