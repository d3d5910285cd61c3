/**
 * Stores input requests of tasks, and the answers to them. Several processes
 * may share the store.
 */
import { asError } from "../../json-rpc/messages/errors.js";
import { stopRun } from "../executor.js";
import { changeRecord } from "../store.js";
import { hasEnded } from "../task.js";
import { matchAnswers } from "./run.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { ExecutorOptions } from "../settings.js";
import type { RecordChange } from "../store.js";
import type { ExtensionTaskRun } from "./run.js";
import type {
  ExtensionTaskRecord,
  TaskInputRequests,
  TaskInputResponses,
} from "./wire.js";

export class StoredInputs {
  readonly #options: ExecutorOptions;
  readonly #report: (error: Error) => void;
  /**
   * Running tasks that poll the store for answers, because the client may send
   * the answers to another process.
   */
  readonly #polling = new Set<ExtensionTaskRun>();

  constructor(options: ExecutorOptions, report: (error: Error) => void) {
    this.#options = options;
    this.#report = report;
  }

  /**
   * Stores the open input requests of a task. Returns the old and the new
   * record, or undefined if the task has already ended.
   */
  async store(
    run: ExtensionTaskRun,
    inputRequests: TaskInputRequests,
  ): Promise<RecordChange<ExtensionTaskRecord> | undefined> {
    const needsInput = Object.keys(inputRequests).length > 0;
    const status = needsInput ? "input_required" : "working";
    const lastUpdatedAt = new Date(this.#options.clock.now()).toISOString();
    const change = await this.#change(run.taskId, (record) => ({
      ...record,
      task: { ...record.task, status, lastUpdatedAt },
      inputRequests,
    }));
    if (change && needsInput && this.#options.shared) this.#poll(run);
    return change;
  }

  /**
   * Stores the client's answers for the process that runs the task.
   *
   * @throws McpError -32602 if an answer is not valid. In this case none of the
   *   answers is stored.
   */
  async leave(
    taskId: string,
    responses: TaskInputResponses,
    endpoint: Pick<Endpoint, "problem">,
  ): Promise<void> {
    await this.#change(taskId, (record) => {
      const { inputRequests = {}, inputResponses } = record;
      const requests = Object.entries(inputRequests);
      const answers = matchAnswers(responses, requests, endpoint);
      const open = { ...inputRequests };
      for (const [key] of answers) delete open[key];
      return {
        ...record,
        inputRequests: open,
        inputResponses: { ...inputResponses, ...Object.fromEntries(answers) },
      };
    });
  }

  /**
   * Reads the store to find out whether another process has stored answers or
   * ended the task.
   */
  async read(run: ExtensionTaskRun): Promise<void> {
    const { store } = this.#options;
    const record: ExtensionTaskRecord | undefined = await store.get(run.taskId);
    if (record === undefined || hasEnded(record.task)) stopRun(run);
    else await run.answer(record.inputResponses ?? {});
  }

  /**
   * Changes the record of a task. Returns the old and the new record, or
   * undefined if the task has ended.
   */
  #change(
    taskId: string,
    change: (record: ExtensionTaskRecord) => ExtensionTaskRecord,
  ): Promise<RecordChange<ExtensionTaskRecord> | undefined> {
    const { store } = this.#options;
    return changeRecord(store, async () => store.get(taskId), change);
  }

  /**
   * Polls the store for answers while a running task has open input requests.
   */
  #poll(run: ExtensionTaskRun): void {
    const { clock, pollInterval } = this.#options;
    if (this.#polling.has(run)) return;
    this.#polling.add(run);
    clock.after(pollInterval, () => {
      this.#polling.delete(run);
      if (!run.needsInput) return;
      this.read(run)
        .catch((error: unknown) => this.#report(asError(error)))
        .finally(() => {
          if (run.needsInput) this.#poll(run);
        });
    });
  }
}
