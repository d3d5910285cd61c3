import { MAX_ABANDONED, MAX_TIMEOUT, TIMEOUT } from "./constants.js";
import {
  RequestDeadlines,
  type Deadline,
} from "../limits/request-deadlines.js";
import { createPeerError, ConnectionError } from "./messages/errors.js";
import { isObject } from "../validation/guards.js";
import type {
  ErrorObject,
  Message,
  Params,
  RequestId,
} from "./messages/messages.js";

/**
 * Options of one outgoing request. Times are in milliseconds, and `Infinity`
 * means no limit.
 */
export interface RequestOptions {
  /**
   * Signal that cancels the request. When the signal is aborted, the request
   * rejects with the reason of the signal.
   */
  signal?: AbortSignal | undefined;
  /**
   * Maximum time to wait for the answer or for the next progress notification.
   *
   * @default 60_000
   */
  timeout?: number | undefined;
  /**
   * Maximum total time to wait for the answer, regardless of progress
   * notifications.
   *
   * @default 600_000
   */
  maxTimeout?: number | undefined;
  /** Whether to send the request even if the cache contains its result. */
  fresh?: boolean | undefined;
  /**
   * Callback invoked with each progress notification for the request. If the
   * callback is set, the request asks the peer for progress notifications.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Callback invoked with the notifications for a `subscriptions/listen`
   * request. The first notification contains the filter that the server
   * accepted, and each further notification reports a change.
   */
  onNotification?: ((method: string, params: Params) => void) | undefined;
}

/** Options of a request in which a server asks the client for input. */
export interface AskOptions extends RequestOptions {
  /**
   * Key of this input request, unique within the call of the handler. If the
   * handler runs again after the client has answered, the key selects the
   * answer. By default, the key is derived from the method and the params,
   * which must then be identical in each run.
   */
  key?: string | undefined;
}

/**
 * Progress of a request. `progress` grows with each notification. `total` is
 * the final value of `progress`, if known.
 */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/**
 * Options of a request that the runtime itself sends, in addition to the
 * options that users can set.
 */
export interface SendOptions extends RequestOptions {
  /**
   * Function that receives the result before it is validated. If the function
   * returns an object, the request resolves to that object. If it returns
   * undefined, the result is validated as usual.
   */
  accept?: ((result: object) => object | undefined) | undefined;
  /**
   * Task metadata. If set, an extension that supports tasks sends the request
   * as a task.
   */
  readonly task?: unknown;
}

/**
 * Advice in the error message for a request that asks for a task although no
 * tasks extension is installed.
 */
export const WITHOUT_TASKS = "Add ...tasks() to the handlers";

/**
 * Method whose requests are never cancelled with a notification to the peer:
 * MCP forbids clients to cancel `initialize`.
 */
const UNCANCELLABLE = "initialize";

/** Request that waits for its response. */
export interface PendingRequest {
  readonly method: string;
  readonly params: Params | undefined;
  readonly options: SendOptions;
  readonly resolve: (result: object) => void;
  readonly reject: (reason: unknown) => void;
  readonly deadline: Deadline;
  /**
   * Function that removes the listener from the request's signal. Undefined if
   * the request has no signal.
   */
  readonly release: (() => void) | undefined;
}

/**
 * Members of a connection that `Requests` uses to send requests and to receive
 * their responses.
 */
export interface RequestChannel {
  readonly endpoint: {
    accept(method: string, result: object, params?: Params): object;
  };
  send(message: Message, relatedRequestId?: RequestId): void;
  cancel(params: Params): void;
}

/**
 * Members of `Requests` that a connection uses. Objects of other classes with
 * these members can replace `Requests`.
 */
export type RequestKeeper = Pick<Requests, keyof Requests>;

/**
 * Outgoing requests of one side (client or server) that wait for a response.
 */
export class Requests {
  readonly #connection: RequestChannel;
  readonly #pending = new Map<RequestId, PendingRequest>();
  readonly #deadlines = new RequestDeadlines();
  /**
   * Ids of requests that were abandoned, for example after a timeout. Their
   * late responses are ignored.
   */
  readonly #abandoned = new Set<RequestId>();
  #lastId = 0;

