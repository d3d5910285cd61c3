/**
 * Tasks extension, as a feature of a server: handlers that run tool calls as
 * tasks.
 */
import { chain } from "../../json-rpc/promises.js";
import { markExtension } from "../../protocol/handlers/extension.js";
import {
  declaresExtension,
  requireExtension,
} from "../../protocol/extensions.js";
import { isObject } from "../../validation/guards.js";
import { executorOptions } from "../settings.js";
import { withTool, type TaskTools } from "../tools.js";
import { ExtensionTaskReceiver } from "./receiver.js";
import { runBefore } from "./tools.js";
import { TASK_RESULT, TASKS_EXTENSION } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Interceptor } from "../../protocol/interceptors.js";
import type { Handler, Handlers } from "../../protocol/lifecycle.js";
import type { RequestHandler } from "../outcome.js";
import type { TasksSettings } from "../settings.js";
import type { TaskInputResponses } from "./wire.js";

/**
 * Handlers of the `tasks/*` requests of a server. The result type of the
 * handlers is `never`, so that they are assignable to the handler types of
 * every revision.
 */
export type ExtensionTaskHandlers = {
  [Method in "tasks/get" | "tasks/update" | "tasks/cancel"]: (
    params: { taskId: string },
    ctx: object,
  ) => Promise<never>;
};

/**
 * Returns handlers that run tool calls as tasks, for clients that declare the
 * tasks extension.
 */
export function extensionTasks(
  settings: TasksSettings = {},
): ExtensionTaskHandlers {
  const receiver = new ExtensionTaskReceiver(executorOptions(settings));
  const responses = new WeakMap<Call, TaskInputResponses>();
  const handlers = {
    "tasks/get": receiver.get.bind(receiver),
    "tasks/update": (params: { taskId: string }, call: Call) =>
      receiver.update(params, responses.get(call) ?? {}, call),
    "tasks/cancel": receiver.cancel.bind(receiver),
  };
  const extension: Extend = (endpoint, given) => {
    receiver.report = (error) => endpoint.report(error);
    endpoint.intercept(taskInterceptor(receiver, responses));
    const all: { [method: string]: unknown } = { ...given, ...handlers };
    const { "tools/call": call, "tools/list": list } = given;
    if (call) all["tools/call"] = startByTool(call, receiver);
    if (list) all["tools/list"] = withoutTaskSupport(list);
    return all as Handlers;
  };
  for (const handler of Object.values(handlers))
    markExtension(handler, extension);
  return handlers as unknown as ExtensionTaskHandlers;
}

/**
 * Returns the interceptor that the tasks extension adds to a server. It takes
 * the answers out of `tasks/update`, and lets clients subscribe to tasks.
 */
function taskInterceptor(
  receiver: ExtensionTaskReceiver,
  responses: WeakMap<Call, TaskInputResponses>,
): Interceptor {
  return {
    answer(call, next) {
      if (call.method === "tasks/update") {
        takeResponses(call, (given) => responses.set(call, given));
      }
      return chain(next(call), (result) => {
        const type = isObject(result) ? result.resultType : undefined;
        if (type !== TASK_RESULT || call.method === "tools/call") return result;
        throw new TypeError(`${call.method} must not be answered with a task`);
      });
    },
    routes(handlers, next) {
      const all = next(handlers);
      const listen = all["subscriptions/listen"];
      if (!listen) return all;
      const wrapped = receiver.subscriptions.wrap(listen);
      return { ...all, "subscriptions/listen": wrapped };
    },
  };
}

/**
 * Removes the client's answers from the params of `tasks/update`, and passes
 * them to `take`. Each answer is validated later against its input request.
 */
function takeResponses(
  { message }: Call,
  take: (responses: TaskInputResponses) => void,
): void {
  const { params } = message;
  if (!isObject(params) || !isObject(params.inputResponses)) return;
  take(params.inputResponses);
  message.params = { ...params, inputResponses: {} };
}

/**
 * Returns a handler for `tools/call`. The value of `taskSupport` in the called
 * tool decides whether the call runs as a task.
 */
function startByTool(
  handler: Handler,
  receiver: ExtensionTaskReceiver,
): Handler {
  const run = handler as RequestHandler;
  const { parts = [] } = handler as { readonly parts?: TaskTools };
  const decide: RequestHandler = (params, call) =>
    withTool(parts, params, call, (tool, support) => {
      if (support === "required") requireExtension(call, TASKS_EXTENSION);
      if (
        !tool ||
        support === "forbidden" ||
        !declaresExtension(call.peer.capabilities, TASKS_EXTENSION)
      ) {
        return run(params, call);
      }
      // The `before` hook runs before the task is created. It may return an
      // input-required result, which MCP allows only before the task exists.
      return chain(runBefore(tool, params as object, call), (context) =>
        receiver.start(run, params, call, context),
      );
    });
  return decide as Handler;
}

/**
 * Returns a handler for `tools/list`. It removes the member `execution` of
 * tools, which only the server needs to run tasks.
 */
function withoutTaskSupport(list: Handler): Handler {
  const run = list as (params: unknown, call: Call) => object | Promise<object>;
  const plain = (params: unknown, call: Call): unknown =>
    chain(run(params, call), (page) => {
      const { tools } = page as { readonly tools: readonly object[] };
      return {
        ...page,
        tools: tools.map((tool) => ({ ...tool, execution: undefined })),
      };
    });
  return plain as Handler;
}
