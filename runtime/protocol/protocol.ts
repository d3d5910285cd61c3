import type { MethodTable } from "./methods/method-facts.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle } from "./lifecycle.js";
import type { missingCapabilities } from "./input-required/requests.js";
import type { Origin } from "../transport/transport.js";

/**
 * Value that MCP added after the negotiated revision. The client accepted the
 * value in an incoming message.
 */
export interface UnknownValue {
  /** Method of the message. For a result, this is the method of its request. */
  readonly method: string;
  /** JSON Pointer to the value, relative to the whole message or result. */
  readonly pointer: string;
  readonly value: string;
  /** Description of the expected value as one line of text. */
  readonly message: string;
}

/** Properties of the HTTP transport in one revision. */
export interface HttpFacts {
  /**
   * Whether the HTTP transport has sessions, which start with a handshake. If
   * false, each request is self-contained.
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
 * Definition of one revision for one side (client or server). Generated code
 * passes the definition to the runtime.
 */
export interface Protocol {
  readonly side: "server" | "client";
  readonly version: string;
  readonly lifecycle: Lifecycle;
  readonly methods: MethodTable;
  /**
   * Returns the paths of the capabilities that a request requires and that the
   * peer did not declare.
   */
  readonly missingCapabilities?: typeof missingCapabilities | undefined;
  /**
   * Returns the protocol, extended to accept and report values that only later
   * revisions define.
   */
  later?(
    protocol: Protocol,
    onUnknown: ((unknown: UnknownValue) => void) | undefined,
  ): Protocol;
  /**
   * Paths of the capabilities that a client may declare implicitly, by its
   * handlers.
   */
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
  /** Error code for a request that names a nonexistent resource. */
  readonly resourceNotFound: number;
  /** Properties of the HTTP transport in this revision. */
  readonly http: HttpFacts;
  /**
   * Whether a tool call with invalid arguments is answered with an `isError`
   * result instead of an error.
   */
  readonly toolErrorsAreResults?: boolean | undefined;
  /**
   * Adds an extension to an endpoint. The extension changes how the endpoint
   * sends or answers certain requests.
   */
  extend?(
    endpoint: Endpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
