/** Those who listen for tasks, by `subscriptions/listen`. */
import {
  asError,
  BAD_PARAMS,
  McpError,
} from "../../json-rpc/messages/errors.js";
import { SUBSCRIPTION_ID } from "../../json-rpc/messages/meta.js";
import { requireExtension } from "../../protocol/extensions.js";
import { SUBSCRIPTION_LENGTH } from "../../protocol/lifecycle.js";
import { TASKS_EXTENSION } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { ShownTask } from "./wire.js";

const LISTEN_ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** What is known of the tasks. */
export interface ListenedTasks {
  /** Whether the sender of a request may hear of a task. */
  owned(taskId: string, call: Call): Promise<boolean>;
  /** The task as `tasks/get` would show it. */
  show(taskId: string): Promise<ShownTask | undefined>;
  report(error: Error): void;
}

export class TaskListeners {
  readonly #tasks: ListenedTasks;
  readonly #calls = new Map<string, Set<Call>>();

  constructor(tasks: ListenedTasks) {
    this.#tasks = tasks;
  }

  /** Says what a task is now, to all that listen for it. */
  async tell(taskId: string): Promise<void> {
    const calls = this.#calls.get(taskId);
    if (!calls) return;
    try {
      const task = await this.#tasks.show(taskId);
      for (const call of task ? calls : []) {
        const _meta = { [SUBSCRIPTION_ID]: call.id };
        call.notify("notifications/tasks", { ...task, _meta });
      }
    } catch (error) {
      this.#tasks.report(asError(error));
    }
  }

  /** The handler of subscriptions, which takes tasks too. */
  over(listen: Handler): Handler {
    const run = listen as (params: Params, call: Call) => Promise<object>;
    return (params: Params, call: Call) => {
      const { taskIds } = params.notifications as { taskIds?: unknown };
      if (taskIds === undefined) return run(params, call);
      requireExtension(call, TASKS_EXTENSION);
      if (!isTexts(taskIds)) {
        const text = "Invalid params: taskIds is no array of strings";
        throw new McpError(BAD_PARAMS, text);
      }
      return this.#open([...new Set(taskIds)], () => run(params, call), call);
    };
  }

  async #open(
    wanted: readonly string[],
    listen: () => Promise<object>,
    call: Call,
  ): Promise<object> {
    const { traffic } = call.connection;
    const length = wanted.length * SUBSCRIPTION_LENGTH;
    if (!traffic.fits(length)) {
      throw new McpError(BAD_PARAMS, "Too many subscriptions are open");
    }
    traffic.keep(length);
    try {
      const owned = await Promise.all(
        wanted.map((taskId) => this.#tasks.owned(taskId, call)),
      );
      const taskIds = wanted.filter((_, at) => owned[at]);
      const notify = call.notify.bind(call);
      // Nothing is heard before it is acknowledged.
      call.notify = (method, params) => {
        if (method !== LISTEN_ACKNOWLEDGED) return notify(method, params);
        const notifications = { ...(params?.notifications as object), taskIds };
        notify(method, { ...params, notifications });
        for (const taskId of taskIds) this.#add(taskId, call);
      };
      return await listen();
    } finally {
      traffic.keep(-length);
      for (const taskId of wanted) this.#remove(taskId, call);
    }
  }

  #add(taskId: string, call: Call): void {
    const calls = this.#calls.get(taskId) ?? new Set();
    this.#calls.set(taskId, calls.add(call));
  }

  #remove(taskId: string, call: Call): void {
    const calls = this.#calls.get(taskId);
    calls?.delete(call);
    if (calls?.size === 0) this.#calls.delete(taskId);
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
