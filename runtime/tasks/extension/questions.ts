/** The open questions of tasks, as the store has them for all programs that share it. */
import { asError } from "../../json-rpc/messages/errors.js";
import { hasEnded } from "../task.js";
import { answersIn } from "./run.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { Clock } from "../clock.js";
import type { TaskStore } from "../store.js";
import type { TaskStatus } from "../task.js";
import type { Given, PolledRun } from "./run.js";
import type { OpenQuestion, PolledRecord } from "./wire.js";

export interface QuestionOptions {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly pollInterval: number;
  /** Whether other programs may have the store as well. */
  readonly shared: boolean;
}

export class TaskQuestions {
  readonly #options: QuestionOptions;
  readonly #report: (error: Error) => void;
  /** Runs of which is looked what other programs were told. */
  readonly #watched = new Set<PolledRun>();

  constructor(options: QuestionOptions, report: (error: Error) => void) {
    this.#options = options;
    this.#report = report;
  }

  /**
   * Keeps which questions a task waits for, and how it stands; its status before,
   * or undefined when it has ended.
   */
  async keep(
    run: PolledRun,
    inputRequests: { readonly [key: string]: OpenQuestion },
  ): Promise<
    { readonly before: TaskStatus; readonly record: PolledRecord } | undefined
  > {
    const asks = Object.keys(inputRequests).length > 0;
    const status = asks ? "input_required" : "working";
    const lastUpdatedAt = new Date(this.#options.clock.now()).toISOString();
    const kept = await this.#change(run.taskId, (record) => ({
      ...record,
      task: { ...record.task, status, lastUpdatedAt },
      inputRequests,
    }));
    if (kept && asks && this.#options.shared) this.#watch(run);
    return kept;
  }

  /**
   * Leaves answers for the program that runs the task.
   *
   * @throws McpError -32602 when one is not valid: then none is left.
   */
  async leave(
    taskId: string,
    given: Given,
    endpoint: Pick<Endpoint, "problem">,
  ): Promise<void> {
    await this.#change(taskId, (record) => {
      const { inputRequests = {}, inputResponses } = record;
      const taken = answersIn(given, Object.entries(inputRequests), endpoint);
      const left = { ...inputRequests };
      for (const [key] of taken) delete left[key];
      const answers = { ...inputResponses, ...Object.fromEntries(taken) };
      return { ...record, inputRequests: left, inputResponses: answers };
    });
  }

  /** Looks what other programs were told of a task, or did to it. */
  async look(run: PolledRun): Promise<void> {
    const { store } = this.#options;
    const record: PolledRecord | undefined = await store.get(run.taskId);
    if (record === undefined || hasEnded(record.task)) run.stop();
    else await run.answer(record.inputResponses ?? {});
  }

  /** Changes the record of a task that has not ended. */
  async #change(
    taskId: string,
    change: (record: PolledRecord) => PolledRecord,
  ): Promise<
    { readonly before: TaskStatus; readonly record: PolledRecord } | undefined
  > {
    const { store } = this.#options;
    for (;;) {
      const found: PolledRecord | undefined = await store.get(taskId);
      if (found === undefined || hasEnded(found.task)) return undefined;
      const record = change(found);
      const before = found.task.status;
      // Somebody else may have moved it since: then it is looked at again.
      if (await store.replace(record, before)) return { before, record };
    }
  }

  /** Looks again and again, as long as answers are waited for. */
  #watch(run: PolledRun): void {
    const { clock, pollInterval } = this.#options;
    if (this.#watched.has(run)) return;
    this.#watched.add(run);
    clock.after(pollInterval, () => {
      this.#watched.delete(run);
      if (!run.asks || !run.call.live) return;
      this.look(run)
        .catch((error: unknown) => this.#report(asError(error)))
        .finally(() => {
          if (run.asks) this.#watch(run);
        });
    });
  }
}
