/** The side that runs requests as tasks: a server, or a client. */
import {
  asError,
  BAD_PARAMS,
  McpError,
  toErrorObject,
} from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { attempt } from "../../json-rpc/promises.js";
import { PAGE_SIZE } from "../../features/paginate.js";
import { OwnerRates, ownerOf } from "../owner.js";
import { answerOf, outcomeOf } from "../outcome.js";
import { PassingTasks } from "../connection-scoped-tasks.js";
import { TaskRecords } from "../records.js";
import { RunningTasks } from "../running.js";
import { TaskRun } from "./run.js";
import { hasEnded } from "../task.js";
import { Waits } from "./client/waits.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Clock } from "../clock.js";
import type { TaskedHandler } from "../outcome.js";
import type { Rate } from "../../limits/rate-limit.js";
import type { Owner, TaskOwner } from "../owner.js";
import type { TaskEvent } from "../records.js";
import type { TaskStore } from "../store.js";
import type { TaskState } from "../task.js";

/** The task was cancelled, so that its request has no result. */
export const TASK_CANCELLED = -32800;

/** How a receiver runs tasks. Times are in milliseconds. */
export interface ReceiverOptions {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly owner: TaskOwner | undefined;
  readonly ttl: number;
  readonly maxTtl: number;
  readonly pollInterval: number;
  readonly maxRunning: number;
  readonly rate: Rate;
  readonly onEvent: (event: TaskEvent) => unknown;
}

