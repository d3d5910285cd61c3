/** A request that runs as a task, from the handler's side. */
import { Call } from "../../protocol/connection/call.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { withTask } from "../task.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";
import type { TaskStatus } from "../task.js";

/** What a handler that runs as a task can do with it. */
export interface RunningTask {
  readonly taskId: string;
  /** Says how the task is getting on; who looks at it is shown that. */
  report(message: string): Promise<void>;
}

/** Moves the task; nothing happens when it has ended. */
export type Move = (status: TaskStatus, message?: string) => Promise<void>;

/**
 * One run: the call that its handler gets as `ctx`, and what it asks of the
 * requestor. Questions wait until the requestor waits for the result, and go
 * out on that stream.
 */
export class TaskRun {
  readonly taskId: string;
  readonly call: Call;
  readonly #move: Move;
  /** Calls of `tasks/result` that wait. */
  readonly #listeners = new Set<Call>();
  /** Questions that wait for such a call, or for their answer elsewhere. */
  readonly #waiting = new Set<(listener: Call) => void>();
  #questions = 0;
  #moved: Promise<unknown> = Promise.resolve();

  constructor(taskId: string, from: Call, move: Move) {
    this.taskId = taskId;
    this.#move = move;
    this.call = new TaskCall(this, from);
  }

  /** The requestor waits for the result; what this returns ends that. */
  listen(call: Call): () => void {
    this.#listeners.add(call);
    for (const take of this.#waiting) take(call);
    return () => void this.#listeners.delete(call);
  }

  /**
   * The requestor waits for the result at another process: what is asked goes where
   * the client of the session listens.
   */
  awaited(): void {
    if (this.#listeners.size > 0) return;
    for (const take of this.#waiting) take(this.call);
  }

  /** The call of the requestor that is open, its own one else. */
  get channel(): Call {
    return [...this.#listeners].at(-1) ?? this.call;
  }

  report(message: string): Promise<void> {
    return this.#step(
      () => (this.#questions > 0 ? WAITING : "working"),
      message,
    );
  }

  /** Asks the requestor, while the task needs input. */
  async ask(
    method: string,
    params: Params | undefined,
    options: RequestOptions,
  ): Promise<unknown> {
    const { connection, endpoint } = this.call;
    // What must not be asked fails now, and not when somebody listens.
    endpoint.prepare(connection, method, params, options);
    const sent = withTask(params, this.taskId);
    this.#questions += 1;
    try {
      await this.#step(() => (this.#questions > 0 ? WAITING : "working"));
      for (;;) {
        const listener = await this.#listener(options.signal);
        try {
          return await this.#askOnce(listener, method, sent, options);
        } catch (error) {
          if (error !== ELSEWHERE && !this.#lost(error)) throw error;
          this.#listeners.delete(listener);
        }
      }
    } finally {
      this.#questions -= 1;
      await this.#step(() => (this.#questions > 0 ? WAITING : "working"));
    }
  }

  /** Whether a question was lost with its connection, and the task goes on. */
  #lost(error: unknown): boolean {
    if (!this.call.live || !(error instanceof ConnectionError)) return false;
    return error.fault === "closed";
  }

  async #askOnce(
    listener: Call,
    method: string,
    params: Params,
    options: RequestOptions,
  ): Promise<unknown> {
    const stop = new AbortController();
    const { signal = this.call.signal } = options;
    const abort = (): void => stop.abort(signal.reason);
    // The requestor came back by another connection: it is asked there.
    const move = ({ connection }: Call): void => {
      if (connection !== listener.connection) stop.abort(ELSEWHERE);
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

  /** A call that waits for the result, at once or when there is one. */
  #listener(given: AbortSignal | undefined): Promise<Call> {
    const open = [...this.#listeners].at(-1);
    if (open) return Promise.resolve(open);
    const signal = given ?? this.call.signal;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(take);
      };
      const abort = (): void => {
        end();
        reject(signal.reason);
      };
      const take = (call: Call): void => {
        end();
        resolve(call);
      };
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(take);
    });
  }

  /** Moves the task when the moves before are done, to what is right then. */
  #step(status: () => TaskStatus, message?: string): Promise<void> {
    const step = this.#moved.then(() => this.#move(status(), message));
    this.#moved = step.catch(() => {});
    return step;
  }
}

const WAITING = "input_required";
/** Why a question is taken back: it is asked on another connection. */
const ELSEWHERE = /*@__PURE__*/ Symbol("asked elsewhere");

/** The `ctx` of a handler: all that it sends belongs to the task. */
class TaskCall extends Call {
  readonly #run: TaskRun;

  constructor(run: TaskRun, from: Call) {
    const { connection, message, origin, endpoint } = from;
    super(connection, message, origin, () => {}, endpoint);
    this.#run = run;
  }

  get task(): RunningTask {
    return this.#run;
  }

  override notify(method: string, params?: Params): void {
    if (!this.live) return;
    const { connection, id } = this.#run.channel;
    connection.notify(method, withTask(params, this.#run.taskId), id);
  }

  override request(
    method: string,
    params?: Params,
    options: RequestOptions = {},
  ): Promise<unknown> {
    return this.#run.ask(method, params, options);
  }
}
