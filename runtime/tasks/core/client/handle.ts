/** Handle by which a requestor reads and cancels a core task. */
import {
  BaseTaskHandle,
  pauseBetweenPolls,
  withHandles,
} from "../../handle.js";
import { TaskWatch } from "./watch.js";
import type { Params } from "../../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../../json-rpc/requests.js";
import type { ClientCore } from "../../../protocol/client-core.js";
import type { StateSource, TaskHandleOptions } from "../../handle.js";
import type { TaskState } from "../../task.js";

interface CoreTaskHandleOptions extends TaskHandleOptions {
  readonly send: (
    method: string,
    params: Params,
    options: RequestOptions,
  ) => Promise<object>;
}

export class CoreTaskHandle extends BaseTaskHandle<CoreTaskHandleOptions> {
  override status(options: RequestOptions = {}): Promise<TaskState> {
    return this.#request("tasks/get", options);
  }

  override cancel(options: RequestOptions = {}): Promise<TaskState> {
    return this.#request("tasks/cancel", options);
  }

  protected override states(): StateSource {
    const news: { task?: TaskState | undefined; wake?: () => void } = {};
    const close = this.#watch.listen(this.taskId, (task) => {
      news.task = task;
      news.wake?.();
    });
    const listen = (wake: () => void): (() => void) => {
      news.wake = wake;
      return () => delete news.wake;
    };
    const next = async (task: TaskState): Promise<TaskState> => {
      if (!news.task) await pauseBetweenPolls(task, listen);
      // Request the state of the task. A listener then stores the received
      // state in `news`.
      if (!news.task) await this.status();
      const state = news.task ?? task;
      delete news.task;
      return state;
    };
    return { next, close };
  }

  /**
   * Sends `tasks/result`, because the peer sends its input requests on the
   * stream of this request.
   */
  protected override inputRequired(): void {
    this.result().catch(() => {});
  }

  protected override async outcome(options: RequestOptions): Promise<object> {
    const { connection, method, params, send } = this.options;
    const sent = { timeout: Infinity, maxTimeout: Infinity, ...options };
    const result = await send("tasks/result", { taskId: this.taskId }, sent);
    this.#watch.ended(this.taskId);
    return connection().endpoint.accept(method, result, params);
  }

  get #watch(): TaskWatch {
    return TaskWatch.of(this.options.connection());
  }

  async #request(method: string, options: RequestOptions): Promise<TaskState> {
    const { send } = this.options;
    const task = await send(method, { taskId: this.taskId }, options);
    this.#watch.stateReceived(task);
    return task as TaskState;
  }
}

/**
 * Adds a method `task(id)` to a client, which returns the handle of a core
 * task.
 */
export function withTasks<C extends ClientCore>(client: C): C {
  const send = client.request.bind(client) as never;
  return withHandles(
    client,
    (options) => new CoreTaskHandle({ ...options, send }),
  );
}