export class TaskReceiver {
  /** Is told when `onEvent` fails. */
  report: (error: Error) => void = console.error;
  readonly #options: ReceiverOptions;
  readonly #records: TaskRecords;
  readonly #rates: OwnerRates;
  readonly #passing: PassingTasks;
  /** Tasks that run here. */
  readonly #runs = new Map<string, TaskRun>();
  readonly #running: RunningTasks;
  readonly #waits: Waits;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#rates = new OwnerRates(options.rate);
    this.#running = new RunningTasks(options.maxRunning);
    this.#waits = new Waits(options.clock);
    options.store.watch?.(
      (taskId) => void this.#look(taskId),
      (taskId) => this.#runs.get(taskId)?.awaited(),
    );
    this.#records = new TaskRecords({
      ...options,
      // A hook that fails does not undo what happened to the task.
      onEvent: (event) =>
        attempt(
          () => options.onEvent(event),
          (error) => this.report(error),
        ),
      onChange: (taskId, task) => this.#changed(taskId, task),
    });
    this.#passing = new PassingTasks((taskId, connection) => {
      this.#records
        .drop(taskId)
        .catch((error: unknown) => connection.report(asError(error)));
    });
  }

  /** Answers a request with a task, and runs it after that. */
  async start(
    handler: TaskedHandler,
    params: Params,
    call: Call,
  ): Promise<object> {
    const { pollInterval } = this.#options;
    const owner = this.#admit(call);
    const ended = this.#running.begin(owner, params, call);
    let task: TaskState;
    try {
      const ttl = this.#ttl(params.task);
      task = await this.#records.create(owner, call, ttl, pollInterval);
    } catch (error) {
      ended();
      throw error;
    }
    const { taskId } = task;
    const run = new TaskRun(taskId, call, async (status, message) => {
      await this.#records.move(taskId, status, message);
    });
    this.#runs.set(taskId, run);
    if (owner.passing) this.#passing.add(taskId, call.connection);
    // The answer goes out before anything else about the task.
    setTimeout(() => void this.#run(handler, params, run, ended), 0);
    return { task };
  }

  async get({ taskId }: { taskId: string }, call: Call): Promise<TaskState> {
    return (await this.#records.find(taskId, this.#admit(call))).task;
  }

  async list(
    params: { cursor?: string } | undefined,
    call: Call,
  ): Promise<{ tasks: TaskState[]; nextCursor?: string }> {
    return this.#records.list(this.#admit(call), params?.cursor, PAGE_SIZE);
  }

  async cancel({ taskId }: { taskId: string }, call: Call): Promise<TaskState> {
    const { task } = await this.#records.find(taskId, this.#admit(call));
    const message = "The task was cancelled";
    const error = { code: TASK_CANCELLED, message };
    const ended = await this.#records.move(taskId, "cancelled", message, {
      error,
    });
    if (ended) return ended;
    const { status } = hasEnded(task)
      ? task
      : (await this.#records.find(taskId, ownerOf(call, this.#options.owner)))
          .task;
    const text = `The task cannot be cancelled: it is ${status} already`;
    throw new McpError(BAD_PARAMS, text);
  }

  /** Waits for the end of a task; what its request came to. */
  async result({ taskId }: { taskId: string }, call: Call): Promise<Params> {
    const owner = this.#admit(call);
    const { task } = await this.#records.find(taskId, owner);
    const leave = hasEnded(task)
      ? undefined
      : this.#runs.get(taskId)?.listen(call);
    try {
      return await this.#outcome(taskId, owner, call);
    } finally {
      leave?.();
    }
  }

  async #outcome(taskId: string, owner: Owner, call: Call): Promise<Params> {
    const { pollInterval, store } = this.#options;
    for (;;) {
      // Another program may run the task, and tells nobody here.
      const look = this.#runs.has(taskId) ? undefined : pollInterval;
      const change = this.#waits.next(taskId, call.signal, look);
      try {
        const record = await this.#records.find(taskId, owner);
        if (hasEnded(record.task)) {
          this.#records.retrieved(record);
          return answerOf(record.outcome, taskId);
        }
        if (record.task.status === "input_required" && look !== undefined)
          store.await?.(taskId);
        await change.promise;
        call.signal.throwIfAborted();
      } finally {
        change.end();
      }
    }
  }

  async #run(
    handler: TaskedHandler,
    params: Params,
    run: TaskRun,
    ended: () => void,
  ): Promise<void> {
    const { call, taskId } = run;
    try {
      if (!call.live) return;
      const { outcome, failure } = await outcomeOf(handler, params, call);
      const status = failure === undefined ? "completed" : "failed";
      await this.#records
        .move(taskId, status, failure, outcome)
        .catch((error: unknown) => this.#lost(run, error));
    } catch (error) {
      call.endpoint.report(asError(error));
    } finally {
      this.#runs.delete(taskId);
      ended();
      // Nobody here moves it any more: who still waits looks from time to time.
      this.#waits.wake(taskId);
    }
  }

  /** The store did not take an outcome, maybe since it is too large: it failed. */
  async #lost({ call, taskId }: TaskRun, thrown: unknown): Promise<void> {
    call.endpoint.report(asError(thrown));
    const error = toErrorObject(thrown);
    await this.#records.move(taskId, "failed", error.message, { error });
  }

  #admit(call: Call): Owner {
    const owner = ownerOf(call, this.#options.owner);
    this.#rates.count(owner);
    return owner;
  }

  #ttl(asked: unknown): number | null {
    const { ttl, maxTtl } = this.#options;
    const wanted = isObject(asked) ? asked.ttl : undefined;
    const given = typeof wanted === "number" ? Math.max(0, wanted) : ttl;
    const kept = Math.min(given, maxTtl);
    return kept === Infinity ? null : kept;
  }

  /** Another process changed a task. */
  async #look(taskId: string): Promise<void> {
    if (!this.#runs.has(taskId)) return this.#waits.wake(taskId);
    try {
      const record = await this.#options.store.get(taskId);
      this.#changed(taskId, record?.task);
    } catch (error) {
      this.report(asError(error));
    }
  }

  /** A task changed, or is gone: who waits looks again. */
  #changed(taskId: string, task: TaskState | undefined): void {
    if (!task) this.#passing.forget(taskId);
    const run = this.#runs.get(taskId);
    if (run) {
      const { connection, id } = run.channel;
      if (task) tell(connection, task, id);
      if (!task || task.status === "cancelled") {
        run.call.cancel(new McpError(TASK_CANCELLED, "The task has ended"));
      }
    }
    this.#waits.wake(taskId);
  }
}

function tell(
  connection: Call["connection"],
  task: TaskState,
  about: Call["id"],
): void {
  try {
    connection.notify("notifications/tasks/status", { ...task }, about);
  } catch (error) {
    connection.report(asError(error));
  }
}
