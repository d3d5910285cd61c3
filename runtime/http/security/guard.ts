import { EVENTS_TYPE, JSON_TYPE } from "../headers.js";
import type { HttpHeaders, HttpReply, HttpRequest } from "../types.js";

/** Loopback host names, as `Host` and `Origin` headers contain them. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the host name in a `Host` header or an origin, without the port. */
function getHostName(authority: string): string {
  let end = authority.length;
  while (isDigit(authority.charCodeAt(end - 1))) end -= 1;
  const hasPort = authority[end - 1] === ":";
  return (hasPort ? authority.slice(0, end - 1) : authority).toLowerCase();
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * Returns whether the `Host` header of a request is in `hosts`. True if `hosts`
 * is undefined.
 */
export function isHostAllowed(
  host: string | undefined,
  hosts: readonly string[] | undefined,
): boolean {
  if (hosts === undefined) return true;
  return host !== undefined && hosts.includes(getHostName(host));
}

/**
 * Returns whether the web page that sends a request is allowed to send it.
 * Prevents DNS rebinding: even if the host name of a page resolves to this
 * machine, the page still sends its own `Origin` header.
 */
export function isOriginAllowed(
  origin: string,
  host: string | undefined,
  origins: readonly string[] | undefined,
): boolean {
  if (origins !== undefined) return origins.includes(origin);
  const name = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  return (
    name !== undefined &&
    LOOPBACK.includes(getHostName(name)) &&
    host !== undefined &&
    LOOPBACK.includes(getHostName(host))
  );
}

/**
 * Returns whether an `Accept` header allows the content type `type`. Without
 * the header, all types are allowed.
 */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.includes(type)) return true;
  const family = type.slice(0, type.indexOf("/") + 1);
  const lower = accept.toLowerCase();
  return [type, "*/*", `${family}*`].some((one) => lower.includes(one));
}

/**
 * Returns whether a client accepts both content types of a response to a POST:
 * JSON and event streams.
 */
export function acceptsAnswers(request: HttpRequest): boolean {
  const accept = request.header("accept");
  return accepts(accept, JSON_TYPE) && accepts(accept, EVENTS_TYPE);
}

/** Returns whether a content type is JSON. */
export function isJson(type: string | undefined): boolean {
  if (type === undefined || !type.startsWith(JSON_TYPE)) {
    return type !== undefined && /^application\/json\s*(;|$)/i.test(type);
  }
  const next = type[JSON_TYPE.length];
  return next === undefined || next === ";" || next === " ";
}

/**
 * Creates the CORS headers that allow a page from `origin` to read a response.
 */
function crossOrigin(origin: string): HttpHeaders {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "mcp-session-id, www-authenticate, dpop-nonce",
    vary: "origin",
  };
}

/**
 * Returns a reply that adds CORS headers, so that a page from `origin` can read
 * the response.
 */
export function withOrigin(reply: HttpReply, origin: string): HttpReply {
  const more = crossOrigin(origin);
  return {
    countFor: (account) => reply.countFor?.(account),
    send: (status, headers, body) =>
      reply.send(status, { ...headers, ...more }, body),
    stream: (headers) => reply.stream({ ...headers, ...more }),
    onGone: (callback) => reply.onGone(callback),
  };
}

/** Answers a CORS preflight request. */
export function answerPreflight(request: HttpRequest, reply: HttpReply): void {
  const asked = request.header("access-control-request-headers");
  reply.send(204, {
    "access-control-allow-methods": "GET, POST, DELETE",
    ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
    "access-control-max-age": "600",
  });
}
