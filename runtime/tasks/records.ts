/** The tasks of one receiver: their states, and how long they live. */
import { asError, BAD_PARAMS, McpError } from "../json-rpc/messages/errors.js";
import { hasEnded, mayBecome } from "./task.js";
import type { Call } from "../protocol/connection/call.js";
import type { Clock } from "./clock.js";
import type { Owner } from "./owner.js";
import type { TaskStore } from "./store.js";
import type { TaskOutcome, TaskRecord, TaskState, TaskStatus } from "./task.js";

/** Something that happened to a task, for an audit log or a metric. */
export interface TaskEvent {
  /**
   * `missed`: somebody asked for a task that is not there, or is not theirs.
   */
  readonly kind: "created" | "changed" | "retrieved" | "expired" | "missed";
  readonly taskId: string;
  /** Whose task it is; of `missed`, who asked. */
  readonly owner: string;
  /** Undefined when there is no task. */
  readonly status: TaskStatus | undefined;
}

export interface RecordsOptions {
  readonly store: TaskStore;
  readonly clock: Clock;
  /** Never throws. */
  readonly onEvent: (event: TaskEvent) => void;
  /** Is told of each change of a status; and, without a task, of its end. */
  readonly onChange: (taskId: string, task: TaskState | undefined) => void;
}

/** Characters of what is said of a task, which each look at it shows. */
const MAX_STATUS = 1_000;

function shortened(text: string): string {
  return text.length > MAX_STATUS ? `${text.slice(0, MAX_STATUS)}…` : text;
}

/** Keeps tasks in a store; allows only MCP's changes of status. */
export class TaskRecords {
  readonly #store: TaskStore;
  readonly #clock: Clock;
  readonly #options: RecordsOptions;
  readonly #expiries = new Map<string, () => void>();

  constructor(options: RecordsOptions) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#options = options;
  }

  /** A new task, which is `working`. */
  async create(
    owner: Owner,
    { method, endpoint }: Call,
    ttl: number | null,
    pollInterval: number,
  ): Promise<TaskState> {
    const taskId = crypto.randomUUID();
    const now = this.#clock.now();
    const createdAt = new Date(now).toISOString();
    const task: TaskState = {
      taskId,
      status: "working",
      createdAt,
      lastUpdatedAt: createdAt,
      ttl,
      pollInterval,
    };
    const { name, holder } = owner;
    const whose = holder === name ? { owner: name } : { owner: name, holder };
    await this.#store.create({ task, ...whose, method });
    if (ttl !== null) {
      const end = this.#clock.after(ttl, () => {
        this.#expire(taskId).catch((error: unknown) =>
          endpoint.report(asError(error)),
        );
      });
      this.#expiries.set(taskId, end);
    }
    this.#tell("created", owner.name, task);
    return task;
  }

  /**
   * A task of that owner.
   *
   * @throws McpError -32602 when there is none, be it expired or another's.
   */
  async find(taskId: string, owner: Owner): Promise<TaskRecord> {
    const record = await this.#live(taskId);
    if (record?.owner === owner.name) return record;
    const { onEvent } = this.#options;
    onEvent({ kind: "missed", taskId, owner: owner.name, status: undefined });
    throw new McpError(BAD_PARAMS, "There is no such task, or it has expired");
  }

  /** A page of the tasks of an owner. */
  async list(
    owner: Owner,
    cursor: string | undefined,
    size: number,
  ): Promise<{ tasks: TaskState[]; nextCursor?: string }> {
    const page = await this.#store.list(owner.name, cursor, size);
    const tasks = page.records
      .filter((record) => !this.#isOver(record.task))
      .map(({ task }) => task);
    const { nextCursor } = page;
    return nextCursor === undefined ? { tasks } : { tasks, nextCursor };
  }

  /**
   * Moves a task; its state then, or undefined when it is gone or may not go
   * there. A message alone can change without the status.
   */
  async move(
    taskId: string,
    status: TaskStatus,
    message?: string,
    outcome?: TaskOutcome,
  ): Promise<TaskState | undefined> {
    for (;;) {
      const record = await this.#live(taskId);
      if (record === undefined || hasEnded(record.task)) return undefined;
      const from = record.task.status;
      const same = from === status;
      if (same ? message === undefined : !mayBecome(from, status)) {
        return undefined;
      }
      const { statusMessage: _old, ...rest } = record.task;
      const task: TaskState = {
        ...rest,
        status,
        ...(message === undefined ? {} : { statusMessage: shortened(message) }),
        lastUpdatedAt: new Date(this.#clock.now()).toISOString(),
      };
      const next = outcome ? { ...record, task, outcome } : { ...record, task };
      // Somebody else may have moved it since: then it is looked at again.
      if (!(await this.#store.replace(next, from))) continue;
      this.#tell("changed", record.owner, task);
      this.#options.onChange(taskId, task);
      return task;
    }
  }

  /** Somebody was given the outcome. */
  retrieved({ owner, task }: TaskRecord): void {
    this.#tell("retrieved", owner, task);
  }

  /** Forgets a task; whom that concerns is told even if the store fails. */
  async drop(taskId: string): Promise<void> {
    this.#expiries.get(taskId)?.();
    this.#expiries.delete(taskId);
    try {
      await this.#store.delete(taskId);
    } finally {
      this.#options.onChange(taskId, undefined);
    }
  }

  /** The record, unless its time is over. */
  async #live(taskId: string): Promise<TaskRecord | undefined> {
    const record = await this.#store.get(taskId);
    if (record === undefined || !this.#isOver(record.task)) return record;
    await this.#end(record);
    return undefined;
  }

  async #expire(taskId: string): Promise<void> {
    let record: TaskRecord | undefined;
    try {
      record = await this.#store.get(taskId);
    } finally {
      await this.drop(taskId);
    }
    if (record) this.#tell("expired", record.owner, record.task);
  }

  async #end(record: TaskRecord): Promise<void> {
    await this.drop(record.task.taskId);
    this.#tell("expired", record.owner, record.task);
  }

  #isOver({ createdAt, ttl }: TaskState): boolean {
    return ttl !== null && Date.parse(createdAt) + ttl <= this.#clock.now();
  }

  #tell(
    kind: TaskEvent["kind"],
    owner: string,
    { taskId, status }: TaskState,
  ): void {
    this.#options.onEvent({ kind, taskId, owner, status });
  }
}
