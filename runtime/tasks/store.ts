/** Where tasks are kept. */
import { tooMany } from "../json-rpc/messages/errors.js";
import { Shares } from "../limits/quota-share.js";
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
   * Has `changed` called when another process has changed or deleted a task, and
   * `awaited` when the requestor of a task waits for its result at another.
   */
  watch?(
    changed: (taskId: string) => void,
    awaited?: (taskId: string) => void,
  ): void;
  /** Tells the process that runs a task that its requestor waits here. */
  await?(taskId: string): void;
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
  /**
   * Tasks that are kept for one owner; where owners are connections, for one
   * address. Default: 1,000.
   */
  readonly perOwner?: number | undefined;
  /**
   * Tasks that are kept. One owner may have as many as the others leave free.
   * Default: 10,000.
   */
  readonly total?: number | undefined;
  /**
   * Characters of all tasks and what they came to, as JSON, of which the same is
   * true. Default: 64 Mi.
   */
  readonly maxLength?: number | undefined;
}

const MAX_TASKS_LENGTH = 67_108_864;

/** A record, and how long it is as JSON. */
interface WeighedRecord {
  readonly record: TaskRecord;
  readonly length: number;
}

/**
 * Keeps tasks in memory. One that is too many, or too long, is refused with
 * McpError 429.
 */
export function memoryTasks({
  perOwner = 1_000,
  total = 10_000,
  maxLength = MAX_TASKS_LENGTH,
}: MemoryTasksOptions = {}): TaskStore {
  const records = new Map<string, WeighedRecord>();
  const owners = new Map<string, Set<string>>();
  const counts = new Shares();
  const lengths = new Shares();
  const holderOf = ({ owner, holder }: TaskRecord): string => holder ?? owner;
  const put = (record: TaskRecord, before = 0): void => {
    const { length } = JSON.stringify(record);
    const holder = holderOf(record);
    const more = length - before;
    if (more > 0 && !lengths.fits(holder, more, maxLength)) throw tooMany();
    lengths.add(holder, more);
    records.set(record.task.taskId, { record, length });
  };
  return {
    create(record) {
      const holder = holderOf(record);
      const full = counts.of(holder) >= perOwner;
      if (full || !counts.fits(holder, 1, total)) throw tooMany();
      put(record);
      counts.add(holder, 1);
      const ids = owners.get(record.owner) ?? new Set();
      owners.set(record.owner, ids.add(record.task.taskId));
    },

    get: (taskId) => records.get(taskId)?.record,

    replace(record, from) {
      const before = records.get(record.task.taskId);
      if (before?.record.task.status !== from) return false;
      put(record, before.length);
      return true;
    },

    delete(taskId) {
      const found = records.get(taskId);
      if (found === undefined) return;
      const { record, length } = found;
      records.delete(taskId);
      counts.add(holderOf(record), -1);
      lengths.add(holderOf(record), -length);
      const ids = owners.get(record.owner);
      ids?.delete(taskId);
      if (ids?.size === 0) owners.delete(record.owner);
    },

    list(owner, cursor, size) {
      const ids = [...(owners.get(owner) ?? [])];
      const { items, nextCursor } = paginate(ids, cursor, size, (id) => id);
      const found = items.flatMap((id) => records.get(id)?.record ?? []);
      return { records: found, nextCursor };
    },
  };
}
