import { deadlineOf, type Deadline } from "../limits/timer.js";
import { answeredError, ConnectionError } from "./messages/errors.js";
import { isObject } from "../validation/guards.js";
import type {
  ErrorObject,
  Message,
  Params,
  RequestId,
} from "./messages/messages.js";

/** Options of one request. Times are in milliseconds; Infinity is no limit. */
export interface RequestOptions {
  /** Cancels the request; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Longest wait without an answer or progress. Default: one minute. */
  timeout?: number | undefined;
  /** Longest wait whatever the progress. Default: ten minutes. */
  maxTimeout?: number | undefined;
  /** Asks the peer even if a fresh result is cached. */
  fresh?: boolean | undefined;
  /** Asks the peer for progress, and is called with each report. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Called with what belongs to this request alone, if it is a subscription:
   * first what was granted, then each notification.
   */
  onNotification?: ((method: string, params: Params) => void) | undefined;
}

/** Options of a question to the client. */
export interface AskOptions extends RequestOptions {
  /**
   * Names the question among those of its call. Without a key it is found by
   * its method and params, which then have to be the same when the handler runs
   * again.
   */
  key?: string | undefined;
}

/** One report of progress: `progress` grows, `total` is its end when known. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Options of a request that the runtime makes for a feature. */
export interface SendOptions extends RequestOptions {
  /**
   * Checks the answer in place of the rule for results, which checks an answer for
   * which this returns undefined.
   */
  accept?: ((result: object) => object | undefined) | undefined;
  /** Asks for a task, where an extension sends those. */
  readonly task?: unknown;
}

/** What an error says where a task is asked for and nobody runs it. */
export const WITHOUT_TASKS = "Add ...tasks() to handlers";

export const TIMEOUT = 60_000;
export const MAX_TIMEOUT = 600_000;

/** Most abandoned requests whose late responses are not reported. */
const MAX_ABANDONED = 10_000;

/** MCP: a client must not cancel its `initialize`. */
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

/** The connection that carries the requests. */
export interface RequestChannel {
  readonly endpoint: {
    accept(method: string, result: object, params?: Params): object;
  };
  send(message: Message, about?: RequestId): void;
  cancel(params: Params): void;
}

/** What a connection uses of `Requests`, or of a class in its place. */
export type RequestKeeper = Pick<Requests, Exclude<keyof Requests, "touch">> &
  Partial<Pick<Requests, "touch">>;

/** The requests of this side that wait for an answer. */
export class Requests {
  readonly #connection: RequestChannel;
  readonly #pending = new Map<RequestId, Pending>();
  /** Abandoned requests, whose responses may still arrive. */
  readonly #abandoned = new Set<RequestId>();
  #lastId = 0;

  constructor(connection: RequestChannel) {
    this.#connection = connection;
  }

  send(
    method: string,
    params: Params | undefined,
    options: SendOptions,
    about: RequestId | undefined,
  ): Promise<object> {
    const { signal, onProgress } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const deadline = deadlineOf(
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
          about,
        );
      } catch (error) {
        this.#take(id);
        reject(error);
      }
    });
  }

  /** A response arrived; false when no request, even abandoned, has its id. */
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
        pending.reject(answeredError(this.#connection, error));
      } else {
        const text = `The response to ${method} is not valid`;
        throw new ConnectionError("invalid", text);
      }
    } catch (problem) {
      pending.reject(problem);
    }
    return true;
  }

  /** Rejects the request of that id; false when none waits. */
  fail(id: RequestId, reason: unknown): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    pending.reject(reason);
    if (this.#abandoned.size >= MAX_ABANDONED) this.#abandoned.clear();
    this.#abandoned.add(id);
    return true;
  }

  /** A sign of life of that request's: its time starts again. */
  touch(id: RequestId): void {
    this.#pending.get(id)?.deadline.touch();
  }

  /** Progress arrived; ignored unless a request asked for it. */
  progress(params: Params | undefined): unknown {
    const pending = this.#pending.get(params?.progressToken as RequestId);
    if (!pending?.options.onProgress) return undefined;
    pending.deadline.touch();
    return pending.options.onProgress(params as unknown as Progress);
  }

  /** The options of the request of that id, while it waits. */
  optionsOf(id: RequestId): SendOptions | undefined {
    return this.#pending.get(id)?.options;
  }

  /** Rejects everything that waits. */
  end(reason: () => unknown): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(reason());
  }

  /** Stops waiting, tells the peer, and rejects. */
  #abandon(id: RequestId, reason: unknown): void {
    const method = this.#pending.get(id)?.method;
    if (!this.fail(id, reason) || method === UNCANCELLABLE) return;
    const said = reason instanceof Error ? reason.message : reason;
    this.#connection.cancel({
      requestId: id,
      reason: typeof said === "string" ? said : undefined,
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
