/** Store of tasks, and the store in memory. */
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { QuotaShares } from "../limits/quota-share.js";
import { paginate } from "../features/paginate.js";
import type { TaskRecord, TaskStatus } from "./task.js";

/**
 * Store of tasks, for example a database that several servers share. Records are plain
 * JSON. An `McpError` of a store is sent to the requestor; any other error is sent as an
 * internal error. Errors outside of a request go to `onError`.
 */
export interface TaskStore {
  /** Stores a new task. */
  create(record: TaskRecord): void | Promise<void>;
  get(taskId: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /**
   * Replaces a record if its stored status is still `from`. Returns whether it was
   * replaced. The operation must be atomic, because a task ends only once.
   */
  replace(record: TaskRecord, from: TaskStatus): boolean | Promise<boolean>;
  delete(taskId: string): void | Promise<void>;
  /**
   * Calls `changed` when another process has changed or deleted a task, and `awaited` when
   * a requestor waits for a result in another process.
   */
  watch?(
    changed: (taskId: string) => void,
    awaited?: (taskId: string) => void,
  ): void;
  /** Notifies the process that runs a task that its requestor waits in this process. */
  await?(taskId: string): void;
  /**
   * Returns a page of the tasks of one owner.
   *
   * @throws McpError -32602 if the store did not create the cursor.
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
   * Maximum number of tasks per owner. If the owners are connections, the limit applies
   * to one network address.
   *
   * @default 1_000
   */
  readonly perOwner?: number | undefined;
  /**
   * Maximum number of tasks. One owner may use at most half of what the others leave free.
   *
   * @default 10_000
   */
  readonly total?: number | undefined;
  /**
   * Maximum total length of the records as JSON, in characters. One owner may
   * use at most half of what the others leave free.
   *
   * @default 67_108_864
   */
  readonly maxLength?: number | undefined;
}

const MAX_TASKS_LENGTH = 67_108_864;

/** Record, and its length as JSON in characters. */
interface WeighedRecord {
  readonly record: TaskRecord;
  readonly length: number;
}

/**
 * Creates a store in memory. It throws `McpError` 429 for a task that exceeds a limit.
 */
export function memoryTasks({
  perOwner = 1_000,
  total = 10_000,
  maxLength = MAX_TASKS_LENGTH,
}: MemoryTasksOptions = {}): TaskStore {
  const records = new Map<string, WeighedRecord>();
  const owners = new Map<string, Set<string>>();
  const counts = new QuotaShares();
  const lengths = new QuotaShares();
  const holderOf = ({ owner, holder }: TaskRecord): string => holder ?? owner;
  const put = (record: TaskRecord, before = 0): void => {
    const { length } = JSON.stringify(record);
    const holder = holderOf(record);
    const more = length - before;
    if (more > 0 && !lengths.fits(holder, more, maxLength))
      throw tooManyRequests();
    lengths.add(holder, more);
    records.set(record.task.taskId, { record, length });
  };
  return {
    create(record) {
      const holder = holderOf(record);
      const full = counts.getAmount(holder) >= perOwner;
      if (full || !counts.fits(holder, 1, total)) throw tooManyRequests();
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
