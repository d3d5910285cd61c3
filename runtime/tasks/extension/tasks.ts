/** Tasks extension as a feature of servers. */
import { asJson } from "../../json-rpc/messages/messages.js";
import { chain } from "../../json-rpc/promises.js";
import { extending } from "../../features/extension.js";
import {
  declaresExtension,
  requireExtension,
} from "../../protocol/extensions.js";
import { isObject } from "../../validation/guards.js";
import { executorOptions } from "../settings.js";
import { withTool, type TaskTools } from "../tools.js";
import { ExtensionTaskReceiver } from "./receiver.js";
import { ExtensionTaskCall } from "./run.js";
import { runBefore } from "./tools.js";
import { TASK_RESULT, TASKS_EXTENSION } from "./wire.js";
import type { Call } from "../../json-rpc/call.js";
import type { Extend } from "../../features/extension.js";
import type { Handler, Handlers, Lifecycle } from "../../protocol/lifecycle.js";
import type { RequestHandler } from "../outcome.js";
import type { TasksSettings } from "../settings.js";
import type { TaskInputResponses } from "./wire.js";

/**
 * Task handlers of a server. Their result type suits the type that any revision declares
 * for the method.
 */
export type ExtensionTaskHandlers = {
  [Method in "tasks/get" | "tasks/update" | "tasks/cancel"]: (
    params: { taskId: string },
    ctx: object,
  ) => Promise<never>;
};

/** Returns handlers that run tool calls as tasks for clients that declare the extension. */
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
    endpoint.lifecycle = extendLifecycle(
      endpoint.lifecycle,
      receiver,
      responses,
    );
    const all: { [method: string]: unknown } = { ...given, ...handlers };
    const { "tools/call": call, "tools/list": list } = given;
    if (call) all["tools/call"] = startByTool(call, receiver);
    if (list) all["tools/list"] = withoutTaskSupport(list);
    return all as Handlers;
  };
  for (const handler of Object.values(handlers)) extending(handler, extension);
  return handlers as unknown as ExtensionTaskHandlers;
}

/** Adds the tasks extension to the lifecycle of a server. */
function extendLifecycle(
  lifecycle: Lifecycle,
  receiver: ExtensionTaskReceiver,
  responses: WeakMap<Call, TaskInputResponses>,
): Lifecycle {
  return {
    ...lifecycle,
    admit(call: Call) {
      lifecycle.admit(call);
      const { message } = call;
      const { params } = message;
      if (message.method !== "tasks/update" || !isObject(params)) return;
      const { inputResponses } = params;
      if (!isObject(inputResponses)) return;
      // Each answer is validated later, against its own input request.
      responses.set(call, inputResponses);
      message.params = { ...params, inputResponses: {} };
    },
    finish(call: Call, result) {
      const { resultType } = result as { resultType?: unknown };
      if (resultType !== TASK_RESULT || call.method === "tools/call") {
        return lifecycle.finish?.(call, result) ?? result;
      }
      throw new TypeError(`${call.method} must not be answered with a task`);
    },
    ask: (call: Call, method, params, options) =>
      call instanceof ExtensionTaskCall
        ? call.run.ask(method, params, options)
        : (lifecycle.ask?.(call, method, params, options) ??
          call.request(method, params, options)),
    // The handler of a task runs once, so that there is no sealed state.
    once: (call: Call, key, run) =>
      (call instanceof ExtensionTaskCall
        ? undefined
        : lifecycle.once?.(call, key, run)) ??
      new Promise((resolve) => resolve(run())).then(asJson),
    handlers(endpoint, own, options) {
      const all = lifecycle.handlers(endpoint, own, options);
      const listen = all["subscriptions/listen"];
      return listen
        ? {
            ...all,
            "subscriptions/listen": receiver.subscriptions.wrap(listen),
          }
        : all;
    },
  };
}

/** Returns a handler for `tools/call`, where `taskSupport` of each tool decides. */
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
      // MCP: input-required results precede the task.
      return chain(runBefore(tool, params as object, call), (context) =>
        receiver.start(run, params, call, context),
      );
    });
  return decide as Handler;
}

/** Returns a handler for `tools/list` without the members that only tasks use. */
function withoutTaskSupport(list: Handler): Handler {
  const run = list as (params: unknown, call: Call) => object | Promise<object>;
  const plain = (params: unknown, call: Call): unknown =>
    chain(run(params, call), (page) => {
      const { tools } = page as { readonly tools: readonly object[] };
      return {
        ...page,
        tools: tools.map((tool) => ({
          ...tool,
          execution: undefined,
          before: undefined,
        })),
      };
    });
  return plain as Handler;
}
