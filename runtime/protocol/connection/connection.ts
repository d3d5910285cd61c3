import { Call } from "./call.js";
import { Calls } from "./calls.js";
import {
  asError,
  ConnectionError,
  INVALID_MESSAGE,
  PARSE_FAILED,
} from "../../json-rpc/messages/errors.js";
import { attempt } from "../../json-rpc/promises.js";
import { LOG, LOG_BURST, LOGS_PER_SECOND, reaches } from "./logging.js";
import { isObject } from "../../validation/guards.js";
import { isRequestId, requestIds } from "../../json-rpc/messages/messages.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { Traffic } from "../../limits/limits.js";
import { WITHOUT_TASKS } from "../../json-rpc/requests.js";
import { UNKNOWN_PEER } from "./peer.js";
import type { Reply } from "./call.js";
import type { Endpoint } from "../endpoint.js";
import type { OutgoingRequest } from "../lifecycle.js";
import type { TrafficKeeper } from "../../limits/limits.js";
import type { Peer } from "./peer.js";
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

/** How long calls may go on after the peer stopped sending, in milliseconds. */
const DRAIN_TIMEOUT = 1_000;

/**
 * A JSON-RPC 2.0 peer: both sides may send requests, in any order and number.
 * Unknown, repeated and late responses do no harm.
 */
export class Connection implements Receiver {
  readonly transport: Transport;
  /** Resolves when the connection has ended, in whatever way. */
  readonly done: Promise<void>;
  /** Where the conversation stands. */
  phase: "new" | "opening" | "open" = "new";
  /** What is known of the peer; the lifecycle sets it. */
  peer: Peer = UNKNOWN_PEER;
  /** What the peer may ask of this side; HTTP has one for all of a client. */
  readonly traffic: TrafficKeeper;
  /** As the user of a server has it, once there is a use for it. */
  declare session?: Session;
  /** The requests of this side. */
  readonly requests: RequestKeeper;
  /** Log messages that may be sent. */
  readonly #logRate = new RateLimit(LOG_BURST, LOGS_PER_SECOND);
  readonly #calls = new Calls(this);
  readonly #reply: Reply = (answer, about) => {
    if (answer !== undefined) this.send(answer, about);
    else this.transport.unanswered?.(about);
  };
  #endpoint: Endpoint;
  /** The error for requests after the end; made when first needed. */
  #fault: (() => ConnectionError) | undefined;
  #drain: ReturnType<typeof setTimeout> | undefined;
  #finished = false;
  #finish!: () => void;

  constructor(
    endpoint: Endpoint,
    transport: Transport,
    traffic: TrafficKeeper = new Traffic(endpoint.options.limits),
  ) {
    this.#endpoint = endpoint;
    this.transport = transport;
    this.traffic = traffic;
    this.requests = new endpoint.lifecycle.Requests(this);
    this.done = new Promise((resolve) => (this.#finish = resolve));
  }

  /** This side, at the revision that is spoken. */
  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  /** Continues at another revision, which the two sides have negotiated. */
  switchTo(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
  }

  /** Whether either side has ended it, so that no more requests are sent. */
  get ending(): boolean {
    return this.#fault !== undefined;
  }

  get maxMessage(): number | undefined {
    return this.endpoint.options.limits?.message;
  }

  /** Starts the transport, and opens the conversation where this side does. */
  async open(options: RequestOptions = {}): Promise<void> {
    try {
      await this.transport.start(this);
      await this.endpoint.lifecycle.open?.(this, options);
      this.endpoint.health?.(this);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * Ends the connection: requests without an answer reject, calls that are
   * being answered are aborted, what is queued is sent.
   */
  async close(): Promise<void> {
    const ended = this.endpoint.lifecycle.closing?.(this);
    if (ended) await ended;
    this.#stop();
    try {
      await this.transport.close();
    } catch (error) {
      this.report(asError(error)); // the connection is over all the same
    }
    this.closed();
  }

  /** Sends a request and resolves to its checked result. */
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

  /** Sends a request once, without input rounds and tasks. */
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
   * Sends a notification; `about` is the call that it belongs to. That may be
   * of another revision than the connection: `by` has the endpoint to send it
   * with. A log message below the peer's level, or beyond the rate limit, is
   * dropped.
   */
  notify(
    method: string,
    params?: Params,
    about?: RequestId,
    by: Connection | Call = this,
  ): void {
    const { endpoint } = by;
    let sent = endpoint.permit(this, method, params);
    if (method === LOG) {
      if (!reaches(sent?.level, by.peer.logLevel ?? "debug")) return;
      if (!this.#logRate.take()) return;
      const { redact = (data) => data } = endpoint.options;
      sent = { ...sent, data: redact(sent?.data) ?? null };
    }
    this.send({ jsonrpc: "2.0", method, params: sent }, about);
  }

  /** Tells the peer that this side no longer waits for a request. */
  cancel(params: Params): void {
    this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }

  send(message: Message, about?: RequestId): void {
    if (!this.#finished) this.transport.send(message, about);
  }

  /** Passes a problem that no caller waits for to the `onError` hook. */
  report(problem: Error): void {
    this.endpoint.report(problem);
  }

  receive(message: unknown, origin?: Origin): void {
    this.take(message, origin, this.#reply);
  }

  /** Handles one message; what answers it goes to `reply`. */
  take(message: unknown, origin: Origin | undefined, reply: Reply): void {
    if (!isObject(message) || message.jsonrpc !== "2.0") {
      if (Array.isArray(message)) {
        this.endpoint.protocol.batch(this, message, origin);
      } else this.refuse("Not JSON-RPC 2.0", [message]);
      return;
    }
    const { id, method } = message;
    if (typeof method !== "string") {
      if (method !== undefined || !this.#responded(message)) {
        const text = "Neither a request nor a known response";
        this.refuse(text, [message]);
      }
    } else if (id === undefined) {
      this.#notified(message as unknown as NotificationMessage);
    } else if (isRequestId(id)) {
      if (this.ending) return;
      if (this.endpoint.lifecycle.ignores?.(this, method)) return;
      const request = message as unknown as RequestMessage;
      const endpoint = this.endpoint.select(this, request);
      this.#calls.start(new Call(this, request, origin, reply, endpoint));
    } else {
      this.refuse("An id must be a string or an integer");
    }
  }

  /** Reports what is no valid message; requests in it get an error. */
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
    // Every request has an id, so without one none is found.
    if (!this.requests.fail(id as RequestId, problem)) this.report(problem);
  }

  unreadable(problem: Error): void {
    this.refuse(problem.message, [], PARSE_FAILED);
  }

  ended(): void {
    if (this.ending) return;
    const fault = () => new ConnectionError("closed", "The peer closed");
    this.#fault = fault;
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

  #responded(message: { [name: string]: unknown }): boolean {
    const { id, result, error } = message;
    if (result === undefined && error === undefined) return false;
    // While the connection ends, a response without a request is only late.
    if (!this.requests.receive(message) && !this.ending) {
      // The peer may send any value as an id, and String() of an object may
      // throw.
      const named = isRequestId(id) ? id : "?";
      const text = `No request waits for the response ${named}`;
      this.report(new ConnectionError("invalid", text));
    }
    return true;
  }

  #notified(message: NotificationMessage): void {
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
      return this.endpoint.hear(this, message);
    }, failed);
  }
}
