/**
 * Client side of the tasks extension: requests that a server may answer with a
 * task.
 */
import { MAX_TIMEOUT } from "../../json-rpc/constants.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import {
  InputBudget,
  limitTime,
} from "../../protocol/input-required/budget.js";
import { isTaskState } from "../task.js";
import { ExtensionTaskHandle, wakeTask } from "./handle.js";
import { TASK_RESULT, toTaskState } from "./wire.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { SendOptions } from "../../json-rpc/requests.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { TaskHandle } from "../handle.js";
import type { TaskState } from "../task.js";
import type { WireTask } from "./wire.js";

/**
 * Methods whose requests the server may answer with a task instead of a result.
 */
const EXTENSION_TASK_METHODS: readonly string[] = ["tools/call"];

/**
 * Internal error that signals that a request was answered with a task. The
 * runtime always catches it, so users never receive it.
 */
class TaskCreated extends Error {
  readonly state: TaskState;

  constructor(state: TaskState) {
    super("The server created a task for the request");
    this.state = state;
  }
}

/**
 * Extends a client to accept a task as the answer to a request. With the option
 * `task`, a request resolves to the handle of the task. Otherwise the request
 * resolves to the result after the task has ended.
 */
export const extendWithTasksExtension: Extend = (endpoint, handlers) => {
  endpoint.intercept({
    send(request, next) {
      const { connection, method, params, options } = request;
      const { task, ...plain } = options;
      if (!EXTENSION_TASK_METHODS.includes(method)) {
        if (task === undefined) return next(request);
        const text = `${method} cannot run as a task`;
        return Promise.reject(new ConnectionError("capability", text));
      }
      const accept = (result: object): object | undefined =>
        rejectTask(result) ?? plain.accept?.(result);
      const { budget = new InputBudget() } = request;
      return next({ ...request, budget, options: { ...plain, accept } }).then(
        (result) =>
          task === undefined ? result : new CompletedTaskHandle(result),
        (error: unknown) => {
          if (!(error instanceof TaskCreated)) throw error;
          const { state } = error;
          const handle = new ExtensionTaskHandle({
            method,
            params,
            taskId: state.taskId,
            state,
            connection: () => connection,
            requestOptions: plain,
            budget,
          });
          return task === undefined
            ? awaitResult(handle, method, plain, budget)
            : handle;
        },
      );
    },
  });
  const handler = handlers[TASK_NOTIFICATION] as
    ((params: Params, connection: Connection) => unknown) | undefined;
  const wrapped = (params: Params, connection: Connection): unknown => {
    wakeTask(connection, params.taskId);
    return handler?.(params, connection);
  };
  return { ...handlers, [TASK_NOTIFICATION]: wrapped as Handler };
};

/**
 * Checks whether the response to a request is a task. Returns undefined for any
 * other response.
 *
 * @throws TaskCreated if the response is a valid task.
 */
function rejectTask(result: object): undefined {
  const { resultType } = result as { resultType?: unknown };
  if (resultType !== TASK_RESULT) return undefined;
  const state = toTaskState(result as WireTask);
  if (isTaskState(state)) throw new TaskCreated(state);
  throw new ConnectionError("invalid", "The response contains no valid task");
}

const TASK_NOTIFICATION = "notifications/tasks";

/** Waits for the result of a task. On an abort or timeout, cancels the task. */
async function awaitResult(
  handle: ExtensionTaskHandle,
  method: string,
  { signal, maxTimeout = MAX_TIMEOUT }: SendOptions,
  { startedAt }: InputBudget,
): Promise<object> {
  try {
    return await limitTime(
      { method, startedAt, maxTimeout, signal },
      (limited) => handle.result({ signal: limited }),
    );
  } catch (error) {
    const late = error instanceof ConnectionError && error.fault === "timeout";
    if (signal?.aborted || late) handle.cancel().catch(() => {});
    throw error;
  }
}

/**
 * Task handle for a request that the client wanted to run as a task, but that
 * the server answered with a result.
 */
class CompletedTaskHandle implements TaskHandle<object> {
  readonly taskId = "";
  /**
   * Property that marks the object as a task handle, as in `BaseTaskHandle`.
   */
  readonly task = true;
  readonly #result: object;
  readonly #state: TaskState;

  constructor(result: object) {
    this.#result = result;
    const createdAt = new Date().toISOString();
    this.#state = {
      taskId: "",
      status: "completed",
      createdAt,
      lastUpdatedAt: createdAt,
      ttl: 0,
    };
  }

  status(): Promise<TaskState> {
    return Promise.resolve(this.#state);
  }

  result(): Promise<object> {
    return Promise.resolve(this.#result);
  }

  cancel(): Promise<TaskState> {
    return this.status();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TaskState, void, undefined> {
    yield this.#state;
  }
}
