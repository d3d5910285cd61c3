/** Where tasks are kept. */
import { tooMany } from "../connection/limits.js";
import { paginate } from "../features/paginate.js";
import type { TaskRecord, TaskStatus } from "./task.js";

/**
 * Keeps tasks, such as in a database that several servers share. Records are
 * plain JSON. What a store throws is told to the one who asked: an McpError as
 * it is, anything else as an internal error. Where nobody asked, since a task's
 * time or connection has ended, it goes to `onError`.
 */
export interface TaskStore {
  /** Keeps a new task. */
  create(record: TaskRecord): void | Promise<void>;
  get(taskId: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /**
   * Replaces a record if its status still is `from`, and says whether it did.
   * It has to be one step: a task ends once.
   */
  replace(record: TaskRecord, from: TaskStatus): boolean | Promise<boolean>;
  delete(taskId: string): void | Promise<void>;
  /**
   * The tasks of one owner, a page at a time.
   *
   * @throws McpError -32602 for a cursor that the store did not make.
   */
  list(
    owner: string,
    cursor: string | undefined,
    size: number,
  ): TaskPage | Promise<TaskPage>;
}

export interface TaskPage {
  readonly records: readonly TaskRecord[];
  readonly nextCursor?: string | undefined;
}

export interface MemoryTasksOptions {
  /** Tasks that are kept for one owner. Default: 1,000. */
  readonly perOwner?: number | undefined;
  /** Tasks that are kept. Default: 10,000. */
  readonly total?: number | undefined;
}

/**
 * Keeps tasks in memory. One that is too many is refused with McpError 429.
 */
export function memoryTasks({
  perOwner = 1_000,
  total = 10_000,
}: MemoryTasksOptions = {}): TaskStore {
  const records = new Map<string, TaskRecord>();
  const owners = new Map<string, Set<string>>();
  return {
    create(record) {
      const ids = owners.get(record.owner) ?? new Set();
      if (ids.size >= perOwner || records.size >= total) throw tooMany();
      owners.set(record.owner, ids.add(record.task.taskId));
      records.set(record.task.taskId, record);
    },

    get: (taskId) => records.get(taskId),

    replace(record, from) {
      const { taskId } = record.task;
      if (records.get(taskId)?.task.status !== from) return false;
      records.set(taskId, record);
      return true;
    },

    delete(taskId) {
      const record = records.get(taskId);
      if (record === undefined) return;
      records.delete(taskId);
      const ids = owners.get(record.owner);
      ids?.delete(taskId);
      if (ids?.size === 0) owners.delete(record.owner);
    },

    list(owner, cursor, size) {
      const ids = [...(owners.get(owner) ?? [])];
      const { items, nextCursor } = paginate(ids, cursor, size, (id) => id);
      const found = items.flatMap((id) => records.get(id) ?? []);
      return { records: found, nextCursor };
    },
  };
}
