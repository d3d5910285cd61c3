/** Client of the tasks extension. */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { MAX_TIMEOUT } from "../../json-rpc/requests.js";
import { isTaskState } from "../task.js";
import { ExtensionTaskHandle, wakeTask } from "./handle.js";
import { TASK_RESULT, toTaskState } from "./wire.js";
import type { Connection } from "../../json-rpc/connection.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { SendOptions } from "../../json-rpc/requests.js";
import type { Extend } from "../../features/extension.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { TaskHandle } from "../handle.js";
import type { TaskState } from "../task.js";
import type { WireTask } from "./wire.js";

/** Methods whose requests the server may answer with a task. */
const EXTENSION_TASK_METHODS: readonly string[] = ["tools/call"];

/** Rejection of a request that was answered with a task. It is always caught. */
class TaskCreated extends Error {
  readonly state: TaskState;

  constructor(state: TaskState) {
    super("The server has made a task of the request");
    this.state = state;
  }
}

/**
 * Accepts tasks in place of results. A request with the option `task` returns the handle
 * of its task. Any other request waits until its task has ended.
 */
export const extendWithTasksExtension: Extend = (endpoint, handlers) => {
  const { lifecycle } = endpoint;
  endpoint.lifecycle = {
    ...lifecycle,
    incoming(of, method, result) {
      const { resultType } = result as { resultType?: unknown };
      if (
        resultType !== TASK_RESULT ||
        !EXTENSION_TASK_METHODS.includes(method)
      ) {
        return lifecycle.incoming?.(of, method, result) ?? result;
      }
      const state = toTaskState(result as WireTask);
      if (isTaskState(state)) throw new TaskCreated(state);
      throw new ConnectionError("invalid", "The answer is not a valid task");
    },
    request(connection: Connection, method, params, options, about) {
      const { task, ...plain } = options;
      const send = (): Promise<object> =>
        lifecycle.request?.(connection, method, params, plain, about) ??
        connection.requestOnce(method, params, plain, about);
      if (task !== undefined && !EXTENSION_TASK_METHODS.includes(method)) {
        const text = `${method} does not run as a task`;
        return Promise.reject(new ConnectionError("capability", text));
      }
      const answer = send();
      if (!EXTENSION_TASK_METHODS.includes(method)) return answer;
      return answer.then(
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
          });
          return task === undefined ? awaitResult(handle, plain) : handle;
        },
      );
    },
  };
  const handler = handlers[TASK_NOTIFICATION] as
    ((params: Params, connection: Connection) => unknown) | undefined;
  const wrapped = (params: Params, connection: Connection): unknown => {
    wakeTask(connection, params.taskId);
    return handler?.(params, connection);
  };
  return { ...handlers, [TASK_NOTIFICATION]: wrapped as Handler };
};

const TASK_NOTIFICATION = "notifications/tasks";

/** Waits for the result of a task. Cancels the task on an abort or timeout. */
async function awaitResult(
  handle: ExtensionTaskHandle,
  { signal, maxTimeout = MAX_TIMEOUT }: SendOptions,
): Promise<object> {
  try {
    return await handle.result({ signal, maxTimeout });
  } catch (error) {
    const late = error instanceof ConnectionError && error.fault === "timeout";
    if (signal?.aborted || late) handle.cancel().catch(() => {});
    throw error;
  }
}

/** Handle of a request that was answered with its result instead of a task. */
class CompletedTaskHandle implements TaskHandle<object> {
  readonly taskId = "";
  /** Marks a handle, as in `BaseTaskHandle`. */
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
