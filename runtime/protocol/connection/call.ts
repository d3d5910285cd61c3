import { LOG } from "./logging.js";
import { asError } from "../../json-rpc/messages/errors.js";
import { asJson, isRequestId } from "../../json-rpc/messages/messages.js";
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

/** Progress notifications of one request: at most at once, and per second. */
const PROGRESS_BURST = 100;
const PROGRESS_PER_SECOND = 50;

/** Where an answer goes; called without one when none will be sent. */
export type Reply = (
  answer: ResultMessage | ErrorResponse | undefined,
  about: RequestId,
) => void;

/** `AbortSignal.any`, which TypeScript's DOM types have only from 5.5 on. */
interface SignalOfAny {
  any(signals: readonly AbortSignal[]): AbortSignal;
}

/**
 * One request that arrived, while it is being answered. Handlers get it as
 * `ctx`. Once it is answered or cancelled nothing more is sent for it.
 */
export class Call {
  readonly connection: Connection;
  /** What answers it: the connection's, or that of the request's revision. */
  readonly endpoint: Endpoint;
  readonly message: RequestMessage;
  readonly origin: Origin | undefined;
  /** Is told when it is cancelled, while its handler may go on. */
  declare left?: () => void;
  /** Why its handler is cancelled once the request is answered. */
  declare over?: Error;
  readonly #reply: Reply;
  #controller: AbortController | undefined;
  #cancelled = false;
  #reason: unknown;
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

  /** Aborted when the peer cancels the request or the connection closes. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Whether an answer, or anything else about the request, may still be sent. */
  get live(): boolean {
    return !this.#cancelled && !this.#answered;
  }

  /** What is known of the peer that sent the request. */
  get peer(): Peer {
    return this.lifecycle.peer?.(this) ?? this.connection.peer;
  }

  /** `_meta` of the request, as the peer has it; empty without one. */
  get meta(): Meta {
    return this.message.params?._meta ?? {};
  }

  /** The session that the request is part of; none where it stands alone. */
  get session(): Session | undefined {
    return this.endpoint.protocol.http.sessions
      ? this.connection.session
      : undefined;
  }

  /** Who sent the request, as the authentication hook said. */
  get auth(): Principal | undefined {
    return this.origin?.auth as Principal | undefined;
  }

  /** The request that it came in, over HTTP. */
  get http(): HttpHead | undefined {
    return this.origin?.http;
  }

  /** Aborts whatever still runs for the request, which is not answered. */
  cancel(reason: unknown): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.left?.();
    if (!this.#answered) this.#reply(undefined, this.id);
  }

  answer(answer: ResultMessage | ErrorResponse): void {
    this.#reply(answer, this.id);
    this.#answered = true;
    if (this.over) this.cancel(this.over);
  }

  /** Sends a notification that belongs to this request. */
  notify(method: string, params?: Params): void {
    if (this.live) this.connection.notify(method, params, this.id, this);
  }

  /** Sends a request to the peer; it is cancelled when this one is. */
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
   * Reports progress when the peer asked for it. A value that is no number above
   * the last one is dropped, and so is what exceeds the rate limit.
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
   * Sends a log message when the peer wants messages of that level. One of an
   * unknown level, or beyond the rate limit, is dropped; and one that cannot be
   * sent, as without the capability, which `onError` is told. It never throws.
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
   * Closes the HTTP connection of this request's event stream, where the client
   * can resume it: it reconnects for what is sent from now on.
   */
  release(): void {
    if (this.live) this.connection.transport.release?.(this.id);
  }

  /** Asks the user for input. */
  elicit(params: Params, options?: AskOptions): Promise<unknown> {
    return this.#ask("elicitation/create", params, options);
  }

  /** Asks the client's language model for a message. */
  sample(params: Params, options?: AskOptions): Promise<unknown> {
    return this.#ask("sampling/createMessage", params, options);
  }

  /** Asks for the folders and files that the server may work on. */
  roots(options?: AskOptions): Promise<unknown> {
    return this.#ask("roots/list", undefined, options);
  }

  /**
   * Runs `run` once for that key, and gives its result as JSON has it. A
   * handler that runs again for another round of questions gets the same
   * result.
   */
  once(key: string, run: () => unknown): Promise<unknown> {
    // Without a prototype, a key such as `constructor` finds nothing inherited.
    this.#once ??= Object.create(null) as { [key: string]: Promise<unknown> };
    return (this.#once[key] ??=
      this.lifecycle.once?.(this, key, run) ??
      new Promise((resolve) => resolve(run())).then(asJson));
  }

  /** Lifecycle of the endpoint; a call that runs as a task changes it. */
  protected get lifecycle(): Lifecycle {
    return this.endpoint.lifecycle;
  }

  #ask(
    method: string,
    params: Params | undefined,
    options: AskOptions | undefined,
  ): Promise<unknown> {
    return (
      this.lifecycle.ask?.(this, method, params, options) ??
      this.request(method, params, options)
    );
  }
}
