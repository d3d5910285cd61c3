/**
 * Running core task: the `ctx` of its handler, and the requests that the
 * handler sends to the requestor.
 */
import { Call } from "../../protocol/connection/call.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { withRelatedTask } from "../task.js";
import { waitOrAbort } from "../wait.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";
import type { RunningTask, TaskRun } from "../executor.js";
import type { TaskStatus } from "../task.js";

/**
 * Function that sets the status of a task. After the task has ended, the
 * function does nothing.
 */
export type MoveTask = (status: TaskStatus, message?: string) => Promise<void>;

/**
 * Running core task. Requests of its handler wait until the requestor sends
 * `tasks/result`. They are then sent on the stream of this `tasks/result`
 * request.
 */
export class CoreTaskRun implements TaskRun {
  readonly taskId: string;
  readonly call: Call;
  readonly #move: MoveTask;
  /** Unanswered `tasks/result` requests for the task. */
  readonly #listeners = new Set<Call>();
  /**
   * Callbacks invoked when the next `tasks/result` request for the task
   * arrives, on any connection.
   */
  readonly #waiting = new Set<(listener: Call) => void>();
  /** Number of requests of the handler that the requestor has not answered. */
  #openRequests = 0;
  #moved: Promise<unknown> = Promise.resolve();

  constructor(taskId: string, from: Call, move: MoveTask) {
    this.taskId = taskId;
    this.#move = move;
    this.call = new CoreTaskCall(this, from);
  }

  /**
   * Adds an unanswered `tasks/result` request. The returned function removes
   * the request again.
   */
  listen(call: Call): () => void {
    this.#listeners.add(call);
    for (const take of this.#waiting) take(call);
    return () => void this.#listeners.delete(call);
  }

  /**
   * Sends the waiting requests of the handler on the session's stream for
   * messages without a related request. Called when the requestor waits for the
   * result in another process.
   */
  awaited(): void {
    if (this.#listeners.size > 0) return;
    for (const take of this.#waiting) take(this.call);
  }

  /**
   * Request on whose response stream the notifications of the task are sent. It
   * is the latest unanswered `tasks/result` request, or else the request that
   * created the task.
   */
  get channel(): Call {
    return [...this.#listeners].at(-1) ?? this.call;
  }

  report(message: string): Promise<void> {
    return this.#updateStatus(message);
  }

  /**
   * Sends a request of the handler to the requestor. The status of the task is
   * `input_required` until the answer arrives.
   */
  async request(
    method: string,
    params: Params | undefined,
    options: RequestOptions,
  ): Promise<unknown> {
    const { connection, endpoint } = this.call;
    // Check the request now. Otherwise, a request that must not be sent would
    // be rejected only after the requestor has sent `tasks/result`.
    endpoint.prepare(connection, method, params, options);
    const sent = withRelatedTask(params, this.taskId);
    this.#openRequests += 1;
    try {
      await this.#updateStatus();
      for (;;) {
        const listener = await this.#nextListener(options.signal);
        try {
          return await this.#requestOn(listener, method, sent, options);
        } catch (error) {
          if (error !== MOVED && !this.#connectionLost(error)) throw error;
          this.#listeners.delete(listener);
        }
      }
    } finally {
      this.#openRequests -= 1;
      await this.#updateStatus();
    }
  }

  /**
   * Returns true if a request of the handler failed only because its connection
   * closed, while the task continues to run.
   */
  #connectionLost(error: unknown): boolean {
    if (!this.call.isActive || !(error instanceof ConnectionError))
      return false;
    return error.fault === "closed";
  }

  async #requestOn(
    listener: Call,
    method: string,
    params: Params,
    options: RequestOptions,
  ): Promise<unknown> {
    const stop = new AbortController();
    const { signal = this.call.signal } = options;
    const abort = (): void => stop.abort(signal.reason);
    // Called when a `tasks/result` request arrives. If the handler's request
    // was sent on another connection, it is sent again on the connection of
    // `tasks/result`.
    const move = ({ connection }: Call): void => {
      if (connection !== listener.connection) stop.abort(MOVED);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.add(move);
    try {
      const { connection, id } = listener;
      const sent = { ...options, signal: stop.signal };
      return await connection.request(method, params, sent, id);
    } finally {
      signal.removeEventListener("abort", abort);
      this.#waiting.delete(move);
    }
  }

  /**
   * Returns an unanswered `tasks/result` request. If there is none, waits for
   * the next one.
   */
  #nextListener(given: AbortSignal | undefined): Promise<Call> {
    const open = [...this.#listeners].at(-1);
    if (open) return Promise.resolve(open);
    return waitOrAbort([given ?? this.call.signal], (resolve) => {
      this.#waiting.add(resolve);
      return () => this.#waiting.delete(resolve);
    });
  }

  /**
   * Updates the status of the task after all earlier updates have finished. The
   * status is then `input_required` if a request of the handler is unanswered,
   * otherwise `working`.
   */
  #updateStatus(message?: string): Promise<void> {
    const step = this.#moved.then(() =>
      this.#move(
        this.#openRequests > 0 ? "input_required" : "working",
        message,
      ),
    );
    this.#moved = step.catch(() => {});
    return step;
  }
}

/** Abort reason for a request that must be sent again on another connection. */
const MOVED = /*@__PURE__*/ Symbol("sent on another connection");

/**
 * Value of `ctx` for a handler that runs as a core task. The id of the task is
 * added to all messages of the handler.
 */
class CoreTaskCall extends Call {
  readonly #run: CoreTaskRun;

  constructor(run: CoreTaskRun, from: Call) {
    const { connection, message, origin, endpoint } = from;
    super(connection, message, origin, () => {}, endpoint);
    this.#run = run;
  }

  get task(): RunningTask {
    return this.#run;
  }

  override notify(method: string, params?: Params): void {
    if (!this.isActive) return;
    const { connection, id } = this.#run.channel;
    connection.notify(method, withRelatedTask(params, this.#run.taskId), id);
  }

  override request(
    method: string,
    params?: Params,
    options: RequestOptions = {},
  ): Promise<unknown> {
    return this.#run.request(method, params, options);
  }
}
