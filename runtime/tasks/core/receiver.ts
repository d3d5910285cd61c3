/**
 * Receiver of core tasks: the server or client that runs requests of its peer
 * as tasks.
 */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { asError, McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { PAGE_SIZE } from "../../features/paginate.js";
import { TaskExecutor } from "../executor.js";
import { hasEnded } from "../task.js";
import { ResultAnswers } from "./result-answers.js";
import { ResultWaiters } from "./result-waiters.js";
import { CoreTaskRun } from "./run.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { FinalStatus } from "../executor.js";
import type { RequestHandler } from "../outcome.js";
import type { Owner } from "../owner.js";
import type { ExecutorOptions } from "../settings.js";
import type { TaskOutcome, TaskState } from "../task.js";

export class CoreTaskReceiver extends TaskExecutor<CoreTaskRun> {
  readonly #waiters: ResultWaiters;
  readonly #answers = new ResultAnswers();

  constructor(options: ExecutorOptions) {
    super(options);
    this.#waiters = new ResultWaiters(options.clock);
  }

  /**
   * Answers a request with a new task. Runs the handler of the request after
   * the response is sent.
   */
  async start(
    handler: RequestHandler,
    params: Params,
    call: Call,
  ): Promise<object> {
    const ttl = this.#requestedTtl(params.task);
    const createRun = (taskId: string): CoreTaskRun =>
      new CoreTaskRun(taskId, call, async (status, message) => {
        await this.records.move(taskId, status, message);
      });
    return { task: await this.create(handler, params, call, ttl, createRun) };
  }

  async get({ taskId }: { taskId: string }, call: Call): Promise<TaskState> {
    return (await this.find(taskId, call)).task;
  }

  async list(
    params: { cursor?: string } | undefined,
    call: Call,
  ): Promise<{ tasks: TaskState[]; nextCursor?: string }> {
    return this.records.list(this.admit(call), params?.cursor, PAGE_SIZE);
  }

  async cancel({ taskId }: { taskId: string }, call: Call): Promise<TaskState> {
    const { task } = await this.find(taskId, call);
    const cancelled = await this.stop(taskId);
    if (cancelled) return cancelled;
    const { status } = hasEnded(task)
      ? task
      : (await this.records.find(taskId, this.ownerOf(call))).task;
    const text = `The task cannot be cancelled: it is ${status} already`;
    throw new McpError(BAD_PARAMS, text);
  }

  /**
   * Answers `tasks/result` with the result of the task's request, after the
   * task has ended.
   *
   * @throws McpError 429 if too many requests wait for the result.
   */
  async result({ taskId }: { taskId: string }, call: Call): Promise<Params> {
    const owner = this.admit(call);
    const { task } = await this.records.find(taskId, owner);
    const end = this.#answers.join(taskId);
    const leave = hasEnded(task)
      ? undefined
      : this.runs.get(taskId)?.listen(call);
    try {
      return await this.#waitForResult(taskId, owner, call);
    } finally {
      leave?.();
      end();
    }
  }

  async #waitForResult(
    taskId: string,
    owner: Owner,
    call: Call,
  ): Promise<Params> {
    const { pollInterval, store } = this.options;
    for (;;) {
      // If the task runs in another process, poll the store: a store without
      // `watch` does not report changes by other processes.
      const interval = this.runs.has(taskId) ? undefined : pollInterval;
      const change = this.#waiters.next(taskId, call.signal, interval);
      try {
        const record = await this.#answers.read(taskId, () =>
          this.records.find(taskId, owner),
        );
        if (hasEnded(record.task)) {
          this.records.retrieved(record);
          return await this.#answers.answer(record, call);
        }
        if (record.task.status === "input_required" && interval !== undefined)
          store.await?.(taskId);
        await change.promise;
        call.signal.throwIfAborted();
      } finally {
        change.end();
      }
    }
  }

  #requestedTtl(request: unknown): number {
    const ttl = isObject(request) ? request.ttl : undefined;
    return typeof ttl === "number" ? Math.max(0, ttl) : this.options.ttl;
  }

  protected override finalStatus(
    _outcome: TaskOutcome,
    failure: string | undefined,
  ): FinalStatus {
    return failure === undefined ? ["completed"] : ["failed", failure];
  }

  protected override deliver(
    taskId: string,
    task: TaskState | undefined,
    run: CoreTaskRun | undefined,
  ): void {
    if (task && run) notifyStatus(run.channel, task);
    // `tasks/result` requests wait only for the end of the task, so other changes
    // do not wake them. `refresh` handles the changes by other processes.
    if (!task || hasEnded(task)) this.#waiters.wake(taskId);
  }

  protected override async refresh(
    taskId: string,
    run: CoreTaskRun | undefined,
  ): Promise<void> {
    if (!run) return this.#waiters.wake(taskId);
    const record = await this.options.store.get(taskId);
    this.changed(taskId, record?.task);
  }

  protected override awaited(taskId: string): void {
    this.runs.get(taskId)?.awaited();
  }

  /**
   * Wakes the waiting `tasks/result` requests of a task that no longer runs in
   * this process. If the task has not ended, these requests poll the store.
   */
  protected override finished(taskId: string): void {
    this.#waiters.wake(taskId);
  }
}

function notifyStatus({ connection, id }: Call, task: TaskState): void {
  try {
    connection.notify("notifications/tasks/status", { ...task }, id);
  } catch (error) {
    connection.report(asError(error));
  }
}
