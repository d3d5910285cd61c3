/**
 * Distributes the peer's messages about tasks on one connection to the handles
 * of the tasks.
 */
import { MAX_KEPT } from "../../../limits/constants.js";
import { LruCache, toolCache } from "../../../limits/lru-cache.js";
import { isObject } from "../../../validation/guards.js";
import { SetMap } from "../../set-map.js";
import { hasEnded, isTaskState } from "../../task.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Progress } from "../../../json-rpc/requests.js";
import type { TaskSupport } from "../../tools.js";
import type { TaskState } from "../../task.js";

/** Minimum number of characters that a cache entry for a task counts as. */
const WATCHED_LENGTH = 1_600;

const watches = /*@__PURE__*/ new WeakMap<Connection, TaskWatch>();

export class TaskWatch {
  readonly #tools = toolCache<TaskSupport>();
  readonly #listeners = new SetMap<(task: TaskState) => void>();
  readonly #progress = taskCache<(progress: Progress) => void>();
  readonly #ends = taskCache<() => void>();
  #lastToken = 0;

  /** Returns the `TaskWatch` of a connection. Creates it if needed. */
  static of(connection: Connection): TaskWatch {
    let watch = watches.get(connection);
    if (watch === undefined) {
      watch = new TaskWatch();
      watches.set(connection, watch);
    }
    return watch;
  }

  /**
   * Calls `listener` with each received state of a task. The returned function
   * removes the listener.
   */
  listen(taskId: string, listener: (task: TaskState) => void): () => void {
    return this.#listeners.add(taskId, listener);
  }

  /** Passes a received state of a task to the listeners of the task. */
  stateReceived(task: object): void {
    if (!isTaskState(task)) return;
    for (const listener of this.#listeners.get(task.taskId) ?? []) {
      listener(task);
    }
    if (hasEnded(task)) this.ended(task.taskId);
  }

  /**
   * Creates a progress token. Calls `listener` with each progress notification
   * for the token until `end` is called.
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

  /** Calls `end` once when a final state of the task arrives. */
  untilEnd(taskId: string, end: () => void): void {
    this.#ends.set(taskId, end, 0);
  }

  ended(taskId: string): void {
    this.#ends.get(taskId)?.();
    this.#ends.delete(taskId);
  }

  /** Stores `taskSupport` of each tool on a page of `tools/list`. */
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
   * Returns `taskSupport` of a tool, or undefined if `tools/list` has not
   * returned the tool.
   */
  supportOf(tool: string): TaskSupport | undefined {
    return this.#tools.get(tool);
  }

  toolsChanged(): void {
    this.#tools.deleteWhere(() => true);
  }
}

/**
 * Creates a cache with one entry for each task. The least recently used entries
 * are evicted.
 */
function taskCache<T>(): LruCache<T> {
  return new LruCache(MAX_KEPT, WATCHED_LENGTH);
}
