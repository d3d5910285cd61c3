import { JSON_HEADERS } from "../headers.js";
import { withoutQuery } from "./routing.js";
import type { HttpSettings } from "./options.js";
import type { HttpReply, HttpRequest } from "../types.js";

/**
 * Answers a request of a load balancer or container platform for the health of
 * the server. Returns whether the request was one. The answer is independent of
 * host names and tokens, because the senders of such requests have neither.
 */
export function answerHealth(
  request: HttpRequest,
  reply: HttpReply,
  { path, healthPath, readyPath, shared }: HttpSettings,
  isClosing: boolean,
): boolean {
  const { method, target } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const at = withoutQuery(target);
  const rest = withoutQuery(request.rest ?? target);
  const isAt = (place: string): boolean =>
    place !== path && (at === place || rest === place);
  if (!isAt(healthPath) && !isAt(readyPath)) return false;
  const isReady = !isClosing && (shared?.isReady ?? true);
  const ok = isAt(healthPath) || isReady;
  const headers = { ...JSON_HEADERS, "cache-control": "no-store" };
  reply.send(ok ? 200 : 503, headers, `{"ok":${ok}}`);
  return true;
}
