import { EVENTS_TYPE, JSON_TYPE } from "../types.js";
import type { HttpHeaders, HttpReply, HttpRequest } from "../types.js";

/** Names of this machine, as browsers and clients write them. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The name in a `Host` header or after the `//` of an origin. */
function hostName(authority: string): string {
  let end = authority.length;
  while (isDigit(authority.charCodeAt(end - 1))) end -= 1;
  const hasPort = authority[end - 1] === ":";
  return (hasPort ? authority.slice(0, end - 1) : authority).toLowerCase();
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the `Host` header is one of `hosts`, where they are limited. */
export function hostAllowed(
  host: string | undefined,
  hosts: readonly string[] | undefined,
): boolean {
  if (hosts === undefined) return true;
  return host !== undefined && hosts.includes(hostName(host));
}

/**
 * Whether the web page that sends the request may do so. Against DNS rebinding:
 * a page whose host name an attacker points at this machine still sends its own
 * `Origin`.
 */
export function originAllowed(
  origin: string,
  host: string | undefined,
  origins: readonly string[] | undefined,
): boolean {
  if (origins !== undefined) return origins.includes(origin);
  const name = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  return (
    name !== undefined &&
    LOOPBACK.includes(hostName(name)) &&
    host !== undefined &&
    LOOPBACK.includes(hostName(host))
  );
}

/** Whether an `Accept` header takes `type`; without the header all is taken. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.includes(type)) return true;
  const family = type.slice(0, type.indexOf("/") + 1);
  const lower = accept.toLowerCase();
  return [type, "*/*", `${family}*`].some((one) => lower.includes(one));
}

/** Whether a client takes both forms of answers to a POST. */
export function acceptsAnswers(request: HttpRequest): boolean {
  const accept = request.header("accept");
  return accepts(accept, JSON_TYPE) && accepts(accept, EVENTS_TYPE);
}

/** Whether the body is declared to be JSON. */
export function isJson(type: string | undefined): boolean {
  if (type === undefined || !type.startsWith(JSON_TYPE)) {
    return type !== undefined && /^application\/json\s*(;|$)/i.test(type);
  }
  const next = type[JSON_TYPE.length];
  return next === undefined || next === ";" || next === " ";
}

/** CORS: lets a page of another origin read a response. */
function crossOrigin(origin: string): HttpHeaders {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "mcp-session-id, www-authenticate, dpop-nonce",
    vary: "origin",
  };
}

/** `reply` with the headers that the page at `origin` needs. */
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
