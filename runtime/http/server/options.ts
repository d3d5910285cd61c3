import { memoryEventStore } from "./sessions/event-store.js";
import type { EventStore } from "./sessions/event-store.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { HttpAuth } from "../security/auth.js";
import type { SharedState } from "./shared-state.js";
import type { HttpRequest } from "../types.js";
import type { Limits } from "../../limits/limits.js";
import type { Rate } from "../../limits/rate-limit.js";

/**
 * Options for serving HTTP. Times are in milliseconds; Infinity means no limit.
 */
export interface HttpOptions {
  /**
   * Path of the MCP endpoint. In a router such as Express, the path may also be
   * relative to the path at which the router is mounted.
   *
   * @default "/mcp"
   */
  readonly path?: string | undefined;
  /**
   * Path at which clients of the legacy SSE transport open the event stream.
   *
   * @default "/sse"
   */
  readonly ssePath?: string | undefined;
  /**
   * Path to which clients of the legacy SSE transport send messages by POST.
   *
   * @default "/messages"
   */
  readonly messagesPath?: string | undefined;
  /**
   * Path that answers GET with status 200 while the process runs. This path and
   * `readyPath` need neither a token nor an allowed host name.
   *
   * @default "/healthz"
   */
  readonly healthPath?: string | undefined;
  /**
   * Path that answers GET with status 200 while the server accepts requests.
   * The status is 503 while the server closes, or while the store of `shared`
   * does not answer.
   *
   * @default "/readyz"
   */
  readonly readyPath?: string | undefined;
  /**
   * Host names that are allowed in the `Host` header, without port.
   *
   * @default the host names of this machine if `listen` listens only on this
   *   machine; otherwise all host names
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Allowed origins of web pages, such as `https://example.com`. Responses to
   * pages from these origins have CORS headers.
   *
   * @default the origins of this machine
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Authentication of requests.
   *
   * @default all requests are allowed
   */
  readonly auth?: HttpAuth | undefined;
  /**
   * Returns the client address to which limits apply, for a request without a
   * principal. Behind a proxy, return the address that the proxy provides, with
   * `forwardedFor(1)` or `request.header("x-real-ip")`. Otherwise all clients
   * behind the proxy share one limit.
   *
   * @default the network address of the request
   */
  readonly address?: ((request: HttpRequest) => string | undefined) | undefined;
  /**
   * Rate limit for the requests of one principal, or of one address if there is
   * no principal. Each message of a batch counts separately. A request whose
   * token is not known to be valid counts towards the limit of its address.
   *
   * @default no limit
   */
  readonly rate?: Rate | undefined;
  /**
   * Memory budget of all clients together, in characters. It applies separately
   * to two kinds of data: requests in progress with unread responses, and data
   * that the server stores for clients (client info, subscriptions, task
   * params). One client may use at most half of what the other clients leave
   * free. A cancelled request counts until its handler ends, and for at most
   * one minute.
   *
   * @default 134_217_728
   */
  readonly maxKept?: number | undefined;
  /**
   * Maximum length of a request body, in bytes. The message limit of the server
   * applies too.
   *
   * @default 4_194_304
   */
  readonly maxBody?: number | undefined;
  /**
   * Maximum time until the body of a request has arrived.
   *
   * @default 30_000
   */
  readonly bodyTimeout?: number | undefined;
  /**
   * Maximum number of sessions. One client may have at most half of them. At
   * the limit, the server evicts the least recently used session of the client
   * with the most sessions.
   *
   * @default 10_000
   */
  readonly maxSessions?: number | undefined;
  /**
   * Time after which an unused session ends.
   *
   * @default 1_800_000
   */
  readonly sessionIdle?: number | undefined;
  /**
   * Store for the events of streams. With a store, clients can resume a stream
   * after its connection broke. `false` disables the store.
   *
   * @default a bounded store in memory
   */
  readonly events?: EventStore | false | undefined;
  /**
   * State that the processes of a server share: sessions, events, change
   * notifications and rate limits. To store the state in Redis, pass
   * `redis(client)`.
   *
   * @default no shared state
   */
  readonly shared?: SharedState | undefined;
  /**
   * Time after which a client should reconnect when the server has closed the
   * connection of a resumable stream.
   *
   * @default 1_000
   */
  readonly retry?: number | undefined;
  /**
   * Time after which the server opens an event stream for a request that has no
   * response yet. The stream keeps the connection alive.
   *
   * @default 1_000
   */
  readonly streamAfter?: number | undefined;
  /**
   * Interval between the keep-alive comments on an open stream.
   *
   * @default 15_000
   */
  readonly keepAlive?: number | undefined;
  /**
   * Maximum number of unread characters in a stream. A client that leaves more
   * characters unread is disconnected.
   *
   * @default 4_194_304
   */
  readonly maxWaiting?: number | undefined;
  /**
   * Time after which a client that reads nothing is disconnected.
   *
   * @default 30_000
   */
  readonly readTimeout?: number | undefined;
}

