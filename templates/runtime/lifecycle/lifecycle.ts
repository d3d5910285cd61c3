import type { Peer } from "../connection/peer.js";
import type { AskOptions, Call } from "../connection/call.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint, EndpointOptions } from "../endpoint/endpoint.js";
import type { McpError } from "../connection/json-rpc/errors.js";
import type { Params, RequestId } from "../connection/json-rpc/messages.js";
import type {
  RequestKeeper,
  RequestOptions,
  SendOptions,
} from "../connection/requests.js";

/** Resources that one connection may subscribe to. */
export const MAX_SUBSCRIPTIONS = 10_000;

/** Handlers by wire method. Each is called with the params and a `Call`. */
export interface Handlers {
  readonly [method: string]: Handler | undefined;
}

export type Handler = (params: never, call: never) => unknown;

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
    options: EndpointOptions,
  ): Handlers;
  /** Opens the conversation; resolves when requests may be sent. */
  open?(connection: Connection, options: RequestOptions): Promise<void>;
  /** Throws an McpError when the request may not run. Called before routing. */
  admit(call: Call): void;
  /** The peer as one of its requests sees it. */
  peer(call: Call): Peer;
  /** A result as it is sent. */
  finish(call: Call, result: object): object;
  /** The error that is sent for one that a handler throws. */
  refusal?(call: Call, error: McpError): McpError;
  /** Throws when this side may not send `method` at this point. */
  allow(connection: Connection, method: string): void;
  /** What keeps the requests that this side sends. */
  readonly Requests: new (connection: Connection) => RequestKeeper;
  /** Params of a request as they are sent. */
  outgoing(endpoint: Endpoint, params: Params | undefined): Params | undefined;
  /** A result that arrived, its documented defaults filled in. */
  incoming(endpoint: Endpoint, method: string, result: object): object;
  /** Sends a request, where more than `connection.requestOnce` is needed. */
  request?(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: SendOptions,
    about: RequestId | undefined,
  ): Promise<object>;
  /** A result that is known already, or what `send` comes to. */
  cached?(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: RequestOptions | undefined,
    send: () => Promise<object>,
  ): Promise<object>;
  /** Lowest level of log messages that `call` may send; undefined: none. */
  logLevel(call: Call): string | undefined;
  /** Sends a notification that belongs to no request, if the peer wants it. */
  broadcast(connection: Connection, method: string, params?: Params): void;
  /**
   * The connection is about to end: ends what would go on for ever; a promise
   * says when that has been answered.
   */
  closing?(connection: Connection): Promise<void> | undefined;
  /** Asks the peer of `call` for input: sampling, elicitation, roots. */
  ask(
    call: Call,
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown>;
  /** Runs what must not run again with the handler, and keeps its answer. */
  once(call: Call, key: string, run: () => unknown): Promise<unknown>;
}
