import type { MethodTable } from "./methods/method-facts.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle } from "./lifecycle.js";
import type { missingCapabilities } from "./input-required/requests.js";
import type { Origin } from "../transport/transport.js";

/**
 * Value that only a later revision defines, found in an incoming message that
 * was accepted.
 */
export interface UnknownValue {
  /** Method of the message. For a result, the method of its request. */
  readonly method: string;
  /** JSON Pointer to the value, relative to the whole message or result. */
  readonly pointer: string;
  readonly value: string;
  /** Description of the expected value in one line, for people. */
  readonly message: string;
}

/** Properties of the HTTP transport in one revision. */
export interface HttpFacts {
  /**
   * Whether a handshake opens a session. If false, each request is
   * self-contained.
   */
  readonly sessions?: boolean | undefined;
  /** Whether each HTTP request names the revision in a header. */
  readonly versionHeader?: boolean | undefined;
  /**
   * Whether a server may close the HTTP connection of an event stream and
   * expect the client to resume the stream.
   */
  readonly polling?: boolean | undefined;
  /** Whether messages are sent over the legacy SSE transport. */
  readonly legacySse?: boolean | undefined;
}

/**
 * Facts about one revision for one side, client or server. Generated code
 * passes them to the runtime.
 */
export interface Protocol {
  readonly side: "server" | "client";
  readonly version: string;
  readonly lifecycle: Lifecycle;
  readonly methods: MethodTable;
  /**
   * Returns the paths of the capabilities that a request needs but the peer did
   * not declare.
   */
  readonly missingCapabilities?: typeof missingCapabilities | undefined;
  /**
   * Returns the protocol, changed to accept and report values that only later
   * revisions define.
   */
  later?(
    protocol: Protocol,
    onUnknown: ((unknown: UnknownValue) => void) | undefined,
  ): Protocol;
  /** Paths of the capabilities that the handlers of a client may imply. */
  readonly impliedCapabilities?: readonly string[] | undefined;
  /**
   * Methods whose final results contain caching hints (`ttlMs` and
   * `cacheScope`).
   */
  readonly cacheable?: readonly string[] | undefined;
  /** Whether the revision allows JSON-RPC batches. */
  readonly batches?: boolean | undefined;
  /**
   * Handles an incoming batch, or rejects it if the revision does not allow
   * batches.
   */
  batch(
    connection: Connection,
    messages: readonly unknown[],
    origin: Origin | undefined,
  ): void;
  /** Whether an error response may be sent without a request id. */
  readonly anonymousErrors?: boolean | undefined;
  /** Error code for a request that names a resource that does not exist. */
  readonly resourceNotFound: number;
  /** Properties of the HTTP transport in this revision. */
  readonly http: HttpFacts;
  /**
   * Whether a tool call with invalid arguments is answered with an `isError`
   * result instead of an error.
   */
  readonly toolErrorsAreResults?: boolean | undefined;
  /**
   * Adds an extension to an endpoint. The extension changes how methods are
   * answered or sent.
   */
  extend?(
    endpoint: Endpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
