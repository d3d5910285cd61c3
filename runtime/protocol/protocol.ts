import type { Params } from "../json-rpc/messages/messages.js";
import type { AskOptions } from "../json-rpc/requests.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle } from "./lifecycle.js";
import type { missingCapabilities } from "./input-required/requests.js";
import type { Rule } from "../validation/rule.js";
import type { Origin } from "../transport/transport.js";

/** Rules of the specification for a request to the client, beyond its type. */
export interface QuestionRule {
  /** Throws if the request must not be sent. */
  ask(params: Params, options: AskOptions): void;
  /** Returns why an answer is not valid, or undefined if it is valid. */
  problem?(params: Params, answer: Params): string | undefined;
}

/** Facts about a method of MCP. */
export interface MethodFacts {
  /** Kind of the message; undefined for a request. */
  readonly kind?: "notification" | undefined;
  /** Side that sends the message; undefined for the client. */
  readonly sender?: "client" | "server" | "either" | undefined;
  /** Whether the request is sent only inside an input-required result. */
  readonly embedded?: boolean;
  readonly capability?: string | undefined;
  /** Validates a whole message. Only for messages that this side receives. */
  readonly message?: Rule | undefined;
  /** Validates a result. Only for requests that this side sends. */
  readonly result?: Rule | undefined;
  /** Further rules of the specification for a request to the client. */
  readonly question?: QuestionRule | undefined;
}

/** Value defined only by a later revision, in a message that was accepted. */
export interface UnknownValue {
  /** Method of the message, or of the request that the result answers. */
  readonly method: string;
  /** JSON Pointer to the value, relative to the message or result. */
  readonly pointer: string;
  readonly value: string;
  /** Single-line description of the expected value, for people. */
  readonly message: string;
}

/** Properties of the HTTP transport in one revision. */
export interface HttpFacts {
  /**
   * Whether a handshake opens a session. Otherwise each request is
   * self-contained.
   */
  readonly sessions?: boolean | undefined;
  /** Whether requests have the revision in a header. */
  readonly versionHeader?: boolean | undefined;
  /**
   * Whether a server may close the connection of a stream, for the client to
   * resume it.
   */
  readonly polling?: boolean | undefined;
  /** Whether messages travel over the legacy SSE transport. */
  readonly legacySse?: boolean | undefined;
}

/**
 * One revision for one side, as facts that generated code passes to the
 * runtime.
 */
export interface Protocol {
  readonly side: "server" | "client";
  readonly version: string;
  readonly lifecycle: Lifecycle;
  readonly methods: { readonly [method: string]: MethodFacts | undefined };
  /**
   * Returns the capability paths that a request needs and the peer did not
   * declare.
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
  /** Capability paths that the handlers of a client may imply. */
  readonly impliedCapabilities?: readonly string[] | undefined;
  /** Methods whose final results have caching hints. */
  readonly cacheable?: readonly string[] | undefined;
  /** Whether the revision has batches. */
  readonly batches?: boolean | undefined;
  /** Handles a batch, or rejects it if the revision has no batches. */
  batch(
    connection: Connection,
    messages: readonly unknown[],
    origin: Origin | undefined,
  ): void;
  /** Whether an error response may be sent without the id of a request. */
  readonly anonymousErrors?: boolean | undefined;
  /** Error code for a resource that does not exist. */
  readonly resourceNotFound: number;
  /** Properties of the HTTP transport. */
  readonly http: HttpFacts;
  /**
   * Whether invalid arguments of a tool are answered with an `isError` result.
   */
  readonly toolErrorsAreResults?: boolean | undefined;
  /** Adds an extension, which changes how methods are answered or sent. */
  extend?(
    endpoint: Endpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
