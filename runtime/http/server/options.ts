import { memoryEventStore } from "./event-store.js";
import type { EventStore } from "./event-store.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { HttpAuth } from "../security/auth.js";
import type { SharedState } from "./shared-state.js";
import type { HttpRequest } from "../types.js";
import type { Limits } from "../../limits/limits.js";
import type { Rate } from "../../limits/rate-limit.js";

/**
 * Options of what serves HTTP. Times are in milliseconds; Infinity is no limit:
 * what would happen after it never does.
 */
export interface HttpOptions {
  /**
   * Path of the endpoint: all of it, or what is behind the path at which a router
   * such as Express's has the handler. Default: `/mcp`.
   */
  readonly path?: string | undefined;
  /** Path of the stream of HTTP with SSE, where that is served. Default: `/sse`. */
  readonly ssePath?: string | undefined;
  /** Path of its messages. Default: `/messages`. */
  readonly messagesPath?: string | undefined;
  /**
   * Names that the `Host` header may have, without port. Default: those of this
   * machine when `listen` is bound to it; all names otherwise.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Web pages that may send requests, as `https://example.com`; they also get
   * the headers that browsers ask for. Default: pages of this machine.
   */
  readonly origins?: readonly string[] | undefined;
  /** Who may send requests. Default: everybody. */
  readonly auth?: HttpAuth | undefined;
  /**
   * Whose limits hold for a request without a principal. Default: the network
   * address that it comes from. Behind a proxy that is the proxy's, for all: let
   * this give what the proxy says, such as `forwardedFor(1)`, or
   * `request.header("x-real-ip")`.
   */
  readonly address?: ((request: HttpRequest) => string | undefined) | undefined;
  /**
   * Requests of one principal, or else of one address: at once, and a second in
   * the long run. Each message of a batch is one, and so is each token that is
   * not known to be valid. Default: no limit.
   */
  readonly rate?: Rate | undefined;
  /**
   * Characters of the requests of all clients that arrive or are being answered,
   * one that was cancelled until its handler ends, or for a minute, and of answers
   * that Node holds for readers who do not take them; and again of
   * what is kept beyond those: what clients say of themselves, subscriptions,
   * params of tasks. One client may have as much as the others leave free, which
   * is half when it is alone. Default: 128 Mi.
   */
  readonly maxKept?: number | undefined;
  /**
   * Longest body, in bytes. Default: 4 Mi. The server's own limit of a message
   * holds too.
   */
  readonly maxBody?: number | undefined;
  /** How long a body may take to arrive. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
  /**
   * Sessions at a time. Where there is no room for another one, the client that
   * has most loses the one that was unused for longest. Default: 10,000.
   */
  readonly maxSessions?: number | undefined;
  /** After how long an unused session ends. Default: 30 minutes. */
  readonly sessionIdle?: number | undefined;
  /**
   * Keeps what was sent on streams, for clients whose connection broke; false
   * for none. Default: in memory, bounded.
   */
  readonly events?: EventStore | false | undefined;
  /**
   * What this process has in common with others that serve the same clients, such
   * as `redis(client)`: sessions, events, changes and rates. Default: nothing.
   */
  readonly shared?: SharedState | undefined;
  /** When a client whose stream was let go shall come back. Default: 1000. */
  readonly retry?: number | undefined;
  /**
   * After how long a request without an answer is given a stream, so that the
   * connection is kept alive. Default: 1000.
   */
  readonly streamAfter?: number | undefined;
  /** How often a quiet stream carries a comment. Default: 15,000. */
  readonly keepAlive?: number | undefined;
  /** Characters that may wait for a slow reader. Default: 4 Mi. */
  readonly maxWaiting?: number | undefined;
  /**
   * How long a reader may take nothing of what waits for it, where Node serves.
   * Default: 30,000.
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
  /** Is told what the user's hooks threw. */
  readonly report: (problem: Error) => void;
}

const MAX_KEPT_IN_ALL = 134_217_728;

/** Bytes of a character, at most. */
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
