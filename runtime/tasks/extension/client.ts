/** The client of a server that may run its requests as tasks. */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { MAX_TIMEOUT } from "../../json-rpc/requests.js";
import { isTask } from "../task.js";
import { PolledHandle, taskChanged } from "./handle.js";
import { stateOf, TASK_RESULT } from "./wire.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { SendOptions } from "../../json-rpc/requests.js";
import type { ClientCore } from "../../protocol/client-core.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { TaskHandle } from "../core/client/handle.js";
import type { TaskState } from "../task.js";
import type { ShownTask } from "./wire.js";

/** Requests that may be answered with a task. */
const POLLED_METHODS: readonly string[] = ["tools/call"];

/** A task in place of a result; never leaves the runtime. */
class TaskCreated extends Error {
  readonly state: TaskState;

  constructor(state: TaskState) {
    super("The server has made a task of the request");
    this.state = state;
  }
}

/**
 * Takes tasks in place of results: a request that asks for a task gives its handle,
 * any other waits until the task has ended.
 */
export const extendWithPolledTasks: Extend = (endpoint, handlers) => {
  endpoint.intercept({
    send(request, next) {
      const { connection, method, params, options } = request;
      const { task, ...plain } = options;
      if (!POLLED_METHODS.includes(method)) {
        if (task === undefined) return next(request);
        const text = `${method} does not run as a task`;
        return Promise.reject(new ConnectionError("capability", text));
      }
      const accept = (result: object): object | undefined =>
        refuseTask(result) ?? plain.accept?.(result);
      return next({ ...request, options: { ...plain, accept } }).then(
        (result) => (task === undefined ? result : new DoneHandle(result)),
        (error: unknown) => {
          if (!(error instanceof TaskCreated)) throw error;
          const { state } = error;
          const handle = new PolledHandle({
            method,
            params,
            taskId: state.taskId,
            state,
            connection: () => connection,
            options: plain,
          });
          return task === undefined ? awaitedTask(handle, plain) : handle;
        },
      );
    },
  });
  const heard = handlers[TASK_CHANGED] as
    ((params: Params, connection: Connection) => unknown) | undefined;
  const hear = (params: Params, connection: Connection): unknown => {
    taskChanged(connection, params.taskId);
    return heard?.(params, connection);
  };
  return { ...handlers, [TASK_CHANGED]: hear as Handler };
};

/** Throws the task, where an answer is one. */
function refuseTask(result: object): undefined {
  const { resultType } = result as { resultType?: unknown };
  if (resultType !== TASK_RESULT) return undefined;
  const state = stateOf(result as ShownTask);
  if (isTask(state)) throw new TaskCreated(state);
  throw new ConnectionError("invalid", "The answer is not a valid task");
}

const TASK_CHANGED = "notifications/tasks";

/** What a task comes to. Who gives up waiting has it cancelled. */
async function awaitedTask(
  handle: PolledHandle,
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

/** A request that was answered at once, though it might have become a task. */
class DoneHandle implements TaskHandle<object> {
  readonly taskId = "";
  /** As of a `PolledHandle`. */
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

/** `client` with `task(id)`, which makes the handle of a tool's call again. */
export function withPolledTasks<C extends ClientCore>(client: C): C {
  return Object.defineProperty(client, "task", {
    value: (taskId: string) =>
      new PolledHandle({
        method: "tools/call",
        taskId,
        connection: () => client.connection,
      }),
  });
}
