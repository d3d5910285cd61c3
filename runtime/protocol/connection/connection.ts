import { INVALID_MESSAGE, PARSE_FAILED } from "../../json-rpc/constants.js";
import { DRAIN_TIMEOUT, LOGS_PER_SECOND, LOG_BURST } from "../constants.js";
import { Call, type Reply } from "./call.js";
import { Calls } from "./calls.js";
import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { attempt } from "../../json-rpc/promises.js";
import { LOG, isAtLeastLevel } from "./logging.js";
import { isObject } from "../../validation/guards.js";
import { isRequestId, requestIds } from "../../json-rpc/messages/messages.js";
import { isShared } from "../../json-rpc/shared-json.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { Traffic, type TrafficKeeper } from "../../limits/limits.js";
import { WITHOUT_TASKS } from "../../json-rpc/requests.js";
import { UNKNOWN_PEER, type Peer } from "./peer.js";
import type { Endpoint } from "../endpoint.js";
import type { OutgoingRequest } from "../lifecycle.js";
import type { Session } from "./session.js";
import type {
  Message,
  NotificationMessage,
  Params,
  RequestId,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";
import type {
  RequestKeeper,
  RequestOptions,
  SendOptions,
} from "../../json-rpc/requests.js";
import type { Origin, Receiver, Transport } from "../../transport/transport.js";

/**
 * JSON-RPC 2.0 connection. Both sides may send requests at any time. Unknown,
 * repeated and late responses are ignored or reported, but never end the
 * connection.
 */
export class Connection implements Receiver {
  readonly transport: Transport;
  /** Handlers and rules of this client or server in the negotiated revision. */
  endpoint: Endpoint;
  /** Promise that resolves when the connection has ended for any reason. */
  readonly done: Promise<void>;
  /** Phase of the connection: before, during or after the handshake. */
  phase: "new" | "opening" | "open" = "new";
  /**
   * Data about the peer, such as its capabilities. The lifecycle hooks of the
   * revision set this data.
   */
  peer: Peer = UNKNOWN_PEER;
  /**
   * Limits on the requests of the peer. Over HTTP, all connections of one
   * client share one limits object.
   */
  readonly traffic: TrafficKeeper;
  /** Session, as the handlers of a server see it. Created when first needed. */
  declare session?: Session;
  /** Requests that this side has sent and that wait for a response. */
  readonly requests: RequestKeeper;
  /** Rate limit of log messages. */
  readonly #logRate = new RateLimit(LOG_BURST, LOGS_PER_SECOND);
  readonly #calls = new Calls(this);
  readonly #reply: Reply = (answer, relatedRequestId) => {
    if (answer !== undefined) this.send(answer, relatedRequestId);
    else this.transport.unanswered?.(relatedRequestId);
  };
  /**
   * Function that creates the error with which requests fail after the end of
   * the connection. Undefined before the end.
   */
  #fault: (() => ConnectionError) | undefined;
  #drain: ReturnType<typeof setTimeout> | undefined;
  #isClosing = false;
  #finished = false;
  #finish!: () => void;

  constructor(
    endpoint: Endpoint,
    transport: Transport,
    traffic: TrafficKeeper = new Traffic(endpoint.options.limits),
  ) {
    this.endpoint = endpoint;
    this.transport = transport;
    this.traffic = traffic;
    this.requests = new endpoint.lifecycle.Requests(this);
    this.done = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Whether this side or the peer has ended the connection. */
  get ending(): boolean {
    return this.#fault !== undefined;
  }

  /** Whether messages can still be sent. */
  get isActive(): boolean {
    return !this.#finished;
  }

  get maxMessage(): number | undefined {
    return this.endpoint.options.limits?.message;
  }

  /**
   * Starts the transport, which passes messages to `receiver`. A client then
   * performs the handshake or, in a revision without sessions, sends
   * `server/discover`.
   */
  async open(
    options: RequestOptions = {},
    receiver: Receiver = this,
  ): Promise<void> {
    try {
      await this.transport.start(receiver);
      await this.endpoint.lifecycle.open?.(this, options);
      this.endpoint.health?.(this);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * Closes the connection: rejects pending requests, aborts running calls and
   * sends queued messages. Does nothing if the connection has ended, because
   * its transport may already serve the next session.
   */
  async close(): Promise<void> {
    if (this.#isClosing || this.#finished) return this.done;
    this.#isClosing = true;
    const ended = this.endpoint.lifecycle.closing?.(this);
    if (ended) await ended;
    this.#stop();
    try {
      await this.transport.close();
    } catch (error) {
      this.report(asError(error)); // the connection has ended even if closing the transport failed
    }
    this.closed();
  }

  /** Sends a request and resolves to its validated result. */
  request(
    method: string,
    params?: Params,
    options: SendOptions = {},
    relatedRequestId?: RequestId,
  ): Promise<object> {
    return this.endpoint.send({
      connection: this,
      method,
      params,
      options,
      relatedRequestId,
    });
  }

  /**
   * Sends a request once. Does not handle input-required results and tasks,
   * which only `request` handles.
   */
  requestOnce({
    method,
    params,
    options,
    relatedRequestId,
  }: OutgoingRequest): Promise<object> {
    try {
      if (this.#fault) throw this.#fault();
      if (options.task) {
        throw new ConnectionError("capability", WITHOUT_TASKS);
      }
      const sent = this.endpoint.prepare(this, method, params, options);
      return this.requests.send(method, sent, options, relatedRequestId);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Sends a notification, which may belong to the request `relatedRequestId`.
   * `sender` is a call or this connection. It determines the revision, because
   * a call may use another revision than its connection. Drops log messages
   * below the peer's level and log messages that exceed the rate limit. If the
   * connection or the request has ended, the notification is not sent but
   * reported to `onError`.
   */
  notify(
    method: string,
    params?: Params,
    relatedRequestId?: RequestId,
    sender: Connection | Call = this,
  ): void {
    const { endpoint, isActive } = sender;
    if (!isActive) {
      const text = `${method} was not sent: its request or connection has ended`;
      return this.report(new ConnectionError("closed", text));
    }
    let sent = endpoint.permit(this, method, params);
    if (method === LOG) {
      if (!isAtLeastLevel(sent?.level, sender.peer.logLevel ?? "debug")) return;
      if (!this.#logRate.take()) return;
      // If several clients receive the same params (`shareJson`), the log
      // message in these params was already redacted when the params were
      // created.
      if (!isShared(sent)) {
        const { redact = (data) => data } = endpoint.options;
        sent = { ...sent, data: redact(sent?.data) ?? null };
      }
    }
    this.send({ jsonrpc: "2.0", method, params: sent }, relatedRequestId);
  }

  /**
   * Sends `notifications/cancelled`, because this side no longer waits for the
   * response to a request.
   */
  cancel(params: Params): void {
    this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }

  send(message: Message, relatedRequestId?: RequestId): void {
    if (!this.#finished) this.transport.send(message, relatedRequestId);
  }

  /** Reports an error that no caller can receive to the `onError` hook. */
  report(problem: Error): void {
    this.endpoint.report(problem);
  }

  receive(message: unknown, origin?: Origin): void {
    this.take(message, origin, this.#reply);
  }

  /**
   * Handles one incoming message. The answer to a request is passed to `reply`.
   */
  take(message: unknown, origin: Origin | undefined, reply: Reply): void {
    if (!isObject(message) || message.jsonrpc !== "2.0") {
      if (Array.isArray(message)) {
        this.endpoint.protocol.batch(this, message, origin);
      } else this.refuse("The message is not JSON-RPC 2.0", [message]);
      return;
    }
    const { id, method } = message;
    if (typeof method !== "string") {
      if (method !== undefined || !this.#handleResponse(message)) {
        const text = "The message is neither a request nor a known response";
        this.refuse(text, [message]);
      }
    } else if (id === undefined) {
      this.#handleNotification(message as unknown as NotificationMessage);
    } else if (isRequestId(id)) {
      if (this.ending) return;
      if (this.endpoint.lifecycle.ignores?.(this, method)) return;
      const request = message as unknown as RequestMessage;
      const endpoint = this.endpoint.select(this, request);
      this.#calls.start(new Call(this, request, origin, reply, endpoint));
    } else {
      this.refuse("An id must be a string or an integer", [message]);
    }
  }

  /**
   * Reports invalid incoming messages to `onError`. Answers the requests among
   * these messages with an error.
   */
  refuse(
    reason: string,
    messages: readonly unknown[] = [],
    code: number = INVALID_MESSAGE,
  ): void {
    this.report(new ConnectionError("invalid", reason));
    const { lifecycle, protocol } = this.endpoint;
    if (lifecycle.ignores) return;
    const error = { code, message: reason };
    const ids: (RequestId | undefined)[] = requestIds(messages);
    if (ids.length === 0 && protocol.anonymousErrors) ids.push(undefined);
    for (const id of ids) this.send({ jsonrpc: "2.0", id, error }, id);
  }

  failed(id: RequestId | undefined, problem: Error): void {
    // A failure without an id belongs to no pending request, so it is reported.
    if (!this.requests.fail(id as RequestId, problem)) this.report(problem);
  }

  unreadable(problem: Error): void {
    this.refuse(problem.message, [], PARSE_FAILED);
  }

  ended(): void {
    if (this.ending) return;
    const fault = (this.#fault = () =>
      new ConnectionError("closed", "The peer closed the connection"));
    this.endpoint.lifecycle.closing?.(this);
    this.requests.end(fault);
    this.#drain = setTimeout(() => this.#calls.end(fault), DRAIN_TIMEOUT);
    this.#calls.whenIdle(() => void this.close());
  }

  closed(problem?: Error, text?: string): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#stop(problem, text);
    if (problem) this.report(problem);
    this.#finish();
  }

  #stop(
    problem?: Error,
    text: string = problem?.message ?? "The connection was closed",
  ): void {
    this.#fault ??= () => new ConnectionError("closed", text, problem);
    clearTimeout(this.#drain);
    this.requests.end(this.#fault);
    this.#calls.end(this.#fault);
  }

  #handleResponse(message: { [name: string]: unknown }): boolean {
    const { id, result, error } = message;
    if (result === undefined && error === undefined) return false;
    // While the connection is ending, a response without a pending request is
    // late, which is not an error.
    if (!this.requests.receive(message) && !this.ending) {
      // The peer may send any JSON value as an id. Only valid ids are quoted,
      // because `String()` of an object may throw.
      const named = isRequestId(id) ? id : "?";
      const text = `No pending request has the id ${named}`;
      this.report(new ConnectionError("invalid", text));
    }
    return true;
  }

  #handleNotification(message: NotificationMessage): void {
    const { method, params } = message;
    if (!this.traffic.take()) return;
    const failed = (error: Error): void => this.report(error);
    attempt(() => {
      if (params !== undefined && !isObject(params)) return undefined;
      this.endpoint.check(message);
      if (method === "notifications/progress") {
        attempt(() => this.requests.progress(params), failed);
      } else if (method === "notifications/cancelled") {
        this.#calls.cancel(params);
      }
      return this.endpoint.handleNotification(this, message);
    }, failed);
  }
}