  constructor(connection: RequestChannel) {
    this.#connection = connection;
  }

  send(
    method: string,
    params: Params | undefined,
    options: SendOptions,
    relatedRequestId: RequestId | undefined,
  ): Promise<object> {
    const { signal, onProgress } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const deadline = this.#deadlines.start(
        options.timeout ?? TIMEOUT,
        options.maxTimeout ?? MAX_TIMEOUT,
        (limit) => {
          const text = `No answer to ${method} within ${limit} ms`;
          this.#abandon(id, new ConnectionError("timeout", text));
        },
      );
      let release: (() => void) | undefined;
      if (signal) {
        const abort = (): void => this.#abandon(id, signal.reason);
        signal.addEventListener("abort", abort, { once: true });
        release = () => signal.removeEventListener("abort", abort);
      }
      this.#pending.set(id, {
        method,
        params,
        options,
        resolve,
        reject,
        deadline,
        release,
      });
      try {
        const sent = onProgress
          ? { ...params, _meta: { ...params?._meta, progressToken: id } }
          : params;
        this.#connection.send(
          { jsonrpc: "2.0", id, method, params: sent },
          relatedRequestId,
        );
      } catch (error) {
        this.#take(id);
        reject(error);
      }
    });
  }

  /**
   * Settles the request to which a response belongs. Returns false if the
   * response belongs neither to a pending nor to an abandoned request.
   */
  receive(message: { readonly [name: string]: unknown }): boolean {
    const { id, result, error } = message;
    const pending = this.#take(id as RequestId);
    if (pending === undefined) {
      return this.#abandoned.delete(id as RequestId);
    }
    const { method, params, options } = pending;
    try {
      if (isObject(result) && error === undefined) {
        pending.resolve(
          options.accept?.(result) ??
            this.#connection.endpoint.accept(method, result, params),
        );
      } else if (result === undefined && isErrorObject(error)) {
        pending.reject(createPeerError(this.#connection, error));
      } else {
        const text = `The response to ${method} is not valid`;
        throw new ConnectionError("invalid", text);
      }
    } catch (problem) {
      pending.reject(problem);
    }
    return true;
  }

  /**
   * Rejects the pending request with this id. A late response to the request is
   * then ignored. Returns false if the request is not pending.
   */
  fail(id: RequestId, reason: unknown): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    pending.reject(reason);
    if (this.#abandoned.size >= MAX_ABANDONED) this.#abandoned.clear();
    this.#abandoned.add(id);
    return true;
  }

  /**
   * Passes a progress notification to the pending request that asked for
   * progress. Ignores a notification that belongs to no pending request.
   */
  progress(params: Params | undefined): unknown {
    const pending = this.find(params?.progressToken as RequestId);
    if (!pending?.options.onProgress) return undefined;
    pending.deadline.touch();
    return pending.options.onProgress(params as unknown as Progress);
  }

  /** Returns the pending request with this id, if there is one. */
  find(id: RequestId): PendingRequest | undefined {
    return this.#pending.get(id);
  }

  /** Rejects all pending requests, because the connection has ended. */
  end(reason: () => unknown): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(reason());
    this.#deadlines.stop();
  }

  /**
   * Rejects a pending request, and notifies the peer that the request is
   * cancelled.
   */
  #abandon(id: RequestId, reason: unknown): void {
    const method = this.find(id)?.method;
    if (!this.fail(id, reason) || method === UNCANCELLABLE) return;
    const message = reason instanceof Error ? reason.message : reason;
    this.#connection.cancel({
      requestId: id,
      reason: typeof message === "string" ? message : undefined,
    });
  }

  #take(id: RequestId): PendingRequest | undefined {
    const pending = this.find(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    pending.deadline.clear();
    pending.release?.();
    return pending;
  }
}

function isErrorObject(
  value: unknown,
): value is { [Name in keyof ErrorObject]: ErrorObject[Name] } {
  return (
    isObject(value) &&
    Number.isInteger(value.code) &&
    typeof value.message === "string"
  );
}
