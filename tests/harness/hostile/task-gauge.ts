/**
 * Counts the tasks that a server stores and runs while it is being attacked.
 */
import type { TaskStore } from "../../../runtime/tasks/store.js";
import type { TaskRecord } from "../../../runtime/tasks/task.js";
import type { Server } from "../generated/modules.js";

const COUNTERS = ["records", "characters", "running", "waiting"] as const;

export type TaskCounts = {
  /** Number of records in the task store. */
  records: number;
  /** Total length of the records in the task store as JSON, in characters. */
  characters: number;
  /** Number of task handlers that run. */
  running: number;
  /**
   * Number of requests and subscriptions that wait for the same task. The task
   * with the most of them counts.
   */
  waiting: number;
};

export interface TaskMeasurement {
  readonly now: TaskCounts;
  /** Highest values since the start of the server. */
  readonly most: TaskCounts;
}

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/**
 * Waits for two turns of the event loop. Afterwards, the server has answered
 * each request that it refuses immediately.
 */
const turns = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export class TaskGauge {
  readonly #records = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  readonly #now = { records: 0, characters: 0, running: 0, waiting: 0 };
  readonly #most = { ...this.#now };

  read(): TaskMeasurement {
    return { now: this.#now, most: this.#most };
  }

  /**
   * Wraps a task store. The gauge counts the records that are written to the
   * returned store, and their characters.
   */
  counted(store: TaskStore): TaskStore {
    const put = (record: TaskRecord): void => {
      this.#records.set(record.task.taskId, JSON.stringify(record).length);
      this.#update();
    };
    return {
      ...store,
      create: async (record) => {
        await store.create(record);
        put(record);
      },
      replace: async (record, before) => {
        const isReplaced = await store.replace(record, before);
        if (isReplaced) put(record);
        return isReplaced;
      },
      delete: async (taskId) => {
        await store.delete(taskId);
        this.#records.delete(taskId);
        this.#update();
      },
    };
  }

  /**
   * Wraps the handler of a tool. The gauge counts the handler as running while
   * it runs as a task.
   */
  handler<Args, Ctx extends object>(
    handler: (args: Args, ctx: Ctx) => unknown,
  ): (args: Args, ctx: Ctx) => Promise<unknown> {
    return async (args, ctx) => {
      const by = "task" in ctx && ctx.task ? 1 : 0;
      this.#now.running += by;
      this.#update();
      try {
        return await handler(args, ctx);
      } finally {
        this.#now.running -= by;
        this.#update();
      }
    };
  }

  /** Counts requests and subscriptions of a server that wait for a task. */
  watch({ endpoint }: Server): void {
    endpoint.intercept({
      answer: async (call, next) => {
        const { method, params } = call.message;
        const ids: string[] = [];
        const wait = (taskIds: readonly string[] = []): void => {
          ids.push(...taskIds);
          for (const id of taskIds) this.#wait(id, 1);
        };
        const notify = call.notify.bind(call);
        call.notify = (sent, more) => {
          const { taskIds } = Object(more?.["notifications"]);
          if (sent === ACKNOWLEDGED) wait(taskIds);
          notify(sent, more);
        };
        let hasEnded = false;
        if (method === "tasks/result")
          void turns().then(
            () => !hasEnded && wait([String(params?.["taskId"])]),
          );
        try {
          return await next(call);
        } finally {
          hasEnded = true;
          for (const id of ids) this.#wait(id, -1);
        }
      },
    });
  }

  #wait(id: string, by: number): void {
    const count = (this.#waiting.get(id) ?? 0) + by;
    if (count > 0) this.#waiting.set(id, count);
    else this.#waiting.delete(id);
    this.#update();
  }

  #update(): void {
    const lengths = [...this.#records.values()];
    this.#now.records = lengths.length;
    this.#now.characters = lengths.reduce((sum, length) => sum + length, 0);
    this.#now.waiting = Math.max(0, ...this.#waiting.values());
    for (const name of COUNTERS)
      this.#most[name] = Math.max(this.#most[name], this.#now[name]);
  }
}
