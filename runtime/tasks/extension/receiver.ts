/** The server that runs calls as tasks whose state is polled. */
import {
  asError,
  McpError,
  toErrorObject,
} from "../../json-rpc/messages/errors.js";
import { INTERNAL } from "../../json-rpc/messages/errors.js";
import { attempt } from "../../json-rpc/promises.js";
import { COMPLETE } from "../../protocol/stateless/stateless.js";
import { outcomeOf } from "../outcome.js";
import { OwnerRates, ownerOf } from "../owner.js";
import { TASK_CANCELLED } from "../core/receiver.js";
import { TaskRecords } from "../records.js";
import { RunningTasks } from "../running.js";
import { hasEnded } from "../task.js";
import { TaskListeners } from "./listeners.js";
import { TaskQuestions } from "./questions.js";
import { PolledRun } from "./run.js";
import { detailedTask, shownTask, TASK_RESULT } from "./wire.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { TaskedHandler } from "../outcome.js";
import type { Owner } from "../owner.js";
import type { ReceiverOptions } from "../core/receiver.js";
import type { TaskState } from "../task.js";
import type { TaskEvent } from "../records.js";
import type { QuestionOptions } from "./questions.js";
import type { Given } from "./run.js";
import type { OpenQuestion, ShownTask } from "./wire.js";

interface NamedTask {
  readonly taskId: string;
}

type PolledOptions = ReceiverOptions & QuestionOptions;

export class PolledReceiver {
  /** Is told when `onEvent` fails, and when nobody can be told of a change. */
  report: (error: Error) => void = console.error;
  readonly listeners: TaskListeners;
  readonly #options: PolledOptions;
  readonly #records: TaskRecords;
  readonly #questions: TaskQuestions;
  readonly #rates: OwnerRates;
  /** Tasks that run here. */
  readonly #runs = new Map<string, PolledRun>();
  readonly #running: RunningTasks;

