/** The side that asks for tasks: a client, or a server. */
import { ConnectionError } from "../../../json-rpc/messages/errors.js";
import { attempt } from "../../../json-rpc/promises.js";
import { isObject } from "../../../validation/guards.js";
import { declares } from "../../../protocol/capabilities.js";
import { Handle } from "./handle.js";
import { capabilityOf, isTask, taskOf, withTask } from "../../task.js";
import { TaskWatch } from "./watch.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Params } from "../../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../../json-rpc/requests.js";
import { extendHandlers } from "../../../protocol/handlers/extension.js";
import type { Extend } from "../../../protocol/handlers/extension.js";
import type {
  Handler,
  Handlers,
  OutgoingRequest,
} from "../../../protocol/lifecycle.js";
import type { Protocol } from "../../../protocol/protocol.js";
import type { TaskState } from "../../task.js";

/** Asks for a task, which is kept for `ttl` milliseconds if that is said. */
export type TaskOption = true | { readonly ttl?: number | undefined };

/** Options of a request that runs as a task. */
export interface TaskRequestOptions extends RequestOptions {
  readonly task: TaskOption;
}

/** What is answered to a request that runs as a task. */
interface Created {
  readonly task: TaskState;
}

/** Sends requests as tasks, and hears of tasks. */
export const taskRequests: Extend = (endpoint, handlers) => {
  endpoint.intercept({ send: sendOrStart });
  return hearing(relating(endpoint.protocol, handlers));
};

/** Adds that to a client, beside what comes with its handlers. */
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
  if (task !== undefined) {
    return startTask(request, task, next);
  }
  const asked = params?.task !== undefined;
  const problem = taskProblem(connection, method, params, asked);
  if (problem) return Promise.reject(problem);
  const answer = next(
    asked ? { ...request, options: { ...options, accept: accepted } } : request,
  );
  if (method !== "tools/list") return answer;
  return answer.then((page) => {
    TaskWatch.of(connection).sawTools(page);
    return page;
  });
}

/** Asks for a task; resolves to its handle. */
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
    const accept = { ...rest, accept: accepted };
    const answer = next({ ...request, params: sent, options: accept });
    const { task: state } = (await answer) as Created;
    if (progress) watch.untilEnd(state.taskId, progress.end);
    const send = connection.request.bind(connection);
    return new Handle({
      method,
      params,
      taskId: state.taskId,
      state,
      connection: () => connection,
      send: (...asked) => send(...asked, relatedRequestId),
    });
  } catch (error) {
    progress?.end();
    throw error;
  }
}

/** Why the peer must not be asked so, if that is known. */
function taskProblem(
  connection: Connection,
  method: string,
  params: Params | undefined,
  asked: boolean,
): ConnectionError | undefined {
  const refuse = (text: string): ConnectionError =>
    new ConnectionError("capability", text);
  if (!asked && method !== "tools/call") return undefined;
  const capability = capabilityOf(method);
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

function accepted(result: object): object {
  const { task } = result as Partial<Created>;
  if (isTask(task)) return result;
  throw new ConnectionError("invalid", "The answer is not a valid task");
}

/** Handlers of requests that belong to a task, and say so in their answers. */
function relating(protocol: Protocol, handlers: Handlers): Handlers {
  const all: { [method: string]: Handler | undefined } = { ...handlers };
  for (const [method, handler] of Object.entries(handlers)) {
    const facts = protocol.methods[method];
    if (!facts || facts.kind || !handler) continue;
    if (method.startsWith("tasks/")) continue;
    all[method] = (params, call) => {
      const taskId = taskOf(params);
      const result = handler(params, call);
      if (taskId === undefined) return result;
      return Promise.resolve(result).then((value) =>
        isObject(value) ? withTask(value, taskId) : value,
      );
    };
  }
  return all;
}

/** Handlers that hear what is said of tasks, and pass it on. */
function hearing(handlers: Handlers): Handlers {
  const hear = (
    method: string,
    take: (watch: TaskWatch, params: Params) => void,
  ): Handlers => {
    const handler = handlers[method] as
      ((params: Params, connection: Connection) => unknown) | undefined;
    const heard = (params: Params = {}, connection: Connection): unknown => {
      take(TaskWatch.of(connection), params);
      return handler?.(params, connection);
    };
    return { [method]: heard as Handler };
  };
  return {
    ...handlers,
    ...hear("notifications/tasks/status", (watch, params) =>
      watch.heard(params),
    ),
    ...hear("notifications/progress", (watch, params) =>
      watch.progressed(params),
    ),
    ...hear("notifications/tools/list_changed", (watch) =>
      watch.toolsChanged(),
    ),
  };
}
