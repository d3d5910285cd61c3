/** What one connection is told of the peer's tasks. */
import { MAX_KEPT } from "../../../limits/limits.js";
import { Recent, recentTools } from "../../../limits/lru-cache.js";
import { isObject } from "../../../validation/guards.js";
import { hasEnded, isTask } from "../../task.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { Progress } from "../../../json-rpc/requests.js";
import type { TaskSupport } from "../tools.js";
import type { TaskState } from "../../task.js";

/** Characters that a task with progress counts as, at least. */
const WATCHED_LENGTH = 1_600;

const watches = /*@__PURE__*/ new WeakMap<Connection, TaskWatch>();

export class TaskWatch {
  readonly #tools = recentTools<TaskSupport>();
  readonly #listeners = new Map<string, Set<(task: TaskState) => void>>();
  readonly #progress = watched<(progress: Progress) => void>();
  readonly #ends = watched<() => void>();
  #lastToken = 0;

  static of(connection: Connection): TaskWatch {
    let watch = watches.get(connection);
    if (watch === undefined) {
      watch = new TaskWatch();
      watches.set(connection, watch);
    }
    return watch;
  }

  /** Calls back with each state that the peer tells of; ends that. */
  listen(taskId: string, listener: (task: TaskState) => void): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(taskId);
    };
  }

  /** A state of a task became known. */
  heard(task: object): void {
    if (!isTask(task)) return;
    for (const listener of this.#listeners.get(task.taskId) ?? []) {
      listener(task);
    }
    if (hasEnded(task)) this.ended(task.taskId);
  }

  /** Calls back with progress, for as long as its task runs. */
  onProgress(listener: (progress: Progress) => void): {
    readonly token: string;
    readonly end: () => void;
  } {
    const token = `task-${++this.#lastToken}`;
    this.#progress.set(token, listener, 0);
    return { token, end: () => this.#progress.delete(token) };
  }

  /** Progress arrived. */
  progressed(params: { readonly [name: string]: unknown }): void {
    const listener = this.#progress.get(params.progressToken as string);
    listener?.(params as unknown as Progress);
  }

  /** Calls back once the task is known to have ended. */
  untilEnd(taskId: string, end: () => void): void {
    this.#ends.set(taskId, end, 0);
  }

  ended(taskId: string): void {
    this.#ends.get(taskId)?.();
    this.#ends.delete(taskId);
  }

  /** What the tools of a list support. */
  sawTools(page: object): void {
    const { tools } = page as { tools?: unknown };
    for (const tool of Array.isArray(tools) ? tools.filter(isObject) : []) {
      const support = isObject(tool.execution)
        ? tool.execution.taskSupport
        : undefined;
      const known = (support ?? "forbidden") as TaskSupport;
      this.#tools.set(String(tool.name), known, known.length);
    }
  }

  /** What is known of a tool. */
  supportOf(tool: string): TaskSupport | undefined {
    return this.#tools.get(tool);
  }

  toolsChanged(): void {
    this.#tools.drop(() => true);
  }
}

/** Something of each task that is watched, of the latest ones. */
function watched<T>(): Recent<T> {
  return new Recent(MAX_KEPT, WATCHED_LENGTH);
}
