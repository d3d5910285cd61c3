/** The server that runs calls as tasks whose state is polled. */
import {
  asError,
  McpError,
  toErrorObject,
} from "../../connection/json-rpc/errors.js";
import { INTERNAL } from "../../connection/json-rpc/errors.js";
import { tooMany } from "../../connection/limits.js";
import { attempt } from "../../connection/promises.js";
import { Shares } from "../../connection/quota/shares.js";
import { COMPLETE } from "../../lifecycle/stateless/stateless.js";
import { outcomeOf } from "../outcome.js";
import { OwnerRates, ownerOf } from "../owner.js";
import { TASK_CANCELLED } from "../receiver.js";
import { TaskRecords } from "../records.js";
import { hasEnded } from "../task.js";
import { TaskListeners } from "./listeners.js";
import { answersIn, PolledRun, type Given } from "./run.js";
import { detailedTask, shownTask, TASK_RESULT } from "./wire.js";
import type { Call } from "../../connection/call.js";
import type { Params } from "../../connection/json-rpc/messages.js";
import type { TaskedHandler } from "../outcome.js";
import type { Owner } from "../owner.js";
import type { ReceiverOptions } from "../receiver.js";
import type { TaskState } from "../task.js";
import type { OpenQuestion, PolledRecord, ShownTask } from "./wire.js";

interface NamedTask {
  readonly taskId: string;
}

interface PolledOptions extends ReceiverOptions {
  /** Whether other programs may have the store as well. */
  readonly shared: boolean;
}

/** Why the handler of a task is told to stop. */
function over(): McpError {
  return new McpError(TASK_CANCELLED, "The task has ended");
}

export class PolledReceiver {
  /** Is told when `onEvent` fails, and when nobody can be told of a change. */
  report: (error: Error) => void = console.error;
  readonly listeners: TaskListeners;
  readonly #options: PolledOptions;
  readonly #records: TaskRecords;
  readonly #rates: OwnerRates;
  /** Tasks that run here. */
  readonly #runs = new Map<string, PolledRun>();
  /** Those of which is looked what others were told. */
  readonly #watched = new Set<PolledRun>();
  /** How many, by whose limits hold. */
  readonly #running = new Shares();

  constructor(options: PolledOptions) {
    this.#options = options;
    this.#rates = new OwnerRates(options.rate);
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
    const { pollInterval, maxRunning, ttl, maxTtl } = this.#options;
    const owner = this.#admit(call);
    const { traffic } = call.connection;
    const { length } = JSON.stringify(params);
    const running = this.#running.of(owner.holder);
    if (running >= maxRunning || !traffic.fits(length)) throw tooMany();
    // Its params are kept until it has ended.
    const count = (times: 1 | -1): void => {
      this.#running.add(owner.holder, times);
      traffic.keep(times * length);
    };
    count(1);
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
      count(-1);
      throw error;
    }
    const { taskId } = task;
    const run = new PolledRun(taskId, call, params, {
      asking: (questions) => this.#asking(taskId, questions),
      report: async (message) => {
        const record = await this.#options.store.get(taskId);
        const status = record?.task.status ?? "working";
        await this.#records.move(taskId, status, message);
      },
    });
    Object.assign(run.call, own);
    this.#runs.set(taskId, run);
    // The answer goes out before anything else about the task.
    const ended = (): void => count(-1);
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
    await (run ? run.answer(given) : this.#leave(taskId, given, call));
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

  /** Leaves answers in the store for the program that runs the task. */
  async #leave(
    taskId: string,
    given: Given,
    { endpoint }: Call,
  ): Promise<void> {
    const { store } = this.#options;
    for (;;) {
      const record: PolledRecord | undefined = await store.get(taskId);
      if (record === undefined || hasEnded(record.task)) return;
      const { inputRequests = {}, inputResponses } = record;
      const taken = answersIn(given, Object.entries(inputRequests), endpoint);
      if (taken.length === 0) return;
      const left = { ...inputRequests };
      for (const [key] of taken) delete left[key];
      const next: PolledRecord = {
        ...record,
        inputRequests: left,
        inputResponses: { ...inputResponses, ...Object.fromEntries(taken) },
      };
      if (await store.replace(next, record.task.status)) return;
    }
  }

  /** Looks for what another program was told of a task that waits for answers. */
  #watch(run: PolledRun): void {
    const { clock, store, pollInterval } = this.#options;
    if (this.#watched.has(run)) return;
    this.#watched.add(run);
    const look = async (): Promise<void> => {
      const record: PolledRecord | undefined = await store.get(run.taskId);
      if (record === undefined || hasEnded(record.task))
        run.call.cancel(over());
      else await run.answer(record.inputResponses ?? {});
    };
    clock.after(pollInterval, () => {
      this.#watched.delete(run);
      if (!run.asks || !run.call.live) return;
      look()
        .catch((error: unknown) => this.report(asError(error)))
        .finally(() => {
          if (run.asks) this.#watch(run);
        });
    });
  }

  /** Keeps which questions a task waits for. */
  async #asking(
    taskId: string,
    inputRequests: { readonly [key: string]: OpenQuestion },
  ): Promise<void> {
    const { store, clock } = this.#options;
    const status =
      Object.keys(inputRequests).length > 0 ? "input_required" : "working";
    for (;;) {
      const record: PolledRecord | undefined = await store.get(taskId);
      if (record === undefined || hasEnded(record.task)) return;
      const lastUpdatedAt = new Date(clock.now()).toISOString();
      const task = { ...record.task, status, lastUpdatedAt } as const;
      const next: PolledRecord = { ...record, task, inputRequests };
      // Somebody else may have moved it since: then it is looked at again.
      if (!(await store.replace(next, record.task.status))) continue;
      const { owner } = record;
      if (status !== record.task.status) {
        const event = { kind: "changed", taskId, owner, status } as const;
        attempt(
          () => this.#options.onEvent(event),
          (error) => this.report(error),
        );
      }
      const run = this.#runs.get(taskId);
      if (run && status === "input_required" && this.#options.shared) {
        this.#watch(run);
      }
      return this.listeners.tell(taskId);
    }
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

  /** A task has changed, or is gone. */
  #changed(taskId: string, task: TaskState | undefined): void {
    if (!task || task.status === "cancelled") {
      this.#runs.get(taskId)?.call.cancel(over());
    }
    if (task) void this.listeners.tell(taskId);
  }
}
