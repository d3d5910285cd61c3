import type { HttpSettings } from "./options.js";
import type { KeepAlive } from "./keep-alive.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler, SseHandler } from "./handlers.js";

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
