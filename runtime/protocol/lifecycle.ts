import type { Call } from "./connection/call.js";
import type { Connection } from "./connection/connection.js";
import type { Peer } from "./connection/peer.js";
import type { McpError } from "../json-rpc/messages/errors.js";
import type { Params, RequestId } from "../json-rpc/messages/messages.js";
import type {
  AskOptions,
  RequestChannel,
  RequestKeeper,
  RequestOptions,
  SendOptions,
} from "../json-rpc/requests.js";
import type { Endpoint } from "./endpoint.js";
import type { ResultCache } from "./result-cache.js";
import type { StateOptions } from "./input-required/seal.js";

/**
 * Minimum length that a subscription to a resource is counted with, in
 * characters.
 */
export const MIN_SUBSCRIPTION_LENGTH = 1_600;

/** Handlers by method. Each is called with the params and a `Call`. */
export interface Handlers {
  readonly [method: string]: Handler | undefined;
}

export type Handler = (params: never, call: never) => unknown;

/** Options that lifecycles use. */
export interface LifecycleOptions {
  /**
   * Cache for results that the server declares cacheable. `false` disables
   * caching.
   */
  readonly cache?: ResultCache | false | undefined;
  /** Encryption of the state of requests that need input. */
  readonly state?: StateOptions | undefined;
}

/** Request to be sent. */
export interface OutgoingRequest {
  readonly connection: Connection;
  readonly method: string;
  readonly params?: Params | undefined;
  readonly options: SendOptions;
  /** Request of the peer that this request belongs to. */
  readonly relatedRequestId?: RequestId | undefined;
}

/**
 * Differences between revisions in how a connection opens and what messages
 * contain. The rest of the runtime calls these hooks instead of checking the
 * revision.
 */
export interface Lifecycle {
  /**
   * Returns true if an incoming request is left unanswered, and reports why.
   */
  ignores?(connection: Connection, method: string): boolean;
  /** Returns the user's handlers and those that the lifecycle adds. */
  handlers(
    endpoint: Endpoint,
    handlers: Handlers,
    options: LifecycleOptions,
  ): Handlers;
  /** Opens the connection. Resolves when requests may be sent. */
  open?(connection: Connection, options: RequestOptions): Promise<void>;
  /**
   * Throws McpError if a request is not allowed. Called before its handler is
   * looked up.
   */
  admit(call: Call): void;
  /**
   * Returns the facts about the peer that one of its requests contains.
   * Defaults to the peer of the connection.
   */
  peer?(call: Call): Peer;
  /**
   * Converts a result before it is sent. Without this hook the result is sent
   * unchanged.
   */
  finish?(call: Call, result: object): object;
  /**
   * Converts the error of a handler before it is sent. Without this hook the
   * error is sent unchanged.
   */
  convertError?(call: Call, error: McpError): McpError;
  /**
   * Throws ConnectionError if this side may not send the method in the current
   * phase.
   */
  allow(connection: Connection, method: string): void;
  /** Class that stores the pending requests of this side. */
  readonly Requests: new (connection: RequestChannel) => RequestKeeper;
  /**
   * Converts the params of a request before they are sent. Without this hook
   * they are sent unchanged.
   */
  outgoing?(endpoint: Endpoint, params: Params | undefined): Params;
  /** Adds the documented default values to an incoming result. */
  incoming?(endpoint: Endpoint, method: string, result: object): object;
  /** Sends a request. Without this hook, `connection.requestOnce` sends it. */
  request?(request: OutgoingRequest): Promise<object>;
  /** Returns a cached result, or the result of `send`. */
  cached?(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: RequestOptions | undefined,
    send: () => Promise<object>,
  ): Promise<object>;
  /** Returns true if the sender of the call wants no log messages. */
  mute?(call: Call): boolean;
  /** Sends a notification that belongs to no request, if the peer wants it. */
  broadcast(connection: Connection, method: string, params?: Params): void;
  /**
   * Ends open-ended requests, such as subscriptions, before the connection
   * closes. A returned promise resolves when they are answered.
   */
  closing?(connection: Connection): Promise<void> | undefined;
  /**
   * Asks the peer of the call for input: sampling, elicitation or roots.
   * Without this hook a request is sent, as either side may send requests at
   * any time.
   */
  ask?(
    call: Call,
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown>;
  /**
   * Runs a function that must not run again when the handler does, and stores
   * its result. Without this hook the function just runs, since no handler runs
   * again.
   */
  once?(call: Call, key: string, run: () => unknown): Promise<unknown>;
}
