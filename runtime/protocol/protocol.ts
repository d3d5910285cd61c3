import type { Params } from "../json-rpc/messages/messages.js";
import type { AskOptions } from "../json-rpc/requests.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle } from "./lifecycle.js";
import type { missingCapabilities } from "./input-required/requests.js";
import type { Rule } from "../validation/rule.js";
import type { Origin } from "../transport/transport.js";

/**
 * Rules of the specification for a request to the client that its type does not
 * express.
 */
export interface QuestionRule {
  /**
   * Checks a request to the client before it is sent. Throws if the request
   * must not be sent.
   */
  ask(params: Params, options: AskOptions): void;
  /**
   * Returns the reason why the client's answer is invalid. Returns undefined
   * for a valid answer.
   */
  problem?(params: Params, answer: Params): string | undefined;
  /** Returns a valid answer with the default values of the request added. */
  complete?(params: Params, answer: Params): Params;
}

/** Properties of a method of MCP in one revision. */
export interface MethodFacts {
  /** Kind of the message. If undefined, the message is a request. */
  readonly kind?: "notification" | undefined;
  /**
   * Side that sends the message. If undefined, the client sends the message.
   */
  readonly sender?: "client" | "server" | "either" | undefined;
  /**
   * Whether the request is sent only inside an input-required result, never as
   * a separate message.
   */
  readonly embedded?: boolean;
  readonly capability?: string | undefined;
  /**
   * Rule that validates a whole message. Present only for messages that this
   * side receives.
   */
  readonly message?: Rule | undefined;
  /**
   * Rule that validates the result of a request. Present only for requests that
   * this side sends.
   */
  readonly result?: Rule | undefined;
  /** Further rules for a request to the client that its type cannot express. */
  readonly question?: QuestionRule | undefined;
}

/** Value in an accepted incoming message that only a later revision defines. */
export interface UnknownValue {
  /** Method of the message. The method of a result is that of its request. */
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
   * Whether a session exists, which a handshake opens. If false, each request
   * is self-contained.
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
  readonly methods: { readonly [method: string]: MethodFacts | undefined };
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
   * Adds an extension to an endpoint, which changes how the endpoint answers or
   * sends methods.
   */
  extend?(
    endpoint: Endpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
