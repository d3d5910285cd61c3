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
import type { InputBudget } from "./input-required/budget.js";
import type { LifecycleOptions } from "./endpoint-options.js";
import type { Receiver } from "../transport/transport.js";

/**
 * Handlers by method. A handler is called with the params of the message and a
 * `Call`.
 */
export interface Handlers {
  readonly [method: string]: Handler | undefined;
}

export type Handler = (params: never, call: never) => unknown;

/** Request that this side is about to send. */
export interface OutgoingRequest {
  readonly connection: Connection;
  readonly method: string;
  readonly params?: Params | undefined;
  readonly options: SendOptions;
  /** Id of the incoming request to which this request belongs. */
  readonly relatedRequestId?: RequestId | undefined;
  /**
   * Counter of the input that the peer asks for during a call. All attempts of
   * the call share the counter.
   */
  readonly budget?: InputBudget | undefined;
}

/**
 * Hooks for the differences between revisions: how a connection opens and what
 * messages contain. The rest of the runtime calls these hooks instead of
 * checking the revision.
 */
export interface Lifecycle {
  /**
   * Returns true if an incoming request must not be answered. In this case the
   * hook also reports the reason.
   */
  ignores?(connection: Connection, method: string): boolean;
  /**
   * Returns the user's handlers, together with the handlers that the lifecycle
   * adds.
   */
  handlers(
    endpoint: Endpoint,
    handlers: Handlers,
    options: LifecycleOptions,
  ): Handlers;
  /** Opens the connection. Resolves when requests may be sent. */
  open?(connection: Connection, options: RequestOptions): Promise<void>;
  /**
   * Returns the receiver for a transport on which a server serves one session
   * after another. Without this hook, the first connection receives all
   * messages.
   *
   * @param accept Function that creates the connection of the next session.
   */
  receiver?(first: Connection, accept: () => Connection): Receiver;
  /**
   * Throws McpError if an incoming request is not allowed. Called before the
   * handler of the request is looked up.
   */
  admit(call: Call): void;
  /**
   * Returns the data that an incoming request contains about its sender.
   * Without this hook, the data of the connection's peer is used.
   */
  peer?(call: Call): Peer;
  /**
   * Converts the result of an incoming request before it is sent. Without this
   * hook, the result is sent unchanged.
   */
  finish?(call: Call, result: object): object;
  /**
   * Converts the error of a handler before the error is sent. Without this
   * hook, the error is sent unchanged.
   */
  convertError?(call: Call, error: McpError): McpError;
  /**
   * Throws ConnectionError if this side must not send the method in the current
   * phase of the connection.
   */
  allow(connection: Connection, method: string): void;
  /**
   * Class whose instances store the requests that this client or server has
   * sent and that are not answered yet.
   */
  readonly Requests: new (connection: RequestChannel) => RequestKeeper;
  /**
   * Converts the params of an outgoing request before they are sent. Without
   * this hook, the params are sent unchanged.
   */
  outgoing?(endpoint: Endpoint, params: Params | undefined): Params;
  /**
   * Adds default values to an incoming result, as documented in the
   * specification.
   */
  incoming?(endpoint: Endpoint, method: string, result: object): object;
  /**
   * Sends an outgoing request. Without this hook, the request is sent by
   * `connection.requestOnce`.
   */
  request?(request: OutgoingRequest): Promise<object>;
  /**
   * Returns the cached result of a request. If there is none, returns the
   * result of `send`.
   */
  cached?(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: RequestOptions | undefined,
    send: () => Promise<object>,
  ): Promise<object>;
  /** Returns true if the sender of the request does not want log messages. */
  mute?(call: Call): boolean;
  /**
   * Sends a notification that does not belong to a request. Does nothing if the
   * peer does not want the notification.
   */
  broadcast(connection: Connection, method: string, params?: Params): void;
  /**
   * Ends open-ended requests, such as subscriptions, before the connection
   * closes. A returned promise resolves when these requests are answered.
   */
  closing?(connection: Connection): Promise<void> | undefined;
  /**
   * Asks the peer that sent the current request for input: sampling,
   * elicitation or roots. Without this hook, the input is requested with a
   * JSON-RPC request to the peer.
   */
  ask?(
    call: Call,
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown>;
  /**
   * Runs a function once and stores its result for later runs of the handler.
   * Without this hook, handlers run only once, so the result is not stored.
   */
  once?(call: Call, key: string, run: () => unknown): Promise<unknown>;
}
