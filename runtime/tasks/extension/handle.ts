/**
 * Handle of a task of the tasks extension, with which a client polls and
 * cancels the task.
 */
import {
  ConnectionError,
  McpError,
  createPeerError,
} from "../../json-rpc/messages/errors.js";
import {
  InputBudget,
  limitTime,
} from "../../protocol/input-required/budget.js";
import { answerInputRequests } from "../../protocol/input-required/client.js";
import { isObject, own } from "../../validation/guards.js";
import { BaseTaskHandle, pauseBetweenPolls, withHandles } from "../handle.js";
import { SetMap } from "../set-map.js";
import { hasEnded, isTaskState, TASK_CANCELLED } from "../task.js";
import { toTaskState } from "./wire.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { ErrorObject, Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";
import type { ClientCore } from "../../protocol/client-core.js";
import type { StateSource, TaskHandleOptions } from "../handle.js";
import type { TaskState } from "../task.js";
import type { WireTask } from "./wire.js";

interface ExtensionTaskHandleOptions extends TaskHandleOptions {
  /**
   * Options of the request that created the task. The options also apply while
   * input requests of the task are answered.
   */
  readonly requestOptions?: RequestOptions | undefined;
  /**
   * Counter that limits the input that the server may ask for during one call.
   * It is shared with the call that created the task. By default, the handle
   * creates a separate counter.
   */
  readonly budget?: InputBudget | undefined;
}

/**
 * Callbacks by connection and task id. A notification about a task invokes the
 * callbacks of the task.
 */
const taskCallbacks = /*@__PURE__*/ new WeakMap<
  Connection,
  SetMap<() => void>
>();

/**
 * Ends the pause between two polls of a task, so that the task is polled
 * immediately.
 */
export function wakeTask(connection: Connection, taskId: unknown): void {
  const callbacks = taskCallbacks.get(connection)?.get(String(taskId));
  for (const wake of callbacks ?? []) wake();
}

export class ExtensionTaskHandle extends BaseTaskHandle<ExtensionTaskHandleOptions> {
  /**
   * Keys of the input requests that the client has answered or is answering.
   */
  readonly #answered = new Set<string>();
  readonly #budget = this.options.budget ?? new InputBudget();
  #polled = false;

  override async status(options: RequestOptions = {}): Promise<TaskState> {
    return toTaskState(await this.#poll(options));
  }

  override async cancel(options: RequestOptions = {}): Promise<TaskState> {
    await this.#send("tasks/cancel", {}, options);
    return this.status(options);
  }

  protected override states(): StateSource {
    const next = async (state: TaskState): Promise<TaskState> => {
      await this.#pause(state);
      const task = await this.#poll({});
      await this.#answer(task, {});
      return toTaskState(task);
    };
    return { next, close() {} };
  }

  /**
   * Polls a task until it has ended, and answers its input requests. Returns
   * the validated result.
   */
  protected override async outcome(options: RequestOptions): Promise<object> {
    const { maxTimeout = Infinity, signal } = options;
    const method = `The task ${this.taskId}`;
    const startedAt = performance.now();
    return limitTime({ method, startedAt, maxTimeout, signal }, (limited) =>
      this.#wait({ ...options, signal: limited }),
    );
  }

  async #wait(options: RequestOptions): Promise<object> {
    const { method, params, connection, state: first } = this.options;
    const { signal } = options;
    if (first && !this.#polled && !hasEnded(first)) {
      await this.#pause(first, signal);
    }
    for (;;) {
      const task = await this.#poll({ signal });
      const state = toTaskState(task);
      if (hasEnded(state)) {
        const result = finalResult(task, connection());
        return connection().endpoint.accept(method, result, params);
      }
      if (await this.#answer(task, options)) continue;
      await this.#pause(state, signal);
    }
  }

  async #poll(options: RequestOptions): Promise<WireTask> {
    this.#polled = true;
    const task = (await this.#send("tasks/get", {}, options)) as WireTask;
    if (isTaskState(toTaskState(task))) return task;
    throw new ConnectionError("invalid", "The answer is not a valid task");
  }

  /**
   * Answers the new input requests of a task. Returns false if there are no new
   * input requests.
   */
  async #answer(task: WireTask, options: RequestOptions): Promise<boolean> {
    const { inputRequests } = task;
    if (task.status !== "input_required" || !isObject(inputRequests)) {
      return false;
    }
    const open = Object.entries(inputRequests).filter(
      ([key]) => !this.#answered.has(key),
    );
    if (open.length === 0) return false;
    for (const [key] of open) this.#answered.add(key);
    const { connection, method, requestOptions } = this.options;
    const { signal } = options;
    try {
      const requests = Object.fromEntries(open);
      const inputResponses = await answerInputRequests(
        connection(),
        method,
        requests,
        { ...requestOptions, ...options },
        this.#budget,
      );
      await this.#send("tasks/update", { inputResponses }, { signal });
    } catch (error) {
      for (const [key] of open) this.#answered.delete(key);
      throw error;
    }
    return true;
  }

  #send(
    method: string,
    params: Params,
    options: RequestOptions,
  ): Promise<object> {
    const { taskId } = this;
    return this.options
      .connection()
      .request(method, { taskId, ...params }, options);
  }

  #pause(state: TaskState, signal?: AbortSignal): Promise<void> {
    const connection = this.options.connection();
    const callbacks = taskCallbacks.get(connection) ?? new SetMap();
    taskCallbacks.set(connection, callbacks);
    const listen = (wake: () => void): (() => void) =>
      callbacks.add(this.taskId, wake);
    return pauseBetweenPolls(state, listen, signal);
  }
}

/**
 * Returns the result of a task that has ended.
 *
 * @throws McpError if the task failed or was cancelled.
 */
function finalResult(task: WireTask, connection: Connection): object {
  const { status, result, error } = task;
  if (status === "completed" && isObject(result)) return result;
  if (status === "cancelled") {
    throw new McpError(TASK_CANCELLED, "The task was cancelled");
  }
  if (isObject(error) && Number.isInteger(own(error, "code"))) {
    throw createPeerError(connection, error as unknown as ErrorObject);
  }
  throw new ConnectionError("invalid", "The answer is not a valid task");
}

/**
 * Adds a method `task(id)` to a client, which returns the handle of a task of
 * the tasks extension.
 */
export function withTasksExtension<C extends ClientCore>(client: C): C {
  return withHandles(client, (options) => new ExtensionTaskHandle(options));
}
