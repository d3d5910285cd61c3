/**
 * Functions that serve all HTTP transports: `listen`, `fetchHandler` and
 * `nodeHandler`. They have the same signatures as in generated code.
 */
import * as web from "../../../runtime/http/platform/fetch.js";
import * as node from "../../../runtime/http/platform/node.js";
import * as port from "../../../runtime/http/platform/listen.js";
import { Sessions } from "../../../runtime/http/server/sessions/sessions.js";
import { SseHost } from "../../../runtime/http/server/sse-host.js";
import type { HttpHandlers } from "../../../runtime/http/server/injection.js";
import type { HttpOptions } from "../../../runtime/http/server/options.js";

const HANDLERS: HttpHandlers = { sessions: Sessions, sse: SseHost };

export function listen(
  server: object,
  options?: port.ListenOptions,
): Promise<port.Listening> {
  return port.listen(server, options, HANDLERS);
}

export function fetchHandler(
  server: object,
  options?: HttpOptions,
): web.FetchHandler {
  return web.fetchHandler(server, options, HANDLERS);
}

export function nodeHandler(
  server: object,
  options?: HttpOptions,
): ReturnType<typeof node.nodeHandler> {
  return node.nodeHandler(server, options, HANDLERS);
}
