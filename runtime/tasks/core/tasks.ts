/**
 * Core tasks as a feature of a server or client: handlers that run the peer's
 * requests as tasks.
 */
import { UNKNOWN_METHOD } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { markExtension } from "../../protocol/handlers/extension.js";
import { declare, declares } from "../../protocol/capabilities.js";
import { executorOptions } from "../settings.js";
import { taskCapability } from "../task.js";
import { withTool, type TaskTools } from "../tools.js";
import { taskRequests } from "./client/requests.js";
import { CoreTaskReceiver } from "./receiver.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { RequestHandler } from "../outcome.js";
import type { TasksSettings } from "../settings.js";
import type { TaskState } from "../task.js";

/** Handlers of the `tasks/*` requests of a server or client. */
export type TaskHandlers = {
  "tasks/get": (params: { taskId: string }, ctx: object) => Promise<TaskState>;
  "tasks/result": (
    params: { taskId: string },
    ctx: object,
  ) => Promise<{ [name: string]: unknown }>;
  "tasks/cancel": (
    params: { taskId: string },
    ctx: object,
  ) => Promise<TaskState>;
  "tasks/list"?: (
    params: { cursor?: string } | undefined,
    ctx: object,
  ) => Promise<{ tasks: TaskState[]; nextCursor?: string }>;
};

/**
 * Methods whose requests can run as tasks. The receiving side must have a
 * handler for the method.
 */
const TASK_METHODS: readonly string[] = [
  "tools/call",
  "sampling/createMessage",
  "elicitation/create",
];

/**
 * Returns handlers that let the peer run requests as tasks: `tools/call` on a
 * server; `sampling/createMessage` and `elicitation/create` on a client that
 * handles them. Without a bearer token, a task belongs to its session or
 * connection.
 */
export function tasks(settings: TasksSettings = {}): TaskHandlers {
  const receiver = new CoreTaskReceiver(executorOptions(settings));
  const handlers = {
    "tasks/get": receiver.get.bind(receiver),
    "tasks/result": receiver.result.bind(receiver),
    "tasks/cancel": receiver.cancel.bind(receiver),
    // MCP requires that `tasks/list` is left out if requestors cannot be
    // distinguished.
    ...(settings.owner === "anyone"
      ? {}
      : { "tasks/list": receiver.list.bind(receiver) }),
  };
  const extension = extendWithReceiver(receiver);
  for (const handler of Object.values(handlers)) {
    markExtension(handler, extension);
  }
  return handlers as unknown as TaskHandlers;
}

/**
 * Returns the extension that lets a client or server run the peer's requests as
 * tasks.
 */
function extendWithReceiver(receiver: CoreTaskReceiver): Extend {
  return (endpoint, handlers, capabilities) => {
    receiver.report = (error) => endpoint.report(error);
    const augmentable = TASK_METHODS.filter((method) => handlers[method]);
    for (const method of augmentable) {
      declare(capabilities, taskCapability(method));
    }
    const all: { [method: string]: Handler | undefined } = { ...handlers };
    const declared = (path: string) => () =>
      declares(endpoint.capabilities, path);
    for (const part of ["list", "cancel"]) {
      const method = `tasks/${part}`;
      const handler = handlers[method] as RequestHandler | undefined;
      if (!handler) continue;
      all[method] = whileDeclared(
        declared(`tasks.${part}`),
        handler,
        undeclaredMethod,
      );
    }
    for (const method of augmentable) {
      const handler = handlers[method] as RequestHandler;
      const may = declared(taskCapability(method));
      all[method] = whileDeclared(may, augmented(receiver, handler), handler);
    }
    // Add `taskRequests` only to servers: for clients, the function
    // `extendWithTasks` adds it.
    return endpoint.protocol.side === "server"
      ? taskRequests(endpoint, all, capabilities)
      : all;
  };
}

/**
 * Returns a handler that calls `run` if the required capability is declared. If
 * not, the handler calls `otherwise`.
 */
function whileDeclared(
  declared: () => boolean,
  run: RequestHandler,
  otherwise: RequestHandler,
): Handler {
  const handler: RequestHandler = (params, call) =>
    (declared() ? run : otherwise)(params, call);
  return handler as Handler;
}

function undeclaredMethod(_params: Params, { method }: Call): never {
  throw new McpError(UNKNOWN_METHOD, `Method not found: ${method}`);
}

/**
 * Returns a handler that starts a task if the request asks for one, and
 * otherwise calls `handler`.
 */
function augmented(
  receiver: CoreTaskReceiver,
  handler: RequestHandler,
): RequestHandler {
  const { parts } = handler as { readonly parts?: TaskTools };
  const start: RequestHandler = (params, call) =>
    receiver.start(handler, params, call);
  if (parts) return byTool(handler, start, parts);
  return (params, call) =>
    isObject(params.task) ? start(params, call) : handler(params, call);
}

/**
 * Returns a handler for `tools/call`. The value of `taskSupport` in the called
 * tool decides whether the call runs as a task.
 */
function byTool(
  handler: RequestHandler,
  start: RequestHandler,
  tools: TaskTools,
): RequestHandler {
  return (params, call) =>
    withTool(tools, params, call, (tool, support) => {
      const wantsTask = isObject(params.task);
      // A call of an unknown tool is passed to `handler`, which rejects the
      // call.
      if (tool && support === (wantsTask ? "forbidden" : "required")) {
        const text = wantsTask
          ? `The tool ${String(params.name)} cannot run as a task`
          : `The tool ${String(params.name)} runs as a task only: send params.task`;
        throw new McpError(UNKNOWN_METHOD, text);
      }
      return tool && wantsTask ? start(params, call) : handler(params, call);
    });
}