/** HTTP options, with defaults for the options that are not set. */
export interface HttpSettings {
  readonly path: string;
  readonly ssePath: string;
  readonly messagesPath: string;
  readonly healthPath: string;
  readonly readyPath: string;
  readonly hosts: readonly string[] | undefined;
  readonly origins: readonly string[] | undefined;
  readonly auth: HttpAuth | undefined;
  readonly address: (request: HttpRequest) => string | undefined;
  readonly rate: Rate | undefined;
  readonly limits: Limits | undefined;
  readonly maxKept: number;
  readonly maxBody: number;
  /** Maximum length of a message, in characters. */
  readonly maxMessage: number;
  readonly bodyTimeout: number;
  readonly maxSessions: number;
  readonly sessionIdle: number;
  readonly events: EventStore | undefined;
  readonly shared: SharedState | undefined;
  readonly retry: number;
  readonly streamAfter: number;
  readonly keepAlive: number;
  readonly maxWaiting: number;
  readonly readTimeout: number;
  /** Callback that receives the errors of the program's callbacks. */
  readonly report: (problem: Error) => void;
}

const MAX_KEPT_IN_ALL = 134_217_728;

/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;

export function httpSettings(
  options: HttpOptions,
  endpoint: Endpoint,
): HttpSettings {
  const { shared } = options;
  const { events = shared?.events ?? memoryEventStore() } = options;
  const maxMessage = endpoint.options.limits?.message ?? Infinity;
  return {
    path: options.path ?? "/mcp",
    ssePath: options.ssePath ?? "/sse",
    messagesPath: options.messagesPath ?? "/messages",
    healthPath: options.healthPath ?? "/healthz",
    readyPath: options.readyPath ?? "/readyz",
    hosts: options.hosts,
    origins: options.origins,
    auth: options.auth,
    address: options.address ?? ((request) => request.address),
    rate: options.rate,
    limits: endpoint.options.limits,
    maxKept: options.maxKept ?? MAX_KEPT_IN_ALL,
    maxBody: Math.min(
      options.maxBody ?? 4 * 1024 * 1024,
      maxMessage * MAX_UTF8_BYTES,
    ),
    maxMessage,
    bodyTimeout: options.bodyTimeout ?? 30_000,
    maxSessions: options.maxSessions ?? 10_000,
    sessionIdle: options.sessionIdle ?? 30 * 60_000,
    events: events === false ? undefined : events,
    shared,
    retry: options.retry ?? 1_000,
    streamAfter: options.streamAfter ?? 1_000,
    keepAlive: options.keepAlive ?? 15_000,
    maxWaiting: options.maxWaiting ?? 4 * 1024 * 1024,
    readTimeout: options.readTimeout ?? 30_000,
    report: (problem) => endpoint.report(problem),
  };
}
