import { isObject } from "../../validation/guards.js";
import { getMeta, VERSION } from "../../json-rpc/messages/meta.js";
import { JSON_HEADERS, SESSION_HEADER, VERSION_HEADER } from "../headers.js";
import type { HttpSettings } from "./options.js";
import type { PostExchange } from "./exchange.js";
import type { Protocol } from "../../protocol/protocol.js";
import type { SessionHandler } from "./handlers.js";
import type { HttpReply, HttpRequest } from "../types.js";

/**
 * Decides which requests belong to sessions. A server may support both
 * revisions with sessions and revisions without sessions.
 */
export class Routing {
  /**
   * Supported protocol versions without sessions (`#stateless`) and with
   * sessions (`#stateful`).
   */
  readonly #stateless: ReadonlySet<string>;
  readonly #stateful: ReadonlySet<string>;
  readonly #sessions: SessionHandler | undefined;

  constructor(
    protocols: readonly Protocol[],
    sessions: SessionHandler | undefined,
  ) {
    const getVersions = (stateful: boolean): ReadonlySet<string> =>
      new Set(
        protocols
          .filter(({ http }) => (http.sessions ?? false) === stateful)
          .map(({ version }) => version),
      );
    this.#stateless = getVersions(false);
    this.#stateful = getVersions(true);
    this.#sessions = sessions;
  }

  /** Returns whether the version header names a version without sessions. */
  namesStateless(request: HttpRequest): boolean {
    return this.#stateless.has(request.header(VERSION_HEADER) ?? "");
  }

  /**
   * Returns the version in the version header if the server does not support
   * that version. Otherwise returns undefined.
   */
  findUnknownVersion(request: HttpRequest): string | undefined {
    const version = request.header(VERSION_HEADER);
    if (version === undefined || this.#stateless.has(version)) return undefined;
    return this.#stateful.has(version) ? undefined : version;
  }

  /**
   * Returns the session handler for a GET or DELETE, or undefined if such
   * requests are not supported.
   */
  findSessions(request: HttpRequest): SessionHandler | undefined {
    if (this.#isOpen(request)) return this.#sessions;
    return this.namesStateless(request) ? undefined : this.#sessions;
  }

  /** Returns whether a message belongs to no session. */
  isStateless({ message, content, request }: PostExchange): boolean {
    if (this.#sessions === undefined || this.#stateless.size === 0) {
      return this.#stateless.size > 0;
    }
    const fields = isObject(message) ? message : undefined;
    if (typeof getMeta(fields?.params)[VERSION] === "string") return true;
    // Ignore the version header here if the session is open: the session checks
    // the header itself.
    if (this.#isOpen(request)) return false;
    if (this.namesStateless(request)) return true;
    if (fields?.method === "server/discover") return true;
    if (request.header(SESSION_HEADER) !== undefined) return false;
    // Treat a request without a known version as stateless, unless it is
    // `initialize`. If the version is not supported, the answer is the same for
    // both kinds of requests: it lists the supported versions.
    return content.ids.length > 0
      ? content.method !== "initialize"
      : !this.#stateful.has(request.header(VERSION_HEADER) ?? "");
  }

  /** Returns whether the session header of a request names an open session. */
  #isOpen(request: HttpRequest): boolean {
    const id = request.header(SESSION_HEADER);
    return id !== undefined && (this.#sessions?.has(id) ?? false);
  }
}

/** Returns the target of a request without its query. */
export function withoutQuery(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/**
 * Answers a health check of a load balancer or container platform. Returns
 * whether the request was a health check. Host names and tokens are not
 * checked, because health checks usually have no token and no allowed host
 * name.
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
