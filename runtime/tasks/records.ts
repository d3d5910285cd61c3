/**
 * Task records in a store. The records allow only the status changes of MCP,
 * and are removed at the end of a task's lifetime.
 */
import { BAD_PARAMS } from "../json-rpc/constants.js";
import { asError, McpError } from "../json-rpc/messages/errors.js";
import { canTransition } from "./task.js";
import type { Call } from "../protocol/connection/call.js";
import type { Clock } from "./clock.js";
import type { Owner } from "./owner.js";
import { changeRecord } from "./store.js";
import type { TaskStore } from "./store.js";
import type { TaskOutcome, TaskRecord, TaskState, TaskStatus } from "./task.js";

/** Event in the life of a task, for audit logs and metrics. */
export interface TaskEvent {
  /**
   * Kind of the event. `missed` means that a request named a task that does not
   * exist or belongs to another owner.
   */
  readonly kind: "created" | "changed" | "retrieved" | "expired" | "missed";
  readonly taskId: string;
  /**
   * Owner of the task. In a `missed` event, the owner on whose behalf the
   * request was sent.
   */
  readonly owner: string;
  /** Status of the task. Undefined for `missed` events. */
  readonly status: TaskStatus | undefined;
}

export interface RecordsOptions {
  readonly store: TaskStore;
  readonly clock: Clock;
  /** Callback invoked for each event of a task. The callback must not throw. */
  readonly onEvent: (event: TaskEvent) => void;
  /**
   * Callback invoked for each change of a task. `task` is undefined after a
   * removal.
   */
  readonly onChange: (taskId: string, task: TaskState | undefined) => void;
}

/**
 * Maximum length of a status message, in characters. The length is limited
 * because each poll transfers the message again.
 */
const MAX_STATUS_LENGTH = 1_000;

function shortened(text: string): string {
  return text.length > MAX_STATUS_LENGTH
    ? `${text.slice(0, MAX_STATUS_LENGTH)}…`
    : text;
}

/**
 * Creates, changes and removes task records in a store. Allows only the status
 * transitions of MCP.
 */
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

  /** Creates a task with the status `working` and stores its record. */
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
    const names = holder === name ? { owner: name } : { owner: name, holder };
    await this.#store.create({ task, ...names, method });
    if (ttl !== null) {
      const end = this.#clock.after(ttl, () => {
        this.#expire(taskId).catch((error: unknown) =>
          endpoint.report(asError(error)),
        );
      });
      this.#expiries.set(taskId, end);
    }
    this.#emit("created", owner.name, task);
    return task;
  }

  /**
   * Returns the record of a task.
   *
   * @throws McpError -32602 if the task does not exist or belongs to another
   *   owner.
   */
  async find(taskId: string, owner: Owner): Promise<TaskRecord> {
    const record = await this.#live(taskId);
    if (record?.owner === owner.name) return record;
    const { onEvent } = this.#options;
    onEvent({ kind: "missed", taskId, owner: owner.name, status: undefined });
    throw new McpError(BAD_PARAMS, "The task does not exist or has expired");
  }

  /** Returns a page of the tasks of an owner. */
  async list(
    owner: Owner,
    cursor: string | undefined,
    size: number,
  ): Promise<{ tasks: TaskState[]; nextCursor?: string }> {
    const page = await this.#store.list(owner.name, cursor, size);
    const tasks = page.records
      .filter((record) => !this.#hasExpired(record.task))
      .map(({ task }) => task);
    const { nextCursor } = page;
    return nextCursor === undefined ? { tasks } : { tasks, nextCursor };
  }

  /**
   * Sets the status of a task and returns the new state. Returns undefined if
   * the task no longer exists or if MCP does not allow the transition. A status
   * may be set again with another status message.
   */
  async move(
    taskId: string,
    status: TaskStatus,
    message?: string,
    outcome?: TaskOutcome,
  ): Promise<TaskState | undefined> {
    const changed = await changeRecord(
      this.#store,
      () => this.#live(taskId),
      (record) => {
        const from = record.task.status;
        const isAllowed =
          from === status ? message !== undefined : canTransition(from, status);
        if (!isAllowed) return undefined;
        const { statusMessage: _old, ...rest } = record.task;
        const statusMessage =
          message === undefined ? {} : { statusMessage: shortened(message) };
        const lastUpdatedAt = new Date(this.#clock.now()).toISOString();
        const task = { ...rest, status, ...statusMessage, lastUpdatedAt };
        return outcome ? { ...record, task, outcome } : { ...record, task };
      },
    );
    if (changed === undefined) return undefined;
    const { owner, task } = changed.after;
    this.#emit("changed", owner, task);
    this.#options.onChange(taskId, task);
    return task;
  }

  /**
   * Emits the event `retrieved`: the requestor has received the outcome of a
   * task.
   */
  retrieved({ owner, task }: TaskRecord): void {
    this.#emit("retrieved", owner, task);
  }

  /** Removes a task. Calls `onChange` even if the store fails. */
  async drop(taskId: string): Promise<void> {
    this.#expiries.get(taskId)?.();
    this.#expiries.delete(taskId);
    try {
      await this.#store.delete(taskId);
    } finally {
      this.#options.onChange(taskId, undefined);
    }
  }

  /**
   * Returns the record of a task, or undefined if the task does not exist or
   * has expired.
   */
  async #live(taskId: string): Promise<TaskRecord | undefined> {
    const record = await this.#store.get(taskId);
    if (record === undefined || !this.#hasExpired(record.task)) return record;
    await this.drop(taskId);
    this.#emit("expired", record.owner, record.task);
    return undefined;
  }

  async #expire(taskId: string): Promise<void> {
    let record: TaskRecord | undefined;
    try {
      record = await this.#store.get(taskId);
    } finally {
      await this.drop(taskId);
    }
    if (record) this.#emit("expired", record.owner, record.task);
  }

  #hasExpired({ createdAt, ttl }: TaskState): boolean {
    return ttl !== null && Date.parse(createdAt) + ttl <= this.#clock.now();
  }

  #emit(
    kind: TaskEvent["kind"],
    owner: string,
    { taskId, status }: TaskState,
  ): void {
    this.#options.onEvent({ kind, taskId, owner, status });
  }
}
