/** A task whose state is polled, as the program that asked for it sees it. */
import {
  ConnectionError,
  McpError,
  answeredError,
} from "../../json-rpc/messages/errors.js";
import { LONGEST_DELAY } from "../../limits/timer.js";
import { answerQuestions } from "../../protocol/input-required/client.js";
import { isObject, own } from "../../validation/guards.js";
import { POLL, SHORTEST } from "../core/client/handle.js";
import { hasEnded, isTask } from "../task.js";
import { TASK_CANCELLED } from "../core/receiver.js";
import { stateOf } from "./wire.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { ErrorObject, Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";
import type { TaskHandle } from "../core/client/handle.js";
import type { TaskState } from "../task.js";
import type { ShownTask } from "./wire.js";

export interface PolledHandleOptions {
  /** Method of the request that runs as the task. */
  readonly method: string;
  /** Its params, when they are known. */
  readonly params?: Params | undefined;
  readonly taskId: string;
  /** Its state, when it is known. */
  readonly state?: TaskState | undefined;
  readonly connection: () => Connection;
  /** Options of the request, of which the questions of its task know. */
  readonly options?: RequestOptions | undefined;
}

/** Who waits for what is told of a task. */
const taskWaits = /*@__PURE__*/ new WeakMap<
  Connection,
  Map<string, Set<() => void>>
>();

/** Something was told of a task: who waits for it looks at once. */
export function taskChanged(connection: Connection, taskId: unknown): void {
  const all = taskWaits.get(connection)?.get(String(taskId));
  for (const wake of all ?? []) wake();
}

export class PolledHandle implements TaskHandle<object> {
  readonly taskId: string;
  /** Says that this is no result, to hold to the output schema of a tool. */
  readonly task = true;
  readonly #options: PolledHandleOptions;
  /** Questions that are answered, or being answered. */
  readonly #answered = new Set<string>();
  #looked = false;
  #result: Promise<object> | undefined;

  constructor(options: PolledHandleOptions) {
    this.taskId = options.taskId;
    this.#options = options;
  }

  async status(options: RequestOptions = {}): Promise<TaskState> {
    return stateOf(await this.#look(options));
  }

  async cancel(options: RequestOptions = {}): Promise<TaskState> {
    await this.#send("tasks/cancel", {}, options);
    return this.status(options);
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
    let task = this.#options.state ?? (await this.status());
    for (;;) {
      yield task;
      if (hasEnded(task)) return;
      const before = task;
      while (
        task.status === before.status &&
        task.statusMessage === before.statusMessage
      ) {
        await this.#pause(task);
        const shown = await this.#look({});
        await this.#answer(shown, {});
        task = stateOf(shown);
      }
    }
  }

  /** Looks until the task has ended, and answers what it asks. */
  async #outcome(options: RequestOptions): Promise<object> {
    const { method, params, connection } = this.#options;
    const { signal, maxTimeout = Infinity } = options;
    const until = performance.now() + maxTimeout;
    const { state: first } = this.#options;
    if (first && !this.#looked && !hasEnded(first)) {
      await this.#pause(first, signal);
    }
    for (;;) {
      const shown = await this.#look({ signal });
      const state = stateOf(shown);
      if (hasEnded(state)) {
        const { endpoint } = connection();
        return outcomeIn(shown, connection(), (result) =>
          endpoint.accept(method, result, params),
        );
      }
      if (await this.#answer(shown, options)) continue;
      if (performance.now() >= until) {
        const text = `The task ${this.taskId} took more than ${maxTimeout} ms`;
        throw new ConnectionError("timeout", text);
      }
      await this.#pause(state, signal);
    }
  }

  async #look(options: RequestOptions): Promise<ShownTask> {
    this.#looked = true;
    const shown = await this.#send("tasks/get", {}, options);
    if (isTask(stateOf(shown as ShownTask))) return shown as ShownTask;
    throw new ConnectionError("invalid", "The answer is not a valid task");
  }

  /** Answers what was not answered before; whether there was something. */
  async #answer(shown: ShownTask, options: RequestOptions): Promise<boolean> {
    const { inputRequests } = shown;
    if (shown.status !== "input_required" || !isObject(inputRequests)) {
      return false;
    }
    const open = Object.entries(inputRequests).filter(
      ([key]) => !this.#answered.has(key),
    );
    if (open.length === 0) return false;
    for (const [key] of open) this.#answered.add(key);
    const connection = this.#options.connection();
    const { signal } = options;
    try {
      const questions = Object.fromEntries(open);
      const inputResponses = await answerQuestions(connection, questions, {
        ...this.#options.options,
        ...options,
      });
      await this.#send("tasks/update", { inputResponses }, { signal });
    } catch (error) {
      for (const [key] of open) this.#answered.delete(key);
      throw error;
    }
    return true;
  }

  #send(
    method: string,
    params: Params,
    options: RequestOptions,
  ): Promise<object> {
    const { taskId } = this;
    return this.#options
      .connection()
      .request(method, { taskId, ...params }, options);
  }

  /** Until it is time to look again, or something was told of the task. */
  async #pause(
    { pollInterval }: TaskState,
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted();
    const asked = Number.isFinite(pollInterval) ? Number(pollInterval) : POLL;
    const length = Math.min(Math.max(asked, SHORTEST), LONGEST_DELAY);
    const connection = this.#options.connection();
    const all = taskWaits.get(connection) ?? new Map<string, Set<() => void>>();
    taskWaits.set(connection, all);
    const own = all.get(this.taskId) ?? new Set();
    all.set(this.taskId, own);
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        own.delete(wake);
        if (own.size === 0) all.delete(this.taskId);
      };
      const wake = (): void => (end(), resolve());
      const abort = (): void => (end(), reject(signal?.reason));
      const timer = setTimeout(wake, length);
      signal?.addEventListener("abort", abort, { once: true });
      own.add(wake);
    });
  }
}

/** What a task that has ended came to. */
function outcomeIn(
  shown: ShownTask,
  connection: Connection,
  accept: (result: object) => object,
): object {
  const { status, result, error } = shown;
  if (status === "completed" && isObject(result)) return accept(result);
  if (status === "cancelled") {
    throw new McpError(TASK_CANCELLED, "The task was cancelled");
  }
  if (isObject(error) && Number.isInteger(own(error, "code"))) {
    throw answeredError(connection, error as unknown as ErrorObject);
  }
  throw new ConnectionError("invalid", "The answer is not a valid task");
}
