/** Tasks whose state is polled, as a feature of servers. */
import { chain } from "../../json-rpc/promises.js";
import { visibleOf, type ModuleEntries } from "../../features/entries.js";
import { extending } from "../../protocol/handlers/extension.js";
import {
  declaresExtension,
  requireExtension,
} from "../../protocol/extensions.js";
import { isObject } from "../../validation/guards.js";
import { systemClock } from "../clock.js";
import { memoryTasks } from "../store.js";
import { DAY, HOUR } from "../core/tasks.js";
import { PolledReceiver } from "./receiver.js";
import { prepared } from "./tools.js";
import { TASK_RESULT, TASKS_EXTENSION } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Tool } from "../../features/tools.js";
import type { Interceptor } from "../../protocol/interceptors.js";
import type { Handler, Handlers } from "../../protocol/lifecycle.js";
import type { TasksSettings } from "../core/tasks.js";
import type { Given } from "./run.js";

type PolledRunner = (params: Params, call: Call) => unknown;

/**
 * Handlers of such tasks. What they give is what the method has, whichever types a
 * revision declares for it.
 */
export type PolledTaskHandlers = {
  [Method in "tasks/get" | "tasks/update" | "tasks/cancel"]: (
    params: { taskId: string },
    ctx: object,
  ) => Promise<never>;
};

/** Handlers that run calls of tools as tasks, for clients that declare them. */
export function polledTasks(settings: TasksSettings = {}): PolledTaskHandlers {
  const receiver = new PolledReceiver({
    store: settings.store ?? memoryTasks(),
    shared: settings.store !== undefined,
    clock: settings.clock ?? systemClock,
    owner: settings.owner,
    ttl: settings.ttl ?? HOUR,
    maxTtl: settings.maxTtl ?? DAY,
    pollInterval: settings.pollInterval ?? 1_000,
    maxRunning: settings.maxRunning ?? 100,
    rate: settings.rate ?? { burst: 10_000, perSecond: 1_000 },
    onEvent: settings.onEvent ?? (() => {}),
  });
  const answers = new WeakMap<Call, Given>();
  const handlers = {
    "tasks/get": receiver.get.bind(receiver),
    "tasks/update": (params: { taskId: string }, call: Call) =>
      receiver.update(params, answers.get(call) ?? {}, call),
    "tasks/cancel": receiver.cancel.bind(receiver),
  };
  const extension: Extend = (endpoint, given) => {
    receiver.report = (error) => endpoint.report(error);
    endpoint.intercept(pollingInterceptor(receiver, answers));
    const all: { [method: string]: unknown } = { ...given, ...handlers };
    const { "tools/call": call, "tools/list": list } = given;
    if (call) all["tools/call"] = pollingByTool(call, receiver);
    if (list) all["tools/list"] = withoutTaskSupport(list);
    return all as Handlers;
  };
  for (const handler of Object.values(handlers)) extending(handler, extension);
  return handlers as unknown as PolledTaskHandlers;
}

/** Returns the interceptor of a server that has such tasks. */
function pollingInterceptor(
  receiver: PolledReceiver,
  answers: WeakMap<Call, Given>,
): Interceptor {
  return {
    answer(call, next) {
      if (call.method === "tasks/update") {
        keepAnswers(call, (given) => answers.set(call, given));
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
      return listen
        ? { ...all, "subscriptions/listen": receiver.listeners.over(listen) }
        : all;
    },
  };
}

/**
 * Takes the answers out of a request: an answer is checked against its question,
 * and one without a question is ignored.
 */
function keepAnswers({ message }: Call, keep: (answers: Given) => void): void {
  const { params } = message;
  if (!isObject(params) || !isObject(params.inputResponses)) return;
  keep(params.inputResponses);
  message.params = { ...params, inputResponses: {} };
}

/** Calls of tools; each tool says whether it runs as a task. */
function pollingByTool(handler: Handler, receiver: PolledReceiver): Handler {
  const run = handler as PolledRunner;
  const { parts = [] } = handler as {
    readonly parts?: readonly ModuleEntries<Tool>[];
  };
  const decide: PolledRunner = (params, call) => {
    const name = String(params.name);
    const found = visibleOf(parts, call, (one) => one === name);
    return chain(found, ([one]) => {
      const tool = one?.[1];
      const { taskSupport = "forbidden" } = tool?.shown.execution ?? {};
      if (taskSupport === "required") requireExtension(call, TASKS_EXTENSION);
      if (
        !tool ||
        taskSupport === "forbidden" ||
        !declaresExtension(call.peer.capabilities, TASKS_EXTENSION)
      ) {
        return run(params, call) as object;
      }
      // MCP: rounds of questions come before the task.
      return chain(prepared(tool, params as object, call), (own) =>
        receiver.start(run, params, call, own),
      );
    });
  };
  return decide as Handler;
}

/** A list of tools without what only other revisions show of their tasks. */
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
