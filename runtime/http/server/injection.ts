import type { HttpSettings } from "./options.js";
import type { KeepAlive } from "./keep-alive.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler, SseHandler } from "./handlers.js";

/** Class that implements a handler. */
export type HandlerClass<T> = new (
  server: ServerCore,
  settings: HttpSettings,
  attached: KeepAlive,
) => T;

/**
 * Handlers that only some revisions need. Generated servers pass them in, so
 * that the output for other revisions, and a bundle without HTTP, does not
 * contain the handlers.
 */
export interface HttpHandlers {
  /** Class that serves sessions. */
  readonly sessions?: HandlerClass<SessionHandler> | undefined;
  /** Class that serves the legacy SSE transport. */
  readonly sse?: HandlerClass<SseHandler> | undefined;
}
