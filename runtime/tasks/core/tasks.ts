/** Tasks as a feature: handlers that run requests of the peer as tasks. */
import { McpError, UNKNOWN_METHOD } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { extending } from "../../protocol/handlers/extension.js";
import { chain } from "../../json-rpc/promises.js";
import { declare, declares } from "../../protocol/capabilities.js";
import { systemClock } from "../clock.js";
import { TaskReceiver } from "./receiver.js";
import { taskRequests } from "./client/requests.js";
import { memoryTasks } from "../store.js";
import { capabilityOf } from "../task.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Extend } from "../../protocol/handlers/extension.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { Clock } from "../clock.js";
import type { Rate } from "../../limits/rate-limit.js";
import type { TaskOwner } from "../owner.js";
import type { TaskEvent } from "../records.js";
import type { TaskStore } from "../store.js";
import type { TaskState } from "../task.js";
import type { TaskSupport } from "./tools.js";
import { visibleOf, type ModuleEntries } from "../../features/entries.js";
import type { Tool } from "../../features/tools.js";

/** Settings of {@link tasks}. Times are in milliseconds. */
export interface TasksSettings {
  /** Where tasks are kept. Default: `memoryTasks()`. */
  readonly store?: TaskStore | undefined;
  /**
   * Whose a task is. Default: the subject that the sender's token names;
   * without one the session or connection, and its tasks end with it.
   */
  readonly owner?: TaskOwner | undefined;
  /** How long a task is kept that asks for no time. Default: one hour. */
  readonly ttl?: number | undefined;
  /** The longest that a task is kept; Infinity is no limit. Default: one day. */
  readonly maxTtl?: number | undefined;
  /** How long requestors are told to wait between looks. Default: one second. */
  readonly pollInterval?: number | undefined;
  /**
   * Tasks of one owner that run at a time; where owners are connections, of one
   * address. Default: 100.
   */
  readonly maxRunning?: number | undefined;
  /**
   * Requests about tasks by one owner: at once, and a second in the long run.
   * Default: 10,000, and 1,000.
   */
  readonly rate?: Rate | undefined;
  /**
   * Is told what happens to tasks, for audit logs and metrics. When it fails,
   * the `onError` of its server or client is told, and the task goes on.
   */
  readonly onEvent?: ((event: TaskEvent) => unknown) | undefined;
  /** Time, for tests. */
  readonly clock?: Clock | undefined;
}

/** Handlers of tasks, for a server or a client. */
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

/** Requests that may run as tasks, if this side answers them. */
const TASK_METHODS: readonly string[] = [
  "tools/call",
  "sampling/createMessage",
  "elicitation/create",
];

export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/**
 * Handlers that let the peer run requests as tasks: on a server `tools/call`,
 * on a client `sampling/createMessage` and `elicitation/create`, if they are
 * among its handlers too. Without the token of a sender a task belongs to the
 * session or the connection.
 */
export function tasks(settings: TasksSettings = {}): TaskHandlers {
  const { owner } = settings;
  const receiver = new TaskReceiver({
    store: settings.store ?? memoryTasks(),
    clock: settings.clock ?? systemClock,
    owner,
    ttl: settings.ttl ?? HOUR,
    maxTtl: settings.maxTtl ?? DAY,
    pollInterval: settings.pollInterval ?? 1_000,
    maxRunning: settings.maxRunning ?? 100,
    rate: settings.rate ?? { burst: 10_000, perSecond: 1_000 },
    onEvent: settings.onEvent ?? (() => {}),
  });
  const handlers = {
    "tasks/get": receiver.get.bind(receiver),
    "tasks/result": receiver.result.bind(receiver),
    "tasks/cancel": receiver.cancel.bind(receiver),
    // MCP: no `tasks/list` where requestors cannot be told apart.
    ...(owner === "anyone"
      ? {}
      : { "tasks/list": receiver.list.bind(receiver) }),
  };
  const extension = extensionOf(receiver);
  for (const handler of Object.values(handlers)) {
    extending(handler, extension);
  }
  return handlers as unknown as TaskHandlers;
}

/** On a client the requests are those of `extendWithTasks` already. */
function extensionOf(receiver: TaskReceiver): Extend {
  return (endpoint, handlers, capabilities) => {
    receiver.report = (error) => endpoint.report(error);
    const augmentable = TASK_METHODS.filter((method) => handlers[method]);
    for (const method of augmentable) {
      declare(capabilities, capabilityOf(method));
    }
    const all: { [method: string]: Handler | undefined } = { ...handlers };
    const declared = (path: string) => () =>
      declares(endpoint.capabilities, path);
    for (const part of ["list", "cancel"]) {
      const method = `tasks/${part}`;
      const handler = handlers[method] as RunRequest | undefined;
      if (!handler) continue;
      all[method] = only(declared(`tasks.${part}`), handler, absent);
    }
    for (const method of augmentable) {
      const handler = handlers[method] as RunRequest;
      const may = declared(capabilityOf(method));
      all[method] = only(may, augmented(receiver, handler), handler);
    }
    return endpoint.protocol.side === "server"
      ? taskRequests(endpoint, all, capabilities)
      : all;
  };
}

type Tools = readonly ModuleEntries<Tool>[];

type RunRequest = (params: Params, call: Call) => unknown;

/** One handler while something is declared, another while it is not. */
function only(
  declared: () => boolean,
  run: RunRequest,
  otherwise: RunRequest,
): Handler {
  const handler: RunRequest = (params, call) =>
    (declared() ? run : otherwise)(params, call);
  return handler as Handler;
}

function absent(_params: Params, { method }: Call): never {
  throw new McpError(UNKNOWN_METHOD, `Method not found: ${method}`);
}

/** A handler whose requests run as tasks when they ask for it. */
function augmented(receiver: TaskReceiver, handler: RunRequest): RunRequest {
  const { parts } = handler as { readonly parts?: Tools };
  const start: RunRequest = (params, call) =>
    receiver.start(handler, params, call);
  if (parts) return byTool(handler, start, parts);
  return (params, call) =>
    isObject(params.task) ? start(params, call) : handler(params, call);
}

/** The same where each tool says whether it runs as a task. */
function byTool(
  handler: RunRequest,
  start: RunRequest,
  tools: Tools,
): RunRequest {
  return (params, call) => {
    const asked = isObject(params.task);
    const tool = String(params.name);
    const decide = (support: TaskSupport | undefined): unknown => {
      // An unknown tool is refused as without tasks.
      if (support === undefined) return handler(params, call);
      if (asked ? support === "forbidden" : support === "required") {
        const text = asked
          ? `The tool ${tool} does not run as a task`
          : `The tool ${tool} runs as a task only: ask for one`;
        throw new McpError(UNKNOWN_METHOD, text);
      }
      return asked ? start(params, call) : handler(params, call);
    };
    const found = visibleOf(tools, call, (name) => name === tool);
    return chain(found, ([one]) =>
      decide(one && (one[1].shown.execution?.taskSupport ?? "forbidden")),
    );
  };
}
