import { INTERNAL } from "../json-rpc/constants.js";
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { paginate } from "../features/paginate.js";
import { hasEnded } from "../tasks/task.js";
import { ClusterNode } from "./cluster-node.js";
import {
  DROP_TASK_STEP,
  FORGET_STEP,
  GET_STEP,
  KEEP_TASK_STEP,
  MOVE_TASK_STEP,
  NAMES_STEP,
  TASK_STEP,
  TELL_ONE_STEP,
} from "./store/scripts.js";
import type { SharedState } from "../http/server/shared-state.js";
import type { TaskPage, TaskStore } from "../tasks/store.js";
import type { TaskRecord, TaskStatus } from "../tasks/task.js";

/** Options of `redisTasks()`, the task store in Redis or Valkey. */
export interface RedisTasksOptions {
  /**
   * Maximum number of tasks per owner.
   *
   * @default 1_000
   */
  readonly perOwner?: number | undefined;
}

/** Stored record of a task, with the name of the process that runs the task. */
interface KeptTask extends TaskRecord {
  readonly by: string;
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
  return new SharedTasks(node, options.perOwner ?? 1_000);
}

class SharedTasks implements TaskStore {
  readonly #node: ClusterNode;
  readonly #perOwner: number;

  constructor(node: ClusterNode, perOwner: number) {
    this.#node = node;
    this.#perOwner = perOwner;
  }

  async create(record: TaskRecord): Promise<void> {
    const { store, name: by } = this.#node;
    const { taskId, ttl, createdAt } = record.task;
    const life = ttl ?? "";
    const owned = [this.#perOwner, life, `${createdAt} ${taskId}`];
    const fits = await store.run(TASK_STEP, [this.#of(record.owner)], owned);
    if (fits !== 1) throw tooManyRequests();
    const kept: KeptTask = { ...record, by };
    const args = [JSON.stringify(kept), life];
    await store.run(KEEP_TASK_STEP, [this.#key(taskId)], args);
  }

  async get(taskId: string): Promise<TaskRecord | undefined> {
    const { store, name } = this.#node;
    const text = await store.run(GET_STEP, [this.#key(taskId)]);
    if (typeof text !== "string") return undefined;
    const kept = JSON.parse(text) as KeptTask;
    const { task, by } = kept;
    if (hasEnded(task) || by === name || (await this.#node.isAlive(by))) {
      return kept;
    }
    const statusMessage = "The process that ran the task has ended";
    const error = { code: INTERNAL, message: statusMessage };
    const lastUpdatedAt = new Date().toISOString();
    const failed: KeptTask = {
      ...kept,
      task: { ...task, status: "failed", statusMessage, lastUpdatedAt },
      outcome: { error },
    };
    await this.#replace(failed, task.status);
    return failed;
  }

  async replace(record: TaskRecord, from: TaskStatus): Promise<boolean> {
    const { by = this.#node.name } = record as Partial<KeptTask>;
    return this.#replace({ ...record, by }, from);
  }

  async delete(taskId: string): Promise<void> {
    const { store, staying } = this.#node;
    const args = [store.channel(), this.#tells(taskId), ...staying];
    const gone = await store.run(DROP_TASK_STEP, [this.#key(taskId)], args);
    if (!Array.isArray(gone)) return;
    const [owner = "", createdAt = ""] = gone as string[];
    const name = `${createdAt} ${taskId}`;
    await store.run(FORGET_STEP, [this.#of(owner)], [name]);
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
    const told = this.#node.encodeMessage("task", {
      p: name,
      i: taskId,
      w: true,
    });
    const args = [store.channel(), told];
    // Ignore the error: the store reports its failures itself, and callers read
    // the task again.
    store.run(TELL_ONE_STEP, [this.#key(taskId)], args).catch(() => {});
  }

  async list(
    owner: string,
    cursor: string | undefined,
    size: number,
  ): Promise<TaskPage> {
    const names = await this.#node.store.run(NAMES_STEP, [this.#of(owner)]);
    const sorted = (names as string[]).sort();
    const { items, nextCursor } = paginate(sorted, cursor, size, (one) => one);
    const found = await Promise.all(
      items.map((one) => this.get(one.slice(one.indexOf(" ") + 1))),
    );
    return { records: found.flatMap((one) => one ?? []), nextCursor };
  }

  async #replace(record: KeptTask, from: TaskStatus): Promise<boolean> {
    const { store } = this.#node;
    const { taskId } = record.task;
    const told = this.#tells(taskId);
    const args = [JSON.stringify(record), from, store.channel(), told];
    return (await store.run(MOVE_TASK_STEP, [this.#key(taskId)], args)) === 1;
  }

  #tells(taskId: string): string {
    return this.#node.encodeMessage("task", { p: this.#node.name, i: taskId });
  }

  #key(taskId: string): string {
    return this.#node.store.key(`t:${taskId}`);
  }

  #of(owner: string): string {
    return this.#node.store.key(`o:${owner}`);
  }
}
