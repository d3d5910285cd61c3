/** Requestor of core tasks: a client, or a server. */
import { ConnectionError } from "../../../json-rpc/messages/errors.js";
import { attempt } from "../../../json-rpc/promises.js";
import { isObject } from "../../../validation/guards.js";
import { extendHandlers } from "../../../features/extension.js";
import { declares } from "../../../protocol/capabilities.js";
import { CoreTaskHandle } from "./handle.js";
import {
  isTaskState,
  relatedTaskId,
  taskCapability,
  withRelatedTask,
} from "../../task.js";
import { TaskWatch } from "./watch.js";
import type { Connection } from "../../../json-rpc/connection.js";
import type { Params, RequestId } from "../../../json-rpc/messages/messages.js";
import type {
  RequestOptions,
  SendOptions,
} from "../../../json-rpc/requests.js";
import type { Extend } from "../../../features/extension.js";
import type { Handler, Handlers } from "../../../protocol/lifecycle.js";
import type { Protocol } from "../../../protocol/protocol.js";
import type { TaskState } from "../../task.js";

/** Option that asks for a task. `ttl` is its lifetime in milliseconds. */
export type TaskOption = true | { readonly ttl?: number | undefined };

/** Options of a request that runs as a task. */
export interface TaskRequestOptions extends RequestOptions {
  readonly task: TaskOption;
}

/** `CreateTaskResult` of MCP. */
interface CreatedTask {
  readonly task: TaskState;
}

/** Sends requests as tasks, and handles notifications about tasks. */
export const taskRequests: Extend = (endpoint, handlers) => {
  endpoint.lifecycle = { ...endpoint.lifecycle, request };
  return withTaskNotifications(withRelatedResults(endpoint.protocol, handlers));
};

/** Adds `taskRequests` to a client, and the extension of its handlers. */
export const extendWithTasks: Extend = (endpoint, handlers, capabilities) =>
  taskRequests(
    endpoint,
    extendHandlers(endpoint, handlers, capabilities),
    capabilities,
  );

function request(
  connection: Connection,
  method: string,
  params: Params | undefined,
  options: SendOptions,
  about: RequestId | undefined,
): Promise<object> {
  const { task } = options as Partial<TaskRequestOptions>;
  if (task !== undefined) {
    return startTask(
      connection,
      method,
      params,
      options as SendOptions & TaskRequestOptions,
      about,
    );
  }
  const asked = params?.task !== undefined;
  const problem = taskProblem(connection, method, params, asked);
  if (problem) return Promise.reject(problem);
  const sent = asked ? { ...options, accept: acceptTask } : options;
  const answer = connection.requestOnce(method, params, sent, about);
  if (method !== "tools/list") return answer;
  return answer.then((page) => {
    TaskWatch.of(connection).toolsReceived(page);
    return page;
  });
}

/** Requests a task and returns its handle. */
async function startTask(
  connection: Connection,
  method: string,
  params: Params | undefined,
  options: SendOptions & TaskRequestOptions,
  about: RequestId | undefined,
): Promise<object> {
  const { task, onProgress, ...rest } = options;
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
    const answer = connection.requestOnce(method, sent, accept, about);
    const { task: state } = (await answer) as CreatedTask;
    if (progress) watch.untilEnd(state.taskId, progress.end);
    const send = connection.request.bind(connection);
    return new CoreTaskHandle({
      method,
      params,
      taskId: state.taskId,
      state,
      connection: () => connection,
      send: (...asked) => send(...asked, about),
    });
  } catch (error) {
    progress?.end();
    throw error;
  }
}

/** Returns the reason why the request must not be sent, if there is one. */
function taskProblem(
  connection: Connection,
  method: string,
  params: Params | undefined,
  asked: boolean,
): ConnectionError | undefined {
  const refuse = (text: string): ConnectionError =>
    new ConnectionError("capability", text);
  if (!asked && method !== "tools/call") return undefined;
  const capability = taskCapability(method);
  if (!declares(connection.peer.capabilities, capability)) {
    return asked
      ? refuse(
          `A task of ${method} needs ${capability}, which the peer did not declare`,
        )
      : undefined;
  }
  if (method !== "tools/call") return undefined;
  const tool = String(params?.name);
  const support = TaskWatch.of(connection).supportOf(tool);
  if (support === undefined) return undefined;
  if (asked && support === "forbidden") {
    return refuse(`The tool ${tool} does not run as a task`);
  }
  return !asked && support === "required"
    ? refuse(
        `The tool ${tool} runs as a task only: call it with { task: true }`,
      )
    : undefined;
}

function acceptTask(result: object): object {
  const { task } = result as Partial<CreatedTask>;
  if (isTaskState(task)) return result;
  throw new ConnectionError("invalid", "The answer is not a valid task");
}

/** Wraps handlers: the result of a request that belongs to a task names the task. */
function withRelatedResults(protocol: Protocol, handlers: Handlers): Handlers {
  const all: { [method: string]: Handler | undefined } = { ...handlers };
  for (const [method, handler] of Object.entries(handlers)) {
    const facts = protocol.methods[method];
    if (!facts || facts.kind || !handler) continue;
    if (method.startsWith("tasks/")) continue;
    all[method] = (params, call) => {
      const taskId = relatedTaskId(params);
      const result = handler(params, call);
      if (taskId === undefined) return result;
      return Promise.resolve(result).then((value) =>
        isObject(value) ? withRelatedTask(value, taskId) : value,
      );
    };
  }
  return all;
}

/** Wraps the handlers of notifications that are about tasks. */
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
