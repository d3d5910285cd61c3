/**
 * Answers to `tasks/result` requests. Requests that wait for the result of the
 * same task are answered one per turn of the event loop.
 */
import { tooManyRequests } from "../../json-rpc/messages/errors.js";
import { shareJson, sharedJson } from "../../json-rpc/shared-json.js";
import { FanOut } from "../../limits/fan-out.js";
import { MAX_TASK_WAITERS } from "../settings.js";
import { resultOf } from "../outcome.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { TaskRecord } from "../task.js";

/** Requests that wait for the result of one task. */
interface Waiters {
  count: number;
  /**
   * Pending read of the task's record in the store. All waiting requests share
   * it.
   */
  reading?: Promise<TaskRecord> | undefined;
  /** Result that the requests share, so that it is serialized once. */
  result?: Params;
}

export class ResultAnswers {
  readonly #turns = new FanOut();
  readonly #tasks = new Map<string, Waiters>();

  /**
   * Adds a request to the count of requests that wait for the result of a task.
   * The returned function removes the request from the count.
   *
   * @throws McpError 429 if too many requests wait for the result.
   */
  join(taskId: string): () => void {
    const waiters = this.#tasks.get(taskId) ?? { count: 0 };
    if (waiters.count >= MAX_TASK_WAITERS) throw tooManyRequests();
    waiters.count += 1;
    this.#tasks.set(taskId, waiters);
    return () => {
      waiters.count -= 1;
      if (waiters.count === 0) this.#tasks.delete(taskId);
    };
  }

  /**
   * Returns the record of a task. Requests that were counted by `join` share a
   * read operation that is in progress.
   */
  read(taskId: string, find: () => Promise<TaskRecord>): Promise<TaskRecord> {
    const waiters = this.#tasks.get(taskId);
    if (waiters === undefined) return find();
    return (waiters.reading ??= find().finally(
      () => (waiters.reading = undefined),
    ));
  }

  /**
   * Resolves to the result of an ended task, in a turn of the event loop in
   * which no other request is answered.
   *
   * @throws McpError 429 if the client has too much unread data to receive the
   *   result.
   */
  answer({ task, outcome }: TaskRecord, call: Call): Promise<Params> {
    return new Promise((resolve, reject) => {
      this.#turns.wait(() => {
        try {
          call.signal.throwIfAborted();
          const waiters = this.#tasks.get(task.taskId);
          const result =
            waiters?.result ?? shareJson(resultOf(outcome, task.taskId));
          if (waiters) waiters.result = result;
          const { length } = sharedJson(result) ?? "";
          const { traffic } = call.connection;
          if (traffic.reserveUnread?.(length) === false)
            throw tooManyRequests();
          resolve(result);
        } catch (error) {
          reject(error);
        }
      });
    });
  }
}
