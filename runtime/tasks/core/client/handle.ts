/** A task of the peer's, as the program that asked for it sees it. */
import { LONGEST_DELAY } from "../../../limits/timer.js";
import { hasEnded } from "../../task.js";
import { TaskWatch } from "./watch.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Params } from "../../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../../json-rpc/requests.js";
import type { TaskState } from "../../task.js";

/**
 * A task. Iterating over it gives its states, the last one is its end:
 * `for await (const { status } of handle)`.
 */
export interface TaskHandle<Result = unknown> extends AsyncIterable<TaskState> {
  /** With it, the handle can be made again later. */
  readonly taskId: string;
  /**
   * The state now.
   *
   * @throws McpError -32602 when the task is not there any more.
   */
  status(options?: RequestOptions): Promise<TaskState>;
  /**
   * What the request came to, once the task has ended; waits without limit
   * unless the options set one.
   *
   * @throws McpError with the error that the request came to.
   */
  result(options?: RequestOptions): Promise<Result>;
  /**
   * Stops the task.
   *
   * @throws McpError -32602 when it has ended already.
   */
  cancel(options?: RequestOptions): Promise<TaskState>;
}

export interface HandleOptions {
  /** Method of the request that runs as the task. */
  readonly method: string;
  /** Its params, when they are known. */
  readonly params?: Params | undefined;
  readonly taskId: string;
  /** Its state, when it is known. */
  readonly state?: TaskState | undefined;
  readonly connection: () => Connection;
  readonly send: (
    method: string,
    params: Params,
    options: RequestOptions,
  ) => Promise<object>;
}

/** Waits between two looks, in milliseconds: when the peer says nothing, and bounds. */
export const POLL = 1_000;
export const SHORTEST = 20;

export class Handle implements TaskHandle<object> {
  readonly taskId: string;
  /** Says that this is no result, to hold to the output schema of a tool. */
  readonly task = true;
  readonly #options: HandleOptions;
  #result: Promise<object> | undefined;

  constructor(options: HandleOptions) {
    this.taskId = options.taskId;
    this.#options = options;
  }

  status(options: RequestOptions = {}): Promise<TaskState> {
    return this.#ask("tasks/get", options);
  }

  cancel(options: RequestOptions = {}): Promise<TaskState> {
    return this.#ask("tasks/cancel", options);
  }

  result(options?: RequestOptions): Promise<object> {
    if (options !== undefined) return this.#outcome(options);
    // Those who wait without options of their own wait for the same answer.
    this.#result ??= this.#outcome({}).finally(
      () => (this.#result = undefined),
    );
    return this.#result;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TaskState, void, undefined> {
    const news: { task?: TaskState; wake?: () => void } = {};
    const stop = this.#watch.listen(this.taskId, (task) => {
      news.task = task;
      news.wake?.();
    });
    try {
      let task = this.#options.state ?? (await this.status());
      for (;;) {
        yield task;
        if (hasEnded(task)) return;
        // What the peer needs is asked on the stream of the result.
        if (task.status === "input_required") this.result().catch(() => {});
        const before = task;
        while (sameState(before, task)) {
          if (!news.task) await pauseUntil(interval(before), news);
          // What is asked for is told to all that listen, and so to this.
          if (!news.task) await this.status();
          task = news.task ?? task;
          delete news.task;
        }
      }
    } finally {
      stop();
    }
  }

  get #watch(): TaskWatch {
    return TaskWatch.of(this.#options.connection());
  }

  async #ask(method: string, options: RequestOptions): Promise<TaskState> {
    const { send } = this.#options;
    const task = await send(method, { taskId: this.taskId }, options);
    this.#watch.heard(task);
    return task as TaskState;
  }

  async #outcome(options: RequestOptions): Promise<object> {
    const { connection, method, params, send } = this.#options;
    const sent = { timeout: Infinity, maxTimeout: Infinity, ...options };
    const result = await send("tasks/result", { taskId: this.taskId }, sent);
    this.#watch.ended(this.taskId);
    return connection().endpoint.accept(method, result, params);
  }
}

/** Waits so many milliseconds, or until `wake` is called. */
function pauseUntil(
  milliseconds: number,
  news: { wake?: () => void },
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    news.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Whether there is nothing new in a state. */
function sameState(one: TaskState, other: TaskState): boolean {
  return (
    one.status === other.status && one.statusMessage === other.statusMessage
  );
}

/** What the peer says need not be a number: a timer would take it for 1. */
function interval({ pollInterval }: TaskState): number {
  const asked = Number.isFinite(pollInterval) ? Number(pollInterval) : POLL;
  return Math.min(Math.max(asked, SHORTEST), LONGEST_DELAY);
}
