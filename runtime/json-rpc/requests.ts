import { startDeadline, type Deadline } from "../limits/timer.js";
import { createPeerError, ConnectionError } from "./messages/errors.js";
import { isObject } from "../validation/guards.js";
import type {
  ErrorObject,
  Message,
  Params,
  RequestId,
} from "./messages/messages.js";

/**
 * Options of one request. Times are in milliseconds; `Infinity` means no limit.
 */
export interface RequestOptions {
  /**
   * Signal that cancels the request. The request then rejects with the reason
   * of the signal.
   */
  signal?: AbortSignal | undefined;
  /**
   * Maximum time to wait without an answer or a progress notification.
   *
   * @default 60_000
   */
  timeout?: number | undefined;
  /**
   * Maximum time to wait in total, regardless of progress notifications.
   *
   * @default 600_000
   */
  maxTimeout?: number | undefined;
  /** Whether to send the request even if a fresh result is cached. */
  fresh?: boolean | undefined;
  /**
   * Callback invoked with each progress notification. If set, the request asks
   * the peer for progress.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Callback invoked with the notifications of this request, if it is a
   * subscription: first the granted filter, then each change.
   */
  onNotification?: ((method: string, params: Params) => void) | undefined;
}

/** Options of a request for input from the client. */
export interface AskOptions extends RequestOptions {
  /**
   * Key of this input request, unique within its call. By default the key is
   * derived from the method and the params. They must then be the same when the
   * handler runs again.
   */
  key?: string | undefined;
}

/**
 * Progress of a request. `progress` grows with each notification; `total` is
 * its final value, if known.
 */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Options of a request that the runtime sends for one of its features. */
export interface SendOptions extends RequestOptions {
  /**
   * Checks the result in place of the usual rule of the method. If this hook
   * returns undefined, the usual rule applies.
   */
  accept?: ((result: object) => object | undefined) | undefined;
  /**
   * Task metadata. An extension that supports tasks sends the request as a
   * task.
   */
  readonly task?: unknown;
}

/**
 * End of the error for a request that asks for a task when the tasks extension
 * is not installed.
 */
export const WITHOUT_TASKS = "Add ...tasks() to handlers";

export const TIMEOUT = 60_000;
export const MAX_TIMEOUT = 600_000;

/**
 * Maximum number of abandoned requests that are remembered, so that their late
 * responses are not reported.
 */
const MAX_ABANDONED = 10_000;

/**
 * Method that is never cancelled: MCP forbids a client to cancel `initialize`.
 */
const UNCANCELLABLE = "initialize";

interface Pending {
  readonly method: string;
  readonly params: Params | undefined;
  readonly options: SendOptions;
  readonly resolve: (result: object) => void;
  readonly reject: (reason: unknown) => void;
  readonly deadline: Deadline;
  readonly release: () => void;
}

/** Connection that carries the requests. */
export interface RequestChannel {
  readonly endpoint: {
    accept(method: string, result: object, params?: Params): object;
  };
  send(message: Message, relatedRequestId?: RequestId): void;
  cancel(params: Params): void;
}

/**
 * Members of `Requests` that a connection uses. Another class may implement
 * them instead.
 */
export type RequestKeeper = Pick<Requests, Exclude<keyof Requests, "touch">> &
  Partial<Pick<Requests, "touch">>;

/** Requests of this side that wait for a response. */
export class Requests {
  readonly #connection: RequestChannel;
  readonly #pending = new Map<RequestId, Pending>();
  /** Ids of abandoned requests whose responses may still arrive. */
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
      const deadline = startDeadline(
        options.timeout ?? TIMEOUT,
        options.maxTimeout ?? MAX_TIMEOUT,
        (limit) => {
          const text = `No answer to ${method} within ${limit} ms`;
          this.#abandon(id, new ConnectionError("timeout", text));
        },
      );
      const abort = (): void => this.#abandon(id, signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      this.#pending.set(id, {
        method,
        params,
        options,
        resolve,
        reject,
        deadline,
        release: () => signal?.removeEventListener("abort", abort),
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
   * Settles the request that a response answers. Returns false if no request,
   * pending or abandoned, has the id of the response.
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
   * Rejects the pending request with this id. Returns false if there is none.
   */
  fail(id: RequestId, reason: unknown): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    pending.reject(reason);
    if (this.#abandoned.size >= MAX_ABANDONED) this.#abandoned.clear();
    this.#abandoned.add(id);
    return true;
  }

  /** Restarts the idle timeout of a request. */
  touch(id: RequestId): void {
    this.#pending.get(id)?.deadline.touch();
  }

  /**
   * Passes a progress notification to the request that asked for it. Ignores it
   * if no pending request did.
   */
  progress(params: Params | undefined): unknown {
    const pending = this.#pending.get(params?.progressToken as RequestId);
    if (!pending?.options.onProgress) return undefined;
    pending.deadline.touch();
    return pending.options.onProgress(params as unknown as Progress);
  }

  /** Returns the options of a pending request. */
  getOptions(id: RequestId): SendOptions | undefined {
    return this.#pending.get(id)?.options;
  }

  /** Rejects all pending requests. */
  end(reason: () => unknown): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(reason());
  }

  /** Rejects a pending request and cancels it at the peer. */
  #abandon(id: RequestId, reason: unknown): void {
    const method = this.#pending.get(id)?.method;
    if (!this.fail(id, reason) || method === UNCANCELLABLE) return;
    const message = reason instanceof Error ? reason.message : reason;
    this.#connection.cancel({
      requestId: id,
      reason: typeof message === "string" ? message : undefined,
    });
  }

  #take(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    pending.deadline.clear();
    pending.release();
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
