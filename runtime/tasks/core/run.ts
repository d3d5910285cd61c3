/** Run of a core task: its call, and its requests to the requestor. */
import { Call } from "../../protocol/connection/call.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { withRelatedTask } from "../task.js";
import { waitOrAbort } from "../wait.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";
import type { RunningTask, TaskRun } from "../executor.js";
import type { TaskStatus } from "../task.js";

/** Function that sets the status of a task. It does nothing after the end. */
export type MoveTask = (status: TaskStatus, message?: string) => Promise<void>;

/**
 * Run of a core task. Its requests wait until the requestor sends `tasks/result`, and are
 * sent on the stream of that request.
 */
export class CoreTaskRun implements TaskRun {
  readonly taskId: string;
  readonly call: Call;
  readonly #move: MoveTask;
  /** Open `tasks/result` requests. */
  readonly #listeners = new Set<Call>();
  /** Callbacks for the next `tasks/result` request, perhaps on another connection. */
  readonly #waiting = new Set<(listener: Call) => void>();
  /** Number of requests without an answer. */
  #openRequests = 0;
  #moved: Promise<unknown> = Promise.resolve();

  constructor(taskId: string, from: Call, move: MoveTask) {
    this.taskId = taskId;
    this.#move = move;
    this.call = new CoreTaskCall(this, from);
  }

  /** Adds an open `tasks/result` request. The returned function removes it. */
  listen(call: Call): () => void {
    this.#listeners.add(call);
    for (const take of this.#waiting) take(call);
    return () => void this.#listeners.delete(call);
  }

  /**
   * Sends the requests on the session's own stream, because the requestor waits for the
   * result in another process.
   */
  awaited(): void {
    if (this.#listeners.size > 0) return;
    for (const take of this.#waiting) take(this.call);
  }

  /** Latest open `tasks/result` request, else the request of the task. */
  get channel(): Call {
    return [...this.#listeners].at(-1) ?? this.call;
  }

  report(message: string): Promise<void> {
    return this.#updateStatus(message);
  }

  /** Sends a request. The status is `input_required` until the answer arrives. */
  async request(
    method: string,
    params: Params | undefined,
    options: RequestOptions,
  ): Promise<unknown> {
    const { connection, endpoint } = this.call;
    // A request that is not allowed fails now, not when the requestor listens.
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

  /** Whether the connection of a request closed while the task continues. */
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
    // The requestor returned on another connection: send the request there.
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

  /** Returns an open `tasks/result` request, or waits for one. */
  #nextListener(given: AbortSignal | undefined): Promise<Call> {
    const open = [...this.#listeners].at(-1);
    if (open) return Promise.resolve(open);
    return waitOrAbort([given ?? this.call.signal], (resolve) => {
      this.#waiting.add(resolve);
      return () => this.#waiting.delete(resolve);
    });
  }

  /** Sets the status after all earlier updates, to the value that is right then. */
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

/** Abort reason of a request that is sent again on another connection. */
const MOVED = /*@__PURE__*/ Symbol("sent on another connection");

/** `ctx` of a handler: relates all its messages to the task. */
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
