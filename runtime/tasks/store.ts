/** Interface of task stores, and the store in memory. */
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { QuotaShares } from "../limits/quota-share.js";
import { paginate } from "../features/paginate.js";
import { hasEnded, reserveForEnd } from "./task.js";
import type { TaskRecord } from "./task.js";

/**
 * Store for tasks, for example a database that several servers share. Task
 * records are plain JSON. An `McpError` of the store is sent to the requestor,
 * and any other error is sent as an internal error. Errors outside of a request
 * are passed to `onError`.
 */
export interface TaskStore {
  /** Stores the record of a new task. */
  create(record: TaskRecord): void | Promise<void>;
  get(taskId: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /**
   * Replaces the record of a task if it has not changed since `get` returned
   * `before`. Returns true if the record was replaced. The operation must be
   * atomic, so that a task ends only once and no change overwrites another
   * change.
   */
  replace(record: TaskRecord, before: TaskRecord): boolean | Promise<boolean>;
  delete(taskId: string): void | Promise<void>;
  /**
   * Subscribes to messages from other processes. `changed` is called when
   * another process has changed or deleted a task. `awaited` is called when a
   * requestor waits for a result in another process.
   */
  watch?(
    changed: (taskId: string) => void,
    awaited?: (taskId: string) => void,
  ): void;
  /**
   * Notifies the process that runs a task: a requestor waits for the result in
   * another process.
   */
  await?(taskId: string): void;
  /**
   * Returns a page of the records of one owner's tasks.
   *
   * @throws McpError -32602 if the cursor was not created by the store.
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
   * Maximum number of tasks per owner. Owners that are connections of one
   * network address share this limit: each connection may use half of what the
   * other connections leave free.
   *
   * @default 1_000
   */
  readonly perOwner?: number | undefined;
  /**
   * Maximum number of tasks of all owners. Each owner may use at most half of
   * the space that the other owners leave free.
   *
   * @default 10_000
   */
  readonly total?: number | undefined;
  /**
   * Maximum total length of all task records as JSON, in characters. Each owner
   * may use at most half of the space that the other owners leave free.
   *
   * @default 67_108_864
   */
  readonly maxLength?: number | undefined;
}

/**
 * Maximum number of attempts to change a record. An attempt fails if another
 * change has replaced the record since it was read.
 */
const MAX_ATTEMPTS = 100;

/** Record of a task before and after a change. */
export interface RecordChange<R extends TaskRecord> {
  readonly before: R;
  readonly after: R;
}

/**
 * Changes the record of a running task. Reads the record again if it was
 * changed in the meantime. Returns undefined if the task has ended, or if
 * `change` returns undefined.
 *
 * @throws Error when the store does not accept the changed record within 100
 *   attempts.
 */
export async function changeRecord<R extends TaskRecord>(
  store: TaskStore,
  read: () => Promise<R | undefined>,
  change: (record: R) => R | undefined,
): Promise<RecordChange<R> | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await read();
    if (before === undefined || hasEnded(before.task)) return undefined;
    const after = change(before);
    if (after === undefined) return undefined;
    if (await store.replace(after, before)) return { before, after };
  }
  throw new Error("The task store did not replace the record of a task");
}

const MAX_TASKS_LENGTH = 67_108_864;

/** Task record, with its length as JSON in characters. */
interface WeighedRecord {
  readonly record: TaskRecord;
  readonly length: number;
}

/**
 * Creates a task store in memory. The store throws McpError 429 for a task that
 * exceeds a limit.
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
    const length = JSON.stringify(record).length + reserveForEnd(record);
    const holder = holderOf(record);
    const { owner } = record;
    const more = length - before;
    if (more > 0 && !lengths.fits(holder, more, maxLength, owner))
      throw tooManyRequests();
    lengths.add(holder, more, owner);
    records.set(record.task.taskId, { record, length });
  };
  return {
    create(record) {
      const holder = holderOf(record);
      const { owner } = record;
      if (
        !counts.fitsAlone(holder, 1, perOwner, owner) ||
        !counts.fits(holder, 1, total, owner)
      )
        throw tooManyRequests();
      put(record);
      counts.add(holder, 1, owner);
      const ids = owners.get(record.owner) ?? new Set();
      owners.set(record.owner, ids.add(record.task.taskId));
    },

    get: (taskId) => records.get(taskId)?.record,

    replace(record, before) {
      const stored = records.get(record.task.taskId);
      if (stored?.record !== before) return false;
      put(record, stored.length);
      return true;
    },

    delete(taskId) {
      const found = records.get(taskId);
      if (found === undefined) return;
      const { record, length } = found;
      records.delete(taskId);
      counts.add(holderOf(record), -1, record.owner);
      lengths.add(holderOf(record), -length, record.owner);
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
