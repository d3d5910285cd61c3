/** Lets clients subscribe to tasks with `subscriptions/listen`. */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { MIN_SUBSCRIPTION_LENGTH } from "../../protocol/constants.js";
import { asError, McpError } from "../../json-rpc/messages/errors.js";
import { SUBSCRIPTION_ID } from "../../json-rpc/messages/meta.js";
import { attempt } from "../../json-rpc/promises.js";
import {
  shareJson,
  sharedJson,
  withSharedMeta,
} from "../../json-rpc/shared-json.js";
import { FanOut } from "../../limits/fan-out.js";
import { requireExtension } from "../../protocol/extensions.js";
import { MAX_TASK_WAITERS } from "../settings.js";
import { SetMap } from "../set-map.js";
import { TASKS_EXTENSION } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Handler } from "../../protocol/lifecycle.js";
import type { WireTask } from "./wire.js";

const LISTEN_ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** Maximum number of tasks that one request may subscribe to. */
const MAX_TASKS = 100;

/** Functions with which subscriptions check and read tasks. */
export interface TaskSource {
  /**
   * Returns true if the sender of a request owns a task. Only the owner may
   * subscribe to a task. Each check counts as a request about tasks.
   *
   * @throws McpError 429 if the rate limit of the owner is exceeded.
   */
  owns(taskId: string, call: Call): Promise<boolean>;
  /**
   * Returns a task in the form of a `tasks/get` response. Returns undefined if
   * the task no longer exists.
   */
  read(taskId: string): Promise<WireTask | undefined>;
  report(error: Error): void;
}

export class TaskSubscriptions {
  readonly #source: TaskSource;
  readonly #calls = new SetMap<Call>();
  readonly #fanOut = new FanOut();

  constructor(source: TaskSource) {
    this.#source = source;
  }

  /**
   * Sends the current state of a task to its subscribers, to one subscriber in
   * each turn of the event loop.
   */
  async notify(taskId: string): Promise<void> {
    if (!this.#calls.get(taskId)) return;
    try {
      const task = await this.#source.read(taskId);
      const calls = this.#calls.get(taskId);
      if (!task || !calls) return;
      const shared = shareJson(task);
      this.#fanOut.send({
        recipients: [...calls],
        send: (call) =>
          attempt(
            () => notifySubscriber(call, shared),
            (error) => this.#source.report(error),
          ),
        key: taskId,
        length: () => sharedJson(shared)?.length ?? 0,
      });
    } catch (error) {
      this.#source.report(asError(error));
    }
  }

  /**
   * Returns a handler of `subscriptions/listen` that also accepts `taskIds`.
   */
  wrap(listen: Handler): Handler {
    const run = listen as (params: Params, call: Call) => Promise<object>;
    return (params: Params, call: Call) => {
      const { taskIds } = params.notifications as { taskIds?: unknown };
      if (taskIds === undefined) return run(params, call);
      requireExtension(call, TASKS_EXTENSION);
      if (!isStringArray(taskIds)) {
        const text = "Invalid params: taskIds is not an array of strings";
        throw new McpError(BAD_PARAMS, text);
      }
      const requested = [...new Set(taskIds)];
      if (requested.length > MAX_TASKS) {
        const text = `Invalid params: taskIds has more than ${MAX_TASKS} ids`;
        throw new McpError(BAD_PARAMS, text);
      }
      return this.#open(requested, () => run(params, call), call);
    };
  }

  async #open(
    requested: readonly string[],
    listen: () => Promise<object>,
    call: Call,
  ): Promise<object> {
    const { traffic } = call.connection;
    const length = requested.length * MIN_SUBSCRIPTION_LENGTH;
    if (!traffic.fits(length)) {
      throw new McpError(BAD_PARAMS, "Too many subscriptions are open");
    }
    traffic.keep(length);
    const remove: (() => void)[] = [];
    try {
      const owned = await Promise.all(
        requested.map((taskId) => this.#source.owns(taskId, call)),
      );
      const taskIds = requested.filter((_, index) => owned[index]);
      const notify = call.notify.bind(call);
      // MCP allows notifications of a subscription only after its
      // acknowledgement. The subscription to the tasks therefore starts after
      // the acknowledgement is sent.
      call.notify = (method, params) => {
        if (method !== LISTEN_ACKNOWLEDGED) return notify(method, params);
        const accepted = taskIds.filter(
          (taskId) => (this.#calls.get(taskId)?.size ?? 0) < MAX_TASK_WAITERS,
        );
        const filter = params?.notifications as object;
        const notifications = { ...filter, taskIds: accepted };
        notify(method, { ...params, notifications });
        for (const taskId of accepted) {
          remove.push(this.#calls.add(taskId, call));
        }
      };
      return await listen();
    } finally {
      traffic.keep(-length);
      for (const end of remove) end();
    }
  }
}

/**
 * Sends the state of a task to a subscriber. Sends nothing if the client has
 * too much unread data. The client can still poll the task.
 */
function notifySubscriber(call: Call, task: WireTask): void {
  const { length } = sharedJson(task) ?? "";
  if (call.connection.traffic.reserveUnread?.(length) === false) return;
  const _meta = { [SUBSCRIPTION_ID]: call.id };
  call.notify("notifications/tasks", withSharedMeta(task, _meta));
}

function isStringArray(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}
