import { memoryEventStore } from "./event-store.js";
import type { EventStore } from "./event-store.js";
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
   * Path of the endpoint: the complete path, or the path below the mount point
   * of a router such as Express.
   *
   * @default "/mcp"
   */
  readonly path?: string | undefined;
  /**
   * Path of the stream of the legacy SSE transport.
   *
   * @default "/sse"
   */
  readonly ssePath?: string | undefined;
  /**
   * Path for messages of the legacy SSE transport.
   *
   * @default "/messages"
   */
  readonly messagesPath?: string | undefined;
  /**
   * Allowed names in the `Host` header, without port.
   *
   * @default Names of this machine if `listen` is bound to it; otherwise all
   *   names.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Allowed origins of web pages, such as `https://example.com`; responses to
   * them have CORS headers.
   *
   * @default Origins of this machine.
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Authentication of requests.
   *
   * @default All requests are allowed.
   */
  readonly auth?: HttpAuth | undefined;
  /**
   * Returns the client address that limits apply to, for a request without a
   * principal. Behind a proxy, use the address that the proxy provides, such as
   * `forwardedFor(1)` or `request.header("x-real-ip")`; otherwise all clients
   * share the limits of the proxy.
   *
   * @default Network address of the request.
   */
  readonly address?: ((request: HttpRequest) => string | undefined) | undefined;
  /**
   * Rate limit for requests of one principal, or else of one address. Each
   * message of a batch counts, and so does each token that is not known to be
   * valid.
   *
   * @default No limit.
   */
  readonly rate?: Rate | undefined;
  /**
   * Memory budget in characters, applied twice: to requests in progress plus
   * unread responses, and to state of clients (client info, subscriptions, task
   * params). One client may use half of what is free. A cancelled request
   * counts until its handler ends, or for a minute.
   *
   * @default 134_217_728
   */
  readonly maxKept?: number | undefined;
  /**
   * Maximum length of a body, in bytes. The message limit of the server applies
   * too.
   *
   * @default 4_194_304
   */
  readonly maxBody?: number | undefined;
  /**
   * Time limit for the body of a request.
   *
   * @default 30_000
   */
  readonly bodyTimeout?: number | undefined;
  /**
   * Maximum number of sessions. At the limit, the server evicts the least
   * recently used session of the client with the most sessions.
   *
   * @default 10_000
   */
  readonly maxSessions?: number | undefined;
  /**
   * Time until an unused session ends.
   *
   * @default 1_800_000
   */
  readonly sessionIdle?: number | undefined;
  /**
   * Store for the events of streams, which clients resume after their
   * connection broke; false for none.
   *
   * @default A bounded store in memory.
   */
  readonly events?: EventStore | false | undefined;
  /**
   * State shared with other processes that serve the same clients, such as
   * `redis(client)`: sessions, events, changes and rates.
   *
   * @default None.
   */
  readonly shared?: SharedState | undefined;
  /**
   * Time until a client reconnects after its stream was released.
   *
   * @default 1_000
   */
  readonly retry?: number | undefined;
  /**
   * Time until a request without a response gets a stream, which keeps the
   * connection alive.
   *
   * @default 1_000
   */
  readonly streamAfter?: number | undefined;
  /**
   * Interval of comments on an idle stream.
   *
   * @default 15_000
   */
  readonly keepAlive?: number | undefined;
  /**
   * Maximum number of characters that wait for a slow reader.
   *
   * @default 4_194_304
   */
  readonly maxWaiting?: number | undefined;
  /**
   * Time until a reader that reads nothing is disconnected, on Node.
   *
   * @default 30_000
   */
  readonly readTimeout?: number | undefined;
}

/** Options with their defaults. */
export interface HttpSettings {
  readonly path: string;
  readonly ssePath: string;
  readonly messagesPath: string;
  readonly hosts: readonly string[] | undefined;
  readonly origins: readonly string[] | undefined;
  readonly auth: HttpAuth | undefined;
  readonly address: (request: HttpRequest) => string | undefined;
  readonly rate: Rate | undefined;
  readonly limits: Limits | undefined;
  readonly maxKept: number;
  readonly maxBody: number;
  /** Longest message, in characters. */
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
  /** Callback invoked with errors of the user's hooks. */
  readonly report: (problem: Error) => void;
}

const MAX_KEPT_IN_ALL = 134_217_728;

/** Maximum number of bytes per character. */
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
