import { PROGRESS_BURST, PROGRESS_PER_SECOND } from "../constants.js";
import { LOG } from "./logging.js";
import { asError } from "../../json-rpc/messages/errors.js";
import { toJsonValue, isRequestId } from "../../json-rpc/messages/messages.js";
import { RateLimit } from "../../limits/rate-limit.js";
import type { Endpoint } from "../endpoint.js";
import type { Lifecycle } from "../lifecycle.js";
import type { Connection } from "./connection.js";
import type { Meta } from "../../json-rpc/messages/meta.js";
import type { Peer } from "./peer.js";
import type { Session } from "./session.js";
import type {
  ErrorResponse,
  Params,
  RequestId,
  RequestMessage,
  ResultMessage,
} from "../../json-rpc/messages/messages.js";
import type { AskOptions, RequestOptions } from "../../json-rpc/requests.js";
import type { HttpHead, Origin, Principal } from "../../transport/transport.js";

/**
 * Function that sends the answer to a request. Called with undefined if the
 * request is not answered, for example after it was cancelled.
 */
export type Reply = (
  answer: ResultMessage | ErrorResponse | undefined,
  relatedRequestId: RequestId,
) => void;

/**
 * Type of `AbortSignal.any`. Versions of TypeScript before 5.5 do not declare
 * this function in their DOM types.
 */
interface SignalOfAny {
  any(signals: readonly AbortSignal[]): AbortSignal;
}

/**
 * Incoming request while it is being answered. Handlers receive the `Call` as
 * `ctx`. After the request is answered or cancelled, no more messages are sent
 * for it.
 */
export class Call {
  readonly connection: Connection;
  /**
   * Endpoint that answers the request: the handlers of the server or client for
   * one revision. It differs from the endpoint of the connection if the request
   * itself names another revision.
   */
  readonly endpoint: Endpoint;
  readonly message: RequestMessage;
  readonly origin: Origin | undefined;
  /**
   * Callback invoked when the request is cancelled. The handler of the request
   * may continue to run.
   */
  declare onAbandoned?: () => void;
  /**
   * Abort reason of the handler's signal if the request is answered before the
   * handler has finished.
   */
  declare endReason?: Error;
  readonly #reply: Reply;
  #controller: AbortController | undefined;
  #answered = false;
  #once: { [key: string]: Promise<unknown> } | undefined;
  #progress = -Infinity;
  #progressRate: RateLimit | undefined;

