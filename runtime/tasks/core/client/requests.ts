/**
 * Requestor of core tasks: the client or server that asks its peer to run a
 * request as a task.
 */
import { ConnectionError } from "../../../json-rpc/messages/errors.js";
import { attempt } from "../../../json-rpc/promises.js";
import { isObject } from "../../../validation/guards.js";
import { extendHandlers } from "../../../protocol/handlers/extension.js";
import { declares } from "../../../protocol/capabilities.js";
import { isInputMethod } from "../../../protocol/input-required/requests.js";
import { CoreTaskHandle } from "./handle.js";
import {
  isTaskState,
  relatedTaskId,
  taskCapability,
  withRelatedTask,
} from "../../task.js";
import { TaskWatch } from "./watch.js";
import type { Call } from "../../../protocol/connection/call.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Params } from "../../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../../json-rpc/requests.js";
import type { Extend } from "../../../protocol/handlers/extension.js";
import type {
  Handler,
  Handlers,
  OutgoingRequest,
} from "../../../protocol/lifecycle.js";
import type { Protocol } from "../../../protocol/protocol.js";
import type { TaskState } from "../../task.js";

/**
 * Request option that asks for a task. `ttl` is the lifetime of the task in
 * milliseconds.
 */
export type TaskOption = true | { readonly ttl?: number | undefined };

/** Options of a request that the peer runs as a task. */
export interface TaskRequestOptions extends RequestOptions {
  readonly task: TaskOption;
}

/**
 * Result of a request that the peer runs as a task. MCP calls this type
 * `CreateTaskResult`.
 */
interface CreatedTask {
  readonly task: TaskState;
}

/**
 * Extends a client or server so that it can send requests as tasks and handle
 * notifications about tasks.
 */
export const taskRequests: Extend = (endpoint, handlers) => {
  endpoint.intercept({ send: sendOrStart });
  return withTaskNotifications(withRelatedResults(endpoint.protocol, handlers));
};

/**
 * Extends a client so that it can send requests as tasks (`taskRequests`), and
 * answer requests of the server as tasks if its handlers support tasks.
 */
export const extendWithTasks: Extend = (endpoint, handlers, capabilities) =>
  taskRequests(
    endpoint,
    extendHandlers(endpoint, handlers, capabilities),
    capabilities,
  );

function sendOrStart(
  request: OutgoingRequest,
  next: (request: OutgoingRequest) => Promise<object>,
): Promise<object> {
  const { connection, method, params, options } = request;
  const { task } = options as Partial<TaskRequestOptions>;
  if (task !== undefined) return startTask(request, task, next);
  const wantsTask = params?.task !== undefined;
  const problem = taskProblem(connection, method, params, wantsTask);
  if (problem) return Promise.reject(problem);
  const answer = next(
    wantsTask
      ? { ...request, options: { ...options, accept: acceptTask } }
      : request,
  );
  if (method !== "tools/list") return answer;
  return answer.then((page) => {
    TaskWatch.of(connection).toolsReceived(page);
    return page;
  });
}

/** Sends a request as a task and returns the handle of the task. */
async function startTask(
  request: OutgoingRequest,
  task: TaskOption,
  next: (request: OutgoingRequest) => Promise<object>,
): Promise<object> {
  const { connection, method, params, options, relatedRequestId } = request;
  const { task: _, onProgress, ...rest } = options;
  const problem = taskProblem(connection, method, params, true);
  if (problem) throw problem;
  const watch = TaskWatch.of(connection);
  const progress =
    onProgress &&
    watch.onProgress((report) =>
      attempt(
        () => onProgress(report),
        (error) => connection.report(error),
      ),
    );
  const sent: Params = { ...params, task: task === true ? {} : task };
  if (progress)
    sent._meta = { ...params?._meta, progressToken: progress.token };
  try {
    const accept = { ...rest, accept: acceptTask };
    const answer = next({ ...request, params: sent, options: accept });
    const { task: state } = (await answer) as CreatedTask;
    if (progress) watch.untilEnd(state.taskId, progress.end);
    const send = connection.request.bind(connection);
    return new CoreTaskHandle({
      method,
      params,
      taskId: state.taskId,
      state,
      connection: () => connection,
      send: (...args) => send(...args, relatedRequestId),
    });
  } catch (error) {
    progress?.end();
    throw error;
  }
}

/**
 * Returns an error if the request must not be sent as a task, or must not be
 * sent without a task. Returns undefined otherwise.
 */
function taskProblem(
  connection: Connection,
  method: string,
  params: Params | undefined,
  wantsTask: boolean,
): ConnectionError | undefined {
  const refuse = (text: string): ConnectionError =>
    new ConnectionError("capability", text);
  if (!wantsTask && method !== "tools/call") return undefined;
  const capability = taskCapability(method);
  if (!declares(connection.peer.capabilities, capability)) {
    return wantsTask
      ? refuse(
          `A task of ${method} needs the capability ${capability}, which the peer did not declare`,
        )
      : undefined;
  }
  if (method !== "tools/call") return undefined;
  const tool = String(params?.name);
  const support = TaskWatch.of(connection).supportOf(tool);
  if (support === undefined) return undefined;
  if (wantsTask && support === "forbidden") {
    return refuse(`The tool ${tool} cannot run as a task`);
  }
  return !wantsTask && support === "required"
    ? refuse(
        `The tool ${tool} runs as a task only: call it with { task: true }`,
      )
    : undefined;
}

function acceptTask(result: object): object {
  const { task } = result as Partial<CreatedTask>;
  if (isTaskState(task)) return result;
  throw new ConnectionError("invalid", "The response contains no valid task");
}

/**
 * Extends handlers of requests. If an incoming request names a related task in
 * `_meta`, the result names this task, too.
 */
function withRelatedResults(protocol: Protocol, handlers: Handlers): Handlers {
  const all: { [method: string]: Handler | undefined } = { ...handlers };
  for (const [method, handler] of Object.entries(handlers)) {
    const facts = protocol.methods[method];
    if (!facts || facts.kind || !handler) continue;
    if (method.startsWith("tasks/")) continue;
    all[method] = (params, call: Call) => {
      const taskId = relatedTaskId(params);
      if (taskId !== undefined && isInputMethod(method))
        TaskWatch.of(call.connection).inputRequested(taskId, call);
      const result = handler(params, call as never);
      if (taskId === undefined) return result;
      return Promise.resolve(result).then((value) =>
        isObject(value) ? withRelatedTask(value, taskId) : value,
      );
    };
  }
  return all;
}

/**
 * Extends the handlers of notifications so that notifications about tasks reach
 * the handles of these tasks.
 */
function withTaskNotifications(handlers: Handlers): Handlers {
  const wrap = (
    method: string,
    take: (watch: TaskWatch, params: Params) => void,
  ): Handlers => {
    const handler = handlers[method] as
      ((params: Params, connection: Connection) => unknown) | undefined;
    const wrapped = (params: Params = {}, connection: Connection): unknown => {
      take(TaskWatch.of(connection), params);
      return handler?.(params, connection);
    };
    return { [method]: wrapped as Handler };
  };
  return {
    ...handlers,
    ...wrap("notifications/tasks/status", (watch, params) =>
      watch.stateReceived(params),
    ),
    ...wrap("notifications/progress", (watch, params) =>
      watch.progressReceived(params),
    ),
    ...wrap("notifications/tools/list_changed", (watch) =>
      watch.toolsChanged(),
    ),
  };
}
