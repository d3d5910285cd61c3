/** Handle by which a requestor reads, awaits and cancels a task. */
import { MAX_DELAY } from "../limits/timer.js";
import { hasEnded } from "./task.js";
import { waitOrAbort } from "./wait.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ClientCore } from "../protocol/client-core.js";
import type { TaskState } from "./task.js";

/**
 * Handle of a task for its requestor. Iteration over the handle yields all
 * states of the task, including the final one: `for await (const { status } of
 * handle)`.
 */
export interface TaskHandle<Result = unknown> extends AsyncIterable<TaskState> {
  /**
   * Id of the task. A program can store the id and later call
   * `client.task(taskId)` to create a new handle.
   */
  readonly taskId: string;
  /**
   * Requests the current state of the task.
   *
   * @throws McpError -32602 if the task no longer exists.
   */
  status(options?: RequestOptions): Promise<TaskState>;
  /**
   * Waits for the end of the task and returns the result of its request. There
   * is no timeout unless the options set one.
   *
   * @throws McpError if the request of the task failed.
   */
  result(options?: RequestOptions): Promise<Result>;
  /**
   * Cancels the task and returns its state.
   *
   * @throws McpError -32602 if a core task has already ended.
   */
  cancel(options?: RequestOptions): Promise<TaskState>;
}

/** Options that the handles of core tasks and of extension tasks share. */
export interface TaskHandleOptions {
  /** Method of the request that the peer runs as the task. */
  readonly method: string;
  /**
   * Params of the request that the peer runs as the task. Absent if the handle
   * was created from a task id.
   */
  readonly params?: Params | undefined;
  readonly taskId: string;
  /**
   * First known state of the task. Absent if the handle was created from a task
   * id.
   */
  readonly state?: TaskState | undefined;
  readonly connection: () => Connection;
}

/**
 * Source of the successive states of a task, for iterating over the task's
 * handle.
 */
export interface StateSource {
  /**
   * Waits for the next poll or notification. Then returns the state of the
   * task.
   */
  next(task: TaskState): Promise<TaskState>;
  close(): void;
}

/**
 * Default interval between two polls, in milliseconds. Used if the task does
 * not recommend an interval.
 */
const DEFAULT_POLL_MS = 1_000;
const MIN_POLL_MS = 20;

export abstract class BaseTaskHandle<
  Options extends TaskHandleOptions,
> implements TaskHandle<object> {
  readonly taskId: string;
  /**
   * Property that marks the object as a task handle. A task handle is not a
   * tool result, so it is not validated against output schemas.
   */
  readonly task = true;
  protected readonly options: Options;
  #result: Promise<object> | undefined;

  constructor(options: Options) {
    this.taskId = options.taskId;
    this.options = options;
  }

  abstract status(options?: RequestOptions): Promise<TaskState>;
  abstract cancel(options?: RequestOptions): Promise<TaskState>;

  /** Waits for the end of the task and returns the validated result. */
  protected abstract outcome(options: RequestOptions): Promise<object>;
  protected abstract states(): StateSource;

  /**
   * Handles the status `input_required`. Called after the iteration has yielded
   * the state.
   */
  protected inputRequired(): void {}

  result(options?: RequestOptions): Promise<object> {
    if (options !== undefined) return this.outcome(options);
    // Concurrent calls of `result` without options share one promise, so that
    // `outcome` is called only once for all of them.
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
 * Waits for the poll interval of a task. `listen` receives a callback that ends
 * the pause early, and returns a function that removes the callback.
 *
 * @throws The reason of the signal if the signal is aborted.
 */
export function pauseBetweenPolls(
  { pollInterval }: TaskState,
  listen: (wake: () => void) => () => void,
  signal?: AbortSignal,
): Promise<void> {
  // An untrusted peer may send any value as the poll interval. A timer would
  // treat NaN as 1 ms, so invalid values are replaced by the default.
  const interval = Number.isFinite(pollInterval)
    ? (pollInterval as number)
    : DEFAULT_POLL_MS;
  const length = Math.min(Math.max(interval, MIN_POLL_MS), MAX_DELAY);
  return waitOrAbort(signal ? [signal] : [], (resolve) => {
    const timer = setTimeout(resolve, length);
    const stop = listen(resolve);
    return () => (clearTimeout(timer), stop());
  });
}

/**
 * Adds a method `task(id)` to a client. The method returns a new handle for the
 * task of a tool call.
 */
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
