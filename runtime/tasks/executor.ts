/**
 * Base class for running requests as tasks, with one subclass for core tasks
 * and one for the tasks extension. The subclasses differ in how the requestor
 * is notified and how it sends input.
 */
import {
  asError,
  McpError,
  toErrorObject,
} from "../json-rpc/messages/errors.js";
import { attempt } from "../json-rpc/promises.js";
import { ConnectionScopedTasks } from "./connection-scoped-tasks.js";
import { runToOutcome } from "./outcome.js";
import { findOwner, OwnerRates } from "./owner.js";
import { TaskRecords } from "./records.js";
import { RunningTaskQuota } from "./running-quota.js";
import { TASK_CANCELLED } from "./task.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestHandler } from "./outcome.js";
import type { Owner } from "./owner.js";
import type { TaskEvent } from "./records.js";
import type { ExecutorOptions } from "./settings.js";
import type { TaskOutcome, TaskRecord, TaskState, TaskStatus } from "./task.js";

/** Running task, with the members that the handler can use as `ctx.task`. */
export interface RunningTask {
  readonly taskId: string;
  /** Sets the status message of the task, which the requestor can read. */
  report(message: string): Promise<void>;
}

/** Running task, with the members that the class `TaskExecutor` uses. */
export interface TaskRun extends RunningTask {
  /** Value of `ctx` in the handler of the task. */
  readonly call: Call;
}

/**
 * Aborts the handler of the task. Called when the task is cancelled, deleted or
 * expired.
 */
export function stopRun({ call }: TaskRun): void {
  call.cancel(new McpError(TASK_CANCELLED, "The task has ended"));
}

/** Final status of a task, with an optional status message. */
export type FinalStatus = readonly [
  status: TaskStatus,
  message?: string | undefined,
];

export abstract class TaskExecutor<Run extends TaskRun> {
  /** Callback invoked with errors that are not sent to a requestor. */
  report: (error: Error) => void = console.error;
  protected readonly options: ExecutorOptions;
  protected readonly records: TaskRecords;
  /** Tasks that run in this process, by task id. */
  protected readonly runs: Map<string, Run> = new Map();
  readonly #rates: OwnerRates;
  readonly #quota: RunningTaskQuota;
  readonly #connectionScoped: ConnectionScopedTasks;