  constructor(options: PolledOptions) {
    this.#options = options;
    this.#rates = new OwnerRates(options.rate);
    this.#running = new RunningTasks(options.maxRunning);
    this.#questions = new TaskQuestions(options, (error) => this.report(error));
    options.store.watch?.((taskId) => void this.#look(taskId));
    this.#records = new TaskRecords({
      ...options,
      onEvent: (event) => this.#tell(event),
      onChange: (taskId, task) => this.#changed(taskId, task),
    });
    this.listeners = new TaskListeners({
      owned: async (taskId, call) =>
        this.#records.find(taskId, this.#ownerOf(call)).then(
          () => true,
          () => false,
        ),
      show: async (taskId) => {
        const record = await options.store.get(taskId);
        return record && detailedTask(record);
      },
      report: (error) => this.report(error),
    });
  }

  /**
   * Answers a request with a task, and runs it after that.
   *
   * @param own Members of the handler's `ctx`.
   */
  async start(
    handler: TaskedHandler,
    params: Params,
    call: Call,
    own: object,
  ): Promise<object> {
    const { pollInterval, ttl, maxTtl } = this.#options;
    const owner = this.#admit(call);
    const ended = this.#running.begin(owner, params, call);
    let task: TaskState;
    try {
      const kept = Math.min(ttl, maxTtl);
      task = await this.#records.create(
        owner,
        call,
        kept === Infinity ? null : kept,
        pollInterval,
      );
    } catch (error) {
      ended();
      throw error;
    }
    const { taskId } = task;
    const run: PolledRun = new PolledRun(taskId, call, params, {
      asking: (questions) => this.#asking(run, questions),
      report: async (message) => {
        const record = await this.#options.store.get(taskId);
        const status = record?.task.status ?? "working";
        await this.#records.move(taskId, status, message);
      },
    });
    Object.assign(run.call, own);
    this.#runs.set(taskId, run);
    // The answer goes out before anything else about the task.
    setTimeout(() => void this.#run(handler, run, ended), 0);
    return { resultType: TASK_RESULT, ...shownTask(task) };
  }

  async get({ taskId }: NamedTask, call: Call): Promise<ShownTask> {
    const record = await this.#records.find(taskId, this.#admit(call));
    if (hasEnded(record.task)) this.#records.retrieved(record);
    return detailedTask(record);
  }

  /** Answers that nobody waits for any more are no mistake. */
  async update(
    { taskId }: NamedTask,
    given: Given,
    call: Call,
  ): Promise<object> {
    await this.#records.find(taskId, this.#admit(call));
    const run = this.#runs.get(taskId);
    const { endpoint } = call;
    await (run
      ? run.answer(given)
      : this.#questions.leave(taskId, given, endpoint));
    return {};
  }

  /** A task that has ended stays as it is. */
  async cancel({ taskId }: NamedTask, call: Call): Promise<object> {
    const owner = this.#admit(call);
    await this.#records.find(taskId, owner);
    const message = "The task was cancelled";
    const error = { code: TASK_CANCELLED, message };
    await this.#records.move(taskId, "cancelled", message, { error });
    return {};
  }

  /** Keeps which questions a task waits for, and tells of that. */
  async #asking(
    run: PolledRun,
    inputRequests: { readonly [key: string]: OpenQuestion },
  ): Promise<void> {
    const kept = await this.#questions.keep(run, inputRequests);
    if (kept === undefined) return;
    const { before, record } = kept;
    const { taskId, status } = record.task;
    if (status !== before) {
      this.#tell({ kind: "changed", taskId, owner: record.owner, status });
    }
    await this.listeners.tell(taskId);
  }

  async #run(
    handler: TaskedHandler,
    run: PolledRun,
    ended: () => void,
  ): Promise<void> {
    const { call, taskId } = run;
    try {
      if (!call.live) return;
      const params = call.message.params ?? {};
      const { outcome, failure } = await outcomeOf(handler, params, call);
      const { resultType = COMPLETE } =
        "result" in outcome ? (outcome.result as { resultType?: unknown }) : {};
      if (resultType !== COMPLETE) {
        throw new McpError(INTERNAL, "The result of a task is not final");
      }
      // An error of a tool is what the task came to, and no failure of it.
      const [status, message] =
        "result" in outcome
          ? (["completed"] as const)
          : (["failed", failure] as const);
      await this.#records.move(taskId, status, message, outcome);
    } catch (error) {
      // The store may not have taken the outcome, such as since it is too large.
      call.endpoint.report(asError(error));
      await this.#fail(run, error);
    } finally {
      this.#runs.delete(taskId);
      ended();
    }
  }

  async #fail({ taskId, call }: PolledRun, thrown: unknown): Promise<void> {
    const error = toErrorObject(thrown);
    await this.#records
      .move(taskId, "failed", error.message, { error })
      .catch((problem: unknown) => call.endpoint.report(asError(problem)));
  }

  #ownerOf(call: Call): Owner {
    const { owner } = this.#options;
    // Who is not told apart has the tasks whose ids it knows.
    const anyone = owner === undefined && call.auth === undefined;
    return ownerOf(call, anyone ? "anyone" : owner);
  }

  #admit(call: Call): Owner {
    const owner = this.#ownerOf(call);
    this.#rates.count(owner);
    return owner;
  }

  /** A hook that fails does not undo what happened to the task. */
  #tell(event: TaskEvent): void {
    attempt(
      () => this.#options.onEvent(event),
      (error) => this.report(error),
    );
  }

  /** Another program has changed a task, or deleted it. */
  async #look(taskId: string): Promise<void> {
    const run = this.#runs.get(taskId);
    try {
      if (run) await this.#questions.look(run);
    } catch (error) {
      this.report(asError(error));
    }
    await this.listeners.tell(taskId);
  }

  /** A task has changed, or is gone. */
  #changed(taskId: string, task: TaskState | undefined): void {
    if (!task || task.status === "cancelled") {
      this.#runs.get(taskId)?.stop();
    }
    if (task) void this.listeners.tell(taskId);
  }
}
