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

/** Characters that a subscription to a resource counts as, at least. */
export const SUBSCRIPTION_LENGTH = 1_600;

/** Handlers by wire method. Each is called with the params and a `Call`. */
export interface Handlers {
  readonly [method: string]: Handler | undefined;
}

export type Handler = (params: never, call: never) => unknown;

/** Options that lifecycles read. */
export interface LifecycleOptions {
  /** Where results that the server says stay fresh are kept; false: nowhere. */
  readonly cache?: ResultCache | false | undefined;
  /** How the state of calls that need input is sealed. */
  readonly state?: StateOptions | undefined;
}

/** A request that is to be sent. */
export interface OutgoingRequest {
  readonly connection: Connection;
  readonly method: string;
  readonly params?: Params | undefined;
  readonly options: SendOptions;
  /** Request of the peer that this request belongs to. */
  readonly relatedRequestId?: RequestId | undefined;
}

/**
 * How a conversation opens, and what every message carries. The rest of the
 * runtime asks its lifecycle and knows no other difference between revisions.
 */
export interface Lifecycle {
  /** Whether a request that arrived is left without an answer; reports why. */
  ignores?(connection: Connection, method: string): boolean;
  /** The user's handlers, and what the lifecycle answers by itself. */
  handlers(
    endpoint: Endpoint,
    handlers: Handlers,
    options: LifecycleOptions,
  ): Handlers;
  /** Opens the conversation; resolves when requests may be sent. */
  open?(connection: Connection, options: RequestOptions): Promise<void>;
  /** Throws an McpError when the request may not run. Called before routing. */
  admit(call: Call): void;
  /** The peer as one of its requests sees it; else as the connection does. */
  peer?(call: Call): Peer;
  /** A result as it is sent; else as it is. */
  finish?(call: Call, result: object): object;
  /** The error that is sent for one that a handler throws. */
  refusal?(call: Call, error: McpError): McpError;
  /** Throws when this side may not send `method` at this point. */
  allow(connection: Connection, method: string): void;
  /** What keeps the requests that this side sends. */
  readonly Requests: new (connection: RequestChannel) => RequestKeeper;
  /** Params of a request as they are sent; else as they are. */
  outgoing?(endpoint: Endpoint, params: Params | undefined): Params;
  /** A result that arrived, its documented defaults filled in, where it has any. */
  incoming?(endpoint: Endpoint, method: string, result: object): object;
  /** Sends a request, where more than `connection.requestOnce` is needed. */
  request?(request: OutgoingRequest): Promise<object>;
  /** A result that is known already, or what `send` comes to. */
  cached?(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: RequestOptions | undefined,
    send: () => Promise<object>,
  ): Promise<object>;
  /** Whether the sender of `call` wants no log messages. */
  mute?(call: Call): boolean;
  /** Sends a notification that belongs to no request, if the peer wants it. */
  broadcast(connection: Connection, method: string, params?: Params): void;
  /**
   * The connection is about to end: ends what would go on for ever; a promise
   * says when that has been answered.
   */
  closing?(connection: Connection): Promise<void> | undefined;
  /**
   * Asks the peer of `call` for input: sampling, elicitation, roots; else by a
   * request, as either side may send at any time.
   */
  ask?(
    call: Call,
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown>;
  /**
   * Runs what must not run again with the handler, and keeps its answer; else it
   * just runs, where no handler runs again.
   */
  once?(call: Call, key: string, run: () => unknown): Promise<unknown>;
}