  constructor(
    connection: Connection,
    message: RequestMessage,
    origin: Origin | undefined,
    reply: Reply,
    endpoint: Endpoint,
  ) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.message = message;
    this.origin = origin;
    this.#reply = reply;
  }

  get id(): RequestId {
    return this.message.id;
  }

  get method(): string {
    return this.message.method;
  }

  /**
   * Signal that is aborted when the peer cancels the request or the connection
   * closes.
   */
  get signal(): AbortSignal {
    return (this.#controller ??= new AbortController()).signal;
  }

  /**
   * Whether the request is neither answered nor cancelled yet. Messages that
   * belong to the request may be sent only while this is true.
   */
  get isActive(): boolean {
    return !this.#controller?.signal.aborted && !this.#answered;
  }

  /** Data about the peer that sent the request, such as its capabilities. */
  get peer(): Peer {
    return this.lifecycle.peer?.(this) ?? this.connection.peer;
  }

  /** `_meta` of the request. Empty if the request has no `_meta`. */
  get meta(): Meta {
    return this.message.params?._meta ?? {};
  }

  /** Session of the request. Undefined if the revision has no sessions. */
  get session(): Session | undefined {
    return this.endpoint.protocol.http.sessions
      ? this.connection.session
      : undefined;
  }

  /**
   * Authenticated sender of the request, as the authentication hook returned
   * it.
   */
  get auth(): Principal | undefined {
    return this.origin?.auth as Principal | undefined;
  }

  /**
   * HTTP request that carried this MCP request. Undefined over other
   * transports.
   */
  get http(): HttpHead | undefined {
    return this.origin?.http;
  }

  /** Cancels the request: aborts its signal and leaves it unanswered. */
  cancel(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller?.abort(reason);
    this.onAbandoned?.();
    if (!this.#answered) this.#reply(undefined, this.id);
  }

  answer(answer: ResultMessage | ErrorResponse): void {
    this.#reply(answer, this.id);
    this.#answered = true;
    if (this.endReason) this.cancel(this.endReason);
  }

  /**
   * Sends a notification that belongs to this request. After the request is
   * answered, the notification is dropped and reported to `onError`. After a
   * cancellation, the peer expects no notification, so the notification is
   * dropped without a report.
   */
  notify(method: string, params?: Params): void {
    if (this.#controller?.signal.aborted) return;
    this.connection.notify(method, params, this.id, this);
  }

  /**
   * Sends a request to the peer. If the incoming request of this call is
   * cancelled, the sent request is cancelled, too.
   */
  request(
    method: string,
    params?: Params,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const { signal = this.signal } = options;
    return this.connection.request(
      method,
      params,
      {
        ...options,
        signal: (AbortSignal as unknown as SignalOfAny).any([
          this.signal,
          signal,
        ]),
      },
      this.id,
    );
  }

  /**
   * Sends a progress notification if the peer asked for progress. Drops values
   * that do not increase, and notifications that exceed the rate limit.
   */
  progress(progress: number, total?: number, message?: string): void {
    const token = this.meta.progressToken;
    const grows = Number.isFinite(progress) && progress > this.#progress;
    if (!grows || !isRequestId(token)) return;
    this.#progressRate ??= new RateLimit(PROGRESS_BURST, PROGRESS_PER_SECOND);
    if (!this.#progressRate.take()) return;
    this.#progress = progress;
    const end = Number.isFinite(total) ? total : undefined;
    const params = { progressToken: token, progress, total: end, message };
    this.notify("notifications/progress", params);
  }

  /**
   * Sends a log message if the peer wants messages of this level. Drops
   * messages of an unknown level and messages that exceed the rate limit. Never
   * throws. If a message cannot be sent, for example because the logging
   * capability is missing, the error is reported to `onError`.
   */
  log(level: string, data: unknown, logger?: string): void {
    if (this.lifecycle.mute?.(this)) return;
    try {
      this.notify(LOG, { level, data, logger });
    } catch (error) {
      this.connection.report(asError(error));
    }
  }

  /**
   * Closes the HTTP connection of this request's event stream, if the client
   * can resume the stream. The client receives later messages after it
   * reconnects.
   */
  release(): void {
    if (this.isActive) this.connection.transport.release?.(this.id);
  }

  /** Asks the client's user for input. */
  elicit(params: Params, options?: AskOptions): Promise<unknown> {
    return this.#ask("elicitation/create", params, options);
  }

  /** Asks the client's language model for a message. */
  sample(params: Params, options?: AskOptions): Promise<unknown> {
    return this.#ask("sampling/createMessage", params, options);
  }

  /**
   * Asks the client for the directories and files that the server may work on.
   */
  roots(options?: AskOptions): Promise<unknown> {
    return this.#ask("roots/list", undefined, options);
  }

  /**
   * Runs a function only once for each key, and returns the result as parsed
   * JSON. If the handler runs again after an input request, the stored result
   * is returned.
   */
  once(key: string, run: () => unknown): Promise<unknown> {
    // An object without a prototype has no inherited members. A look-up of a
    // key such as `constructor` therefore finds only stored results.
    this.#once ??= Object.create(null) as { [key: string]: Promise<unknown> };
    return (this.#once[key] ??=
      this.lifecycle.once?.(this, key, run) ??
      new Promise((resolve) => resolve(run())).then(toJsonValue));
  }

  /**
   * Lifecycle hooks of the revision in which the call is answered. A call that
   * runs as a task overrides this getter.
   */
  protected get lifecycle(): Lifecycle {
    return this.endpoint.lifecycle;
  }

  #ask(
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown> {
    const answer =
      this.lifecycle.ask?.(this, method, params, options) ??
      this.request(method, params, options);
    const { question } = this.endpoint.facts(method) ?? {};
    const completed = answer.then(
      (value) => question?.complete?.(params ?? {}, value as Params) ?? value,
    );
    // Add a listener, to prevent an `unhandledRejection` event. A handler may
    // await another promise first, and only then add a listener to this
    // promise.
    completed.catch(() => {});
    return completed;
  }
}
