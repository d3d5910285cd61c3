import { INTERNAL } from "../json-rpc/constants.js";
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { paginate } from "../features/paginate.js";
import { hasEnded } from "../tasks/task.js";
import { ClusterNode } from "./cluster-node.js";
import { encodeMessage } from "./messages.js";
import { encodeRecord, entryOf, lifeOf, parseRecord } from "./task-record.js";
import { TELL_ONE_STEP } from "./store/scripts.js";
import {
  DROP_TASK_STEP,
  FORGET_STEP,
  KEEP_TASK_STEP,
  MOVE_TASK_STEP,
  NAMES_STEP,
  READ_TASKS_STEP,
  TASK_STEP,
  WEIGH_TASK_STEP,
} from "./store/task-scripts.js";
import { parseTaskId, toCount, toLimit, toText } from "./store/values.js";
import type { SharedState } from "../http/server/shared-state.js";
import type { Count, StoreKey, TaskId, Text } from "./store/values.js";
import type { KeptTask } from "./task-record.js";
import type { TaskPage, TaskStore } from "../tasks/store.js";
import type { TaskRecord } from "../tasks/task.js";

/** Options of `redisTasks()`, the task store in Redis or Valkey. */
export interface RedisTasksOptions {
  /**
   * Maximum number of tasks per owner. Without authorization, all connections
   * of one network address share this limit.
   *
   * @default 1_000
   */
  readonly perOwner?: number | undefined;
  /**
   * Maximum number of bytes of all task records as JSON. Each owner may use at
   * most half of the space that the other owners leave free. In a Redis
   * cluster, the bytes of each owner are counted separately.
   *
   * @default 67_108_864
   */
  readonly maxBytes?: number | undefined;
}

/** Maximum number of task records that one script reads. */
const MAX_READ = 100;

/**
 * Task records that one script reads: the keys of the records, and a promise of
 * their texts.
 */
interface Reads {
  readonly keys: StoreKey[];
  readonly texts: Promise<unknown>;
}

/**
 * Returns a task store that all processes of a server share, for `tasks({
 * store: redisTasks(shared) })`. `shared` is the value that `redis()` returned.
 * Any process can read or cancel a task. If the process that runs a task ends,
 * the task has the status `failed`.
 */
export function redisTasks(
  shared: SharedState,
  options: RedisTasksOptions = {},
): TaskStore {
  const { node } = shared as SharedState & { readonly node?: unknown };
  if (!(node instanceof ClusterNode)) {
    throw new TypeError("redisTasks() needs the value that redis() returned");
  }
  const { perOwner = 1_000, maxBytes = 67_108_864 } = options;
  return new SharedTasks(node, toLimit(perOwner), toLimit(maxBytes));
}

class SharedTasks implements TaskStore {
  readonly #node: ClusterNode;
  readonly #perOwner: Count;
  readonly #maxBytes: Count;
  /**
   * Task records that were requested in the current tick and are read together
   * at its end.
   */
  #reads: Reads | undefined;

  constructor(node: ClusterNode, perOwner: Count, maxBytes: Count) {
    this.#node = node;
    this.#perOwner = perOwner;
    this.#maxBytes = maxBytes;
  }

