/** Messages about the peer's tasks on one connection. */
import { MAX_KEPT } from "../../../limits/limits.js";
import { LruCache, toolCache } from "../../../limits/lru-cache.js";
import { isObject } from "../../../validation/guards.js";
import { SetMap } from "../../set-map.js";
import { hasEnded, isTaskState } from "../../task.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Progress } from "../../../json-rpc/requests.js";
import type { TaskSupport } from "../../tools.js";
import type { TaskState } from "../../task.js";

/** Minimum number of characters that a task with progress counts as in the cache. */
const WATCHED_LENGTH = 1_600;

const watches = /*@__PURE__*/ new WeakMap<Connection, TaskWatch>();

export class TaskWatch {
  readonly #tools = toolCache<TaskSupport>();
  readonly #listeners = new SetMap<(task: TaskState) => void>();
  readonly #progress = taskCache<(progress: Progress) => void>();
  readonly #ends = taskCache<() => void>();
  #lastToken = 0;

  /** Returns the watch of a connection. */
  static of(connection: Connection): TaskWatch {
    let watch = watches.get(connection);
    if (watch === undefined) {
      watch = new TaskWatch();
      watches.set(connection, watch);
    }
    return watch;
  }

  /** Calls back with each state of a task. The returned function stops that. */
  listen(taskId: string, listener: (task: TaskState) => void): () => void {
    return this.#listeners.add(taskId, listener);
  }

  /** Passes a state of a task to its listeners. */
  stateReceived(task: object): void {
    if (!isTaskState(task)) return;
    for (const listener of this.#listeners.get(task.taskId) ?? []) {
      listener(task);
    }
    if (hasEnded(task)) this.ended(task.taskId);
  }

  /** Calls back with progress for a new progress token, until `end` is called. */
  onProgress(listener: (progress: Progress) => void): {
    readonly token: string;
    readonly end: () => void;
  } {
    const token = `task-${++this.#lastToken}`;
    this.#progress.set(token, listener, 0);
    return { token, end: () => this.#progress.delete(token) };
  }

  /** Passes a progress notification to its listener. */
  progressReceived(params: { readonly [name: string]: unknown }): void {
    const listener = this.#progress.get(params.progressToken as string);
    listener?.(params as unknown as Progress);
  }

  /** Calls back once a final state of the task arrives. */
  untilEnd(taskId: string, end: () => void): void {
    this.#ends.set(taskId, end, 0);
  }

  ended(taskId: string): void {
    this.#ends.get(taskId)?.();
    this.#ends.delete(taskId);
  }

  /** Stores the task support of the tools on a page of `tools/list`. */
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

  /** Returns the task support of a tool, if the tool was listed. */
  supportOf(tool: string): TaskSupport | undefined {
    return this.#tools.get(tool);
  }

  toolsChanged(): void {
    this.#tools.deleteWhere(() => true);
  }
}

/** Returns a cache of the most recent tasks. */
function taskCache<T>(): LruCache<T> {
  return new LruCache(MAX_KEPT, WATCHED_LENGTH);
}
