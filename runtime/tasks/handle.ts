/** Handle of a task, for the requestor. */
import { MAX_DELAY } from "../limits/timer.js";
import { hasEnded } from "./task.js";
import { waitOrAbort } from "./wait.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ClientCore } from "../protocol/client-core.js";
import type { TaskState } from "./task.js";

/**
 * Handle of a task. Iteration yields the states of the task up to the final one:
 * `for await (const { status } of handle)`.
 */
export interface TaskHandle<Result = unknown> extends AsyncIterable<TaskState> {
  /** Id of the task. `client.task(taskId)` creates the handle again later. */
  readonly taskId: string;
  /**
   * Requests the current state.
   *
   * @throws McpError -32602 if the task no longer exists.
   */
  status(options?: RequestOptions): Promise<TaskState>;
  /**
   * Waits for the end of the task and returns the result of the request. There is no
   * timeout unless the options set one.
   *
   * @throws McpError with the error of the request.
   */
  result(options?: RequestOptions): Promise<Result>;
  /**
   * Cancels the task.
   *
   * @throws McpError -32602 if a core task has ended already.
   */
  cancel(options?: RequestOptions): Promise<TaskState>;
}

/** Options of both kinds of handles. */
export interface TaskHandleOptions {
  /** Method of the request that runs as the task. */
  readonly method: string;
  /** Params of the request. Absent if the handle was created from an id. */
  readonly params?: Params | undefined;
  readonly taskId: string;
  /** First state. Absent if the handle was created from an id. */
  readonly state?: TaskState | undefined;
  readonly connection: () => Connection;
}

/** Source of the states of a task while a program iterates over its handle. */
export interface StateSource {
  /** Waits for the next poll or notification, and returns the state then. */
  next(task: TaskState): Promise<TaskState>;
  close(): void;
}

/** Poll interval of a task that names none, in milliseconds. */
const DEFAULT_POLL_MS = 1_000;
const MIN_POLL_MS = 20;

export abstract class BaseTaskHandle<
  Options extends TaskHandleOptions,
> implements TaskHandle<object> {
  readonly taskId: string;
  /** Marks a handle, which output schemas of tools do not apply to. */
  readonly task = true;
  protected readonly options: Options;
  #result: Promise<object> | undefined;

  constructor(options: Options) {
    this.taskId = options.taskId;
    this.options = options;
  }

  abstract status(options?: RequestOptions): Promise<TaskState>;
  abstract cancel(options?: RequestOptions): Promise<TaskState>;

  /** Waits for the end of the task and returns the checked result. */
  protected abstract outcome(options: RequestOptions): Promise<object>;
  protected abstract states(): StateSource;

  /** Handles a state that asks for input, after the iteration yielded it. */
  protected inputRequired(): void {}

  result(options?: RequestOptions): Promise<object> {
    if (options !== undefined) return this.outcome(options);
    // Calls without options share one request.
    this.#result ??= this.outcome({}).finally(() => (this.#result = undefined));
    return this.#result;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TaskState, void, undefined> {
    const source = this.states();
    try {
      let task = this.options.state ?? (await this.status());
      for (;;) {
        yield task;
        if (hasEnded(task)) return;
        if (task.status === "input_required") this.inputRequired();
        const before = task;
        do task = await source.next(task);
        while (
          task.status === before.status &&
          task.statusMessage === before.statusMessage
        );
      }
    } finally {
      source.close();
    }
  }
}

/**
 * Waits for the poll interval of a task. The wait ends early when `listen` calls back.
 * `listen` returns a function that removes its callback.
 *
 * @throws The reason of the signal if the signal is aborted.
 */
export function pauseBetweenPolls(
  { pollInterval }: TaskState,
  listen: (wake: () => void) => () => void,
  signal?: AbortSignal,
): Promise<void> {
  // An untrusted peer may send any value, and a timer treats NaN as 1 ms.
  const interval = Number.isFinite(pollInterval)
    ? Number(pollInterval)
    : DEFAULT_POLL_MS;
  const length = Math.min(Math.max(interval, MIN_POLL_MS), MAX_DELAY);
  return waitOrAbort(signal ? [signal] : [], (resolve) => {
    const timer = setTimeout(resolve, length);
    const stop = listen(resolve);
    return () => (clearTimeout(timer), stop());
  });
}

/** Adds `task(id)` to a client. It returns the handle of a tool call again. */
export function withHandles<C extends ClientCore>(
  client: C,
  create: (options: TaskHandleOptions) => TaskHandle,
): C {
  return Object.defineProperty(client, "task", {
    value: (taskId: string) =>
      create({
        method: "tools/call",
        taskId,
        connection: () => client.connection,
      }),
  });
}
