/** Passes each message of the peer about a task to the handle of the task. */
import { tooManyRequests } from "../../../json-rpc/messages/errors.js";
import { MAX_KEPT } from "../../../limits/constants.js";
import { LruCache, toolCache } from "../../../limits/lru-cache.js";
import { InputBudget } from "../../../protocol/input-required/budget.js";
import { isObject } from "../../../validation/guards.js";
import { SetMap } from "../../set-map.js";
import { hasEnded, isTaskState } from "../../task.js";
import type { Call } from "../../../protocol/connection/call.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Progress } from "../../../json-rpc/requests.js";
import type { TaskSupport } from "../../tools.js";
import type { TaskState } from "../../task.js";

/**
 * Minimum size of a cache entry for a task, in characters. A smaller entry
 * counts as this size.
 */
const WATCHED_LENGTH = 1_600;

const watches = /*@__PURE__*/ new WeakMap<Connection, TaskWatch>();

export class TaskWatch {
  readonly #tools = toolCache<TaskSupport>();
  readonly #listeners = new SetMap<(task: TaskState) => void>();
  readonly #progress = taskCache<(progress: Progress) => void>();
  readonly #ends = taskCache<() => void>();
  readonly #budgets = taskCache<InputBudget>();
  #lastToken = 0;

  /**
   * Returns the `TaskWatch` of a connection. The object is created when first
   * needed.
   */
  static of(connection: Connection): TaskWatch {
    let watch = watches.get(connection);
    if (watch === undefined) {
      watch = new TaskWatch();
      watches.set(connection, watch);
    }
    return watch;
  }

  /**
   * Calls `listener` with every received state of a task. The returned function
   * removes the listener.
   */
  listen(taskId: string, listener: (task: TaskState) => void): () => void {
    return this.#listeners.add(taskId, listener);
  }

  /** Passes a received task state to the listeners of the task. */
  stateReceived(task: object): void {
    if (!isTaskState(task)) return;
    for (const listener of this.#listeners.get(task.taskId) ?? []) {
      listener(task);
    }
    if (hasEnded(task)) this.ended(task.taskId);
  }

  /**
   * Creates a progress token. Calls `listener` with each progress notification
   * for the token. The returned function `end` removes the listener.
   */
  onProgress(listener: (progress: Progress) => void): {
    readonly token: string;
    readonly end: () => void;
  } {
    const token = `task-${++this.#lastToken}`;
    this.#progress.set(token, listener, 0);
    return { token, end: () => this.#progress.delete(token) };
  }

  /** Passes a progress notification to the listener of its progress token. */
  progressReceived(params: { readonly [name: string]: unknown }): void {
    const listener = this.#progress.get(params.progressToken as string);
    listener?.(params as unknown as Progress);
  }

  /**
   * Counts a request with which the peer asks for input for a task.
   *
   * @throws McpError 429 if the peer asks for too much input for the task.
   */
  inputRequested(taskId: string, { method, message }: Call): void {
    const budget = this.#budgets.get(taskId) ?? new InputBudget();
    this.#budgets.set(taskId, budget, 0);
    if (budget.countRound(method, [message]) !== undefined)
      throw tooManyRequests();
  }

  /** Calls `end` once, when the final state of the task arrives. */
  untilEnd(taskId: string, end: () => void): void {
    this.#ends.set(taskId, end, 0);
  }

  ended(taskId: string): void {
    this.#ends.get(taskId)?.();
    this.#ends.delete(taskId);
  }

  /**
   * Stores the value of `taskSupport` for each tool on a page of `tools/list`.
   */
  toolsReceived(page: object): void {
    const { tools } = page as { tools?: unknown };
    for (const tool of Array.isArray(tools) ? tools.filter(isObject) : []) {
      const support = isObject(tool.execution)
        ? tool.execution.taskSupport
        : undefined;
      const known = (support ?? "forbidden") as TaskSupport;
      this.#tools.set(String(tool.name), known, known.length);
    }
  }

  /**
   * Returns the value of `taskSupport` of a tool. Returns undefined if no
   * received page of `tools/list` contains the tool.
   */
  supportOf(tool: string): TaskSupport | undefined {
    return this.#tools.get(tool);
  }

  toolsChanged(): void {
    this.#tools.deleteWhere(() => true);
  }
}

/**
 * Creates a cache with one entry per task. When the cache is full, the least
 * recently used entries are evicted.
 */
function taskCache<T>(): LruCache<T> {
  return new LruCache(MAX_KEPT, WATCHED_LENGTH);
}
