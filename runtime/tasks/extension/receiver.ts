/**
 * Server side of the tasks extension: runs requests as tasks, which the client
 * polls.
 */
import { BAD_PARAMS, INTERNAL } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { COMPLETE } from "../../protocol/stateless/stateless.js";
import { TaskExecutor } from "../executor.js";
import { findOwner } from "../owner.js";
import { hasEnded } from "../task.js";
import { StoredInputs } from "./stored-inputs.js";
import { ExtensionTaskRun } from "./run.js";
import { TaskSubscriptions } from "./subscriptions.js";
import { TASK_RESULT, toDetailedTask, toWireTask } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { FinalStatus } from "../executor.js";
import type { RequestHandler } from "../outcome.js";
import type { Owner } from "../owner.js";
import type { ExecutorOptions } from "../settings.js";
import type { TaskOutcome, TaskState } from "../task.js";
import type {
  TaskInputRequests,
  TaskInputResponses,
  WireTask,
} from "./wire.js";

export class ExtensionTaskReceiver extends TaskExecutor<ExtensionTaskRun> {
  readonly subscriptions: TaskSubscriptions;
  readonly #inputs: StoredInputs;

  constructor(options: ExecutorOptions) {
    super(options);
    this.#inputs = new StoredInputs(options, (error) => this.report(error));
    this.subscriptions = new TaskSubscriptions({
      owns: (taskId, call) =>
        this.find(taskId, call).then(
          () => true,
          (error: unknown) => {
            if (error instanceof McpError && error.code === BAD_PARAMS) {
              return false;
            }
            throw error;
          },
        ),
      read: async (taskId) => {
        const record = await options.store.get(taskId);
        return record && toDetailedTask(record);
      },
      report: (error) => this.report(error),
    });
  }

  /**
   * Answers a request with a new task. Runs the handler of the request after
   * the response is sent.
   *
   * @param context Members to add to `ctx` of the handler.
   */
  async start(
    handler: RequestHandler,
    params: Params,
    call: Call,
    context: object,
  ): Promise<object> {
    const { store, ttl } = this.options;
    const createRun = (taskId: string): ExtensionTaskRun => {
      const run: ExtensionTaskRun = new ExtensionTaskRun(taskId, call, params, {
        updateInputs: (inputs) => this.#updateInputs(run, inputs),
        report: async (message) => {
          const record = await store.get(taskId);
          const status = record?.task.status ?? "working";
          await this.records.move(taskId, status, message);
        },
      });
      Object.assign(run.call, context);
      return run;
    };
    const task = await this.create(handler, params, call, ttl, createRun);
    return { resultType: TASK_RESULT, ...toWireTask(task) };
  }

  async get({ taskId }: { taskId: string }, call: Call): Promise<WireTask> {
    const record = await this.find(taskId, call);
    if (hasEnded(record.task)) this.records.retrieved(record);
    return toDetailedTask(record);
  }

  /**
   * Handles `tasks/update`: passes the client's answers to the task. Ignores
   * answers to input requests that are not open.
   */
  async update(
    { taskId }: { taskId: string },
    responses: TaskInputResponses,
    call: Call,
  ): Promise<object> {
    await this.find(taskId, call);
    const run = this.runs.get(taskId);
    await (run
      ? run.answer(responses)
      : this.#inputs.leave(taskId, responses, call.endpoint));
    return {};
  }

  /** Cancels a task. Does nothing if the task has already ended. */
  async cancel({ taskId }: { taskId: string }, call: Call): Promise<object> {
    await this.find(taskId, call);
    await this.stop(taskId);
    return {};
  }

  /**
   * Stores the open input requests of a task, and notifies the subscribers of
   * the task.
   */
  async #updateInputs(
    run: ExtensionTaskRun,
    inputRequests: TaskInputRequests,
  ): Promise<void> {
    const change = await this.#inputs.store(run, inputRequests);
    if (change === undefined) return;
    const { before, after } = change;
    const { taskId, status } = after.task;
    if (status !== before.task.status) {
      this.emit({ kind: "changed", taskId, owner: after.owner, status });
    }
    await this.subscriptions.notify(taskId);
  }

  protected override finalStatus(
    outcome: TaskOutcome,
    failure: string | undefined,
  ): FinalStatus {
    if (!("result" in outcome)) return ["failed", failure];
    const { resultType = COMPLETE } = outcome.result as {
      resultType?: unknown;
    };
    if (resultType !== COMPLETE) {
      throw new McpError(INTERNAL, "A task must have a final result");
    }
    // In the tasks extension, a task is completed, not failed, when its tool
    // result has `isError`.
    return ["completed"];
  }

  /**
   * Returns the owner for a request. By default, a request without a token has
   * the owner `anyone`: every client that knows a task id has access to the
   * task.
   */
  protected override ownerOf(call: Call): Owner {
    const { owner } = this.options;
    const anonymous = owner === undefined && call.auth === undefined;
    return findOwner(call, anonymous ? "anyone" : owner);
  }

  protected override deliver(
    taskId: string,
    task: TaskState | undefined,
  ): void {
    if (task) void this.subscriptions.notify(taskId);
  }

  protected override async refresh(
    taskId: string,
    run: ExtensionTaskRun | undefined,
  ): Promise<void> {
    try {
      if (run) await this.#inputs.read(run);
    } finally {
      await this.subscriptions.notify(taskId);
    }
  }
}