  async create(record: TaskRecord): Promise<void> {
    const { store, name: by } = this.#node;
    await this.#node.ready();
    const { taskId, createdAt } = record.task;
    const id = this.#id(taskId);
    const life = lifeOf(record);
    const [text, bytes] = encodeRecord({ ...record, by });
    const entry = entryOf(createdAt, taskId);
    const fits = await store.run(TASK_STEP, this.#lists(record.owner), [
      this.#perOwner,
      life,
      entry,
      id,
      ...this.#accountOf(record),
      bytes,
      this.#maxBytes,
    ]);
    if (fits !== 1) throw tooManyRequests();
    try {
      await store.run(KEEP_TASK_STEP, [store.taskKey(id)], [text, life]);
    } catch (error) {
      await this.#forget(record.owner, entry, id).catch(() => {});
      throw error;
    }
  }

  async get(taskId: string): Promise<TaskRecord | undefined> {
    const { name } = this.#node;
    const id = parseTaskId(taskId);
    const text = id && (await this.#read(id));
    const kept = typeof text === "string" ? parseRecord(text) : undefined;
    if (kept === undefined) return undefined;
    const { task, by } = kept;
    if (hasEnded(task) || by === name || (await this.#node.isAlive(by))) {
      return kept;
    }
    const statusMessage = "The process that ran the task has ended";
    const error = { code: INTERNAL, message: statusMessage };
    const lastUpdatedAt = new Date().toISOString();
    const failed: TaskRecord = {
      ...kept,
      task: { ...task, status: "failed", statusMessage, lastUpdatedAt },
      outcome: { error },
    };
    const isReplaced = await this.replace(failed, kept);
    return isReplaced ? failed : this.get(taskId);
  }

  async replace(record: TaskRecord, before: TaskRecord): Promise<boolean> {
    const { store } = this.#node;
    const { by = this.#node.name, v = 0 } = before as Partial<KeptTask>;
    await this.#node.ready();
    const { taskId } = record.task;
    const id = this.#id(taskId);
    const [text, bytes] = encodeRecord({ ...record, by, v: v + 1 });
    const [, ledger] = this.#lists(record.owner);
    const fits = await store.run(
      WEIGH_TASK_STEP,
      [ledger],
      [id, ...this.#accountOf(record), bytes, lifeOf(record), this.#maxBytes],
    );
    if (fits !== 1) throw tooManyRequests();
    const args = [text, toCount(v), store.channel(), this.#tells(taskId)];
    return (await store.run(MOVE_TASK_STEP, [store.taskKey(id)], args)) === 1;
  }

  async delete(taskId: string): Promise<void> {
    const { store, staying } = this.#node;
    await this.#node.ready();
    const id = this.#id(taskId);
    const owners = [...staying].map(toText);
    const args = [store.channel(), this.#tells(taskId), ...owners];
    const gone = await store.run(DROP_TASK_STEP, [store.taskKey(id)], args);
    if (!Array.isArray(gone)) return;
    const [owner = "", createdAt = ""] = gone as string[];
    await this.#forget(owner, entryOf(createdAt, taskId), id);
  }

  watch(
    changed: (taskId: string) => void,
    awaited: (taskId: string) => void = () => {},
  ): void {
    const { on, name } = this.#node;
    const others = on.task;
    on.task = (told) => {
      others?.(told);
      if (told.p === name) return;
      const hear = told.w === true ? awaited : changed;
      hear(String(told.i));
    };
  }

  await(taskId: string): void {
    const { store, name } = this.#node;
    const told = encodeMessage("task", {
      p: name,
      i: taskId,
      w: true,
    });
    const args = [store.channel(), told];
    // Ignore the error: the store reports its failures itself, and callers read
    // the task again.
    const keys = [store.taskKey(this.#id(taskId))];
    store.run(TELL_ONE_STEP, keys, args).catch(() => {});
  }

  async list(
    owner: string,
    cursor: string | undefined,
    size: number,
  ): Promise<TaskPage> {
    const { store } = this.#node;
    const names = await store.run(NAMES_STEP, [store.key(`o:${owner}`)]);
    const sorted = (names as string[]).sort();
    const { items, nextCursor } = paginate(sorted, cursor, size, (one) => one);
    const found = await Promise.all(
      items.map((one) => this.get(one.slice(one.indexOf(" ") + 1))),
    );
    return { records: found.flatMap((one) => one ?? []), nextCursor };
  }

  /**
   * Reads the record of a task. One script reads the records of all tasks that
   * are requested in the same tick.
   */
  async #read(id: TaskId): Promise<unknown> {
    const { store } = this.#node;
    // In a cluster, a script can read only one task.
    const most = store.isCluster ? 1 : MAX_READ;
    if (this.#reads === undefined || this.#reads.keys.length >= most) {
      const keys: StoreKey[] = [];
      const texts = Promise.resolve().then(() => {
        if (this.#reads?.keys === keys) this.#reads = undefined;
        return store.run(READ_TASKS_STEP, keys);
      });
      this.#reads = { keys, texts };
    }
    const { keys, texts } = this.#reads;
    const at = keys.push(store.taskKey(id)) - 1;
    return ((await texts) as readonly unknown[])[at];
  }

  async #forget(owner: string, entry: Text, id: TaskId): Promise<void> {
    const { store } = this.#node;
    await store.run(FORGET_STEP, this.#lists(owner), [entry, id]);
  }

  #tells(taskId: string): Text {
    return encodeMessage("task", { p: this.#node.name, i: taskId });
  }

  /**
   * Converts a task id to the type that scripts accept.
   *
   * @throws TypeError if the id is not a UUID.
   */
  #id(taskId: string): TaskId {
    const id = parseTaskId(taskId);
    if (id === undefined) throw new TypeError("The task id is not a UUID");
    return id;
  }

  /**
   * Returns the name to which the limits of a task apply, and the owner of the
   * task. In a Redis cluster, the name is the owner itself, because each owner
   * has a separate ledger (counter of stored bytes).
   */
  #accountOf({ owner, holder = owner }: TaskRecord): [Text, Text] {
    const client = this.#node.store.isCluster ? owner : holder;
    return [toText(client), toText(owner)];
  }

  /**
   * Returns two keys: the key of the list of an owner's tasks, and the key of
   * the ledger, which counts the stored bytes.
   */
  #lists(owner: string): [list: StoreKey, ledger: StoreKey] {
    const { store } = this.#node;
    const list = store.key(`o:${owner}`);
    return [list, store.ledger("t", list)];
  }
}