  constructor(options: ExecutorOptions) {
    this.options = options;
    this.#rates = new OwnerRates(options.rate);
    this.#quota = new RunningTaskQuota(options.maxRunning);
    options.store.watch?.(
      (taskId) => void this.#refresh(taskId),
      (taskId) => this.awaited(taskId),
    );
    this.records = new TaskRecords({
      ...options,
      onEvent: (event) => this.emit(event),
      onChange: (taskId, task) => this.changed(taskId, task),
    });
    this.#connectionScoped = new ConnectionScopedTasks((taskId, connection) => {
      this.records
        .drop(taskId)
        .catch((error: unknown) => connection.report(asError(error)));
    });
  }

  /** Returns the final status that follows from the outcome of a task. */
  protected abstract finalStatus(
    outcome: TaskOutcome,
    failure: string | undefined,
  ): FinalStatus;

  /**
   * Notifies the requestor of a changed task. `task` is undefined if the task
   * no longer exists.
   */
  protected abstract deliver(
    taskId: string,
    task: TaskState | undefined,
    run: Run | undefined,
  ): void;

  /**
   * Called after another process has changed a task. Reads the new state of the
   * task from the store.
   */
  protected abstract refresh(
    taskId: string,
    run: Run | undefined,
  ): Promise<void>;

  /**
   * Called when a task runs in this process, but its requestor waits for the
   * result in another process.
   */
  protected awaited(_taskId: string): void {}

  /** Called when a task has stopped running in this process. */
  protected finished(_taskId: string): void {}

  protected ownerOf(call: Call): Owner {
    return findOwner(call, this.options.owner);
  }

  /**
   * Returns the owner on whose behalf a request about tasks is sent. Counts the
   * request towards the owner's rate limit.
   *
   * @throws McpError 429 if the rate limit of the owner is exceeded.
   */
  protected admit(call: Call): Owner {
    const owner = this.ownerOf(call);
    this.#rates.count(owner);
    return owner;
  }

  /**
   * Creates a task for a request. Runs the handler of the request after the
   * response is sent.
   *
   * @throws McpError 429 if a limit is exceeded.
   */
  protected async create(
    handler: RequestHandler,
    params: Params,
    call: Call,
    ttl: number,
    createRun: (taskId: string) => Run,
  ): Promise<TaskState> {
    const { maxTtl, pollInterval } = this.options;
    const owner = this.admit(call);
    const release = this.#quota.reserve(owner, params, call);
    const life = Math.min(ttl, maxTtl);
    const limit = life === Infinity ? null : life;
    let task: TaskState;
    try {
      task = await this.records.create(owner, call, limit, pollInterval);
    } catch (error) {
      release();
      throw error;
    }
    const { taskId } = task;
    const run = createRun(taskId);
    this.runs.set(taskId, run);
    if (owner.connectionScoped) {
      this.#connectionScoped.add(taskId, call.connection);
    }
    // The response that announces the new task must be sent before any other
    // message about the task.
    setTimeout(() => void this.#run(handler, params, run, release), 0);
    return task;
  }

  /**
   * Returns the record of a task.
   *
   * @throws McpError -32602 if the sender of the request does not own a task
   *   with this id.
   */
  protected async find(taskId: string, call: Call): Promise<TaskRecord> {
    return this.records.find(taskId, this.admit(call));
  }

  /**
   * Cancels a task and returns its new state. Returns undefined if the task has
   * already ended.
   */
  protected stop(taskId: string): Promise<TaskState | undefined> {
    const message = "The task was cancelled";
    const error = { code: TASK_CANCELLED, message };
    return this.records.move(taskId, "cancelled", message, { error });
  }

  /**
   * Calls the user's `onEvent` callback. An error of the callback does not
   * affect the task.
   */
  protected emit(event: TaskEvent): void {
    attempt(
      () => this.options.onEvent(event),
      (error) => this.report(error),
    );
  }

  /**
   * Handles a new state of a task, or its removal: notifies the requestor, and
   * stops the handler of a cancelled or removed task. `task` is undefined after
   * the removal.
   */
  protected changed(taskId: string, task: TaskState | undefined): void {
    if (!task) this.#connectionScoped.forget(taskId);
    const run = this.runs.get(taskId);
    this.deliver(taskId, task, run);
    if (run && (!task || task.status === "cancelled")) stopRun(run);
  }

  async #run(
    handler: RequestHandler,
    params: Params,
    run: Run,
    release: () => void,
  ): Promise<void> {
    const { call, taskId } = run;
    try {
      if (!call.isActive) return;
      const { outcome, failure } = await runToOutcome(handler, params, call);
      const [status, message] = this.finalStatus(outcome, failure);
      await this.records.move(taskId, status, message, outcome);
    } catch (error) {
      // Storing the outcome can fail, for example if it is too large for the
      // store. The task then fails.
      call.endpoint.report(asError(error));
      await this.#fail(run, error);
    } finally {
      this.runs.delete(taskId);
      release();
      this.finished(taskId);
    }
  }

  async #fail({ taskId, call }: Run, thrown: unknown): Promise<void> {
    const error = toErrorObject(thrown);
    await this.records
      .move(taskId, "failed", error.message, { error })
      .catch((problem: unknown) => call.endpoint.report(asError(problem)));
  }

  async #refresh(taskId: string): Promise<void> {
    try {
      await this.refresh(taskId, this.runs.get(taskId));
    } catch (error) {
      this.report(asError(error));
    }
  }
}
