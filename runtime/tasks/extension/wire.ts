/** Form of tasks in the messages of the tasks extension. */
import { hasEnded } from "../task.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { TaskRecord, TaskState } from "../task.js";

/** Identifier of the tasks extension, used as a key in capabilities. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/**
 * Value of `resultType` in a response that contains a task instead of a result.
 */
export const TASK_RESULT = "task";

/** Input request of a task. The task waits for the client's answer. */
export interface TaskInputRequest {
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface TaskInputRequests {
  readonly [key: string]: TaskInputRequest;
}

/** Answers of the client, by the keys of the input requests. */
export interface TaskInputResponses {
  readonly [key: string]: unknown;
}

/**
 * Record of an extension task. It also contains the open input requests, and
 * the client's answers, which the process that runs the task reads.
 */
export interface ExtensionTaskRecord extends TaskRecord {
  readonly inputRequests?: TaskInputRequests;
  readonly inputResponses?: TaskInputResponses;
}

/** Task as it is sent in messages of the tasks extension. */
export interface WireTask {
  readonly taskId: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
  readonly [name: string]: unknown;
}

export function toWireTask({
  ttl,
  pollInterval,
  ...rest
}: TaskState): WireTask {
  return {
    ...rest,
    ttlMs: ttl,
    ...(pollInterval !== undefined && { pollIntervalMs: pollInterval }),
  };
}

/**
 * Returns the state of a task from a received message. The members of the state
 * are not validated.
 */
export function toTaskState(task: WireTask): TaskState {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task;
  const { ttlMs: ttl, pollIntervalMs: pollInterval } = task;
  return {
    ...({ taskId, status, createdAt, lastUpdatedAt, ttl } as TaskState),
    ...(typeof statusMessage === "string" && { statusMessage }),
    ...(pollInterval !== undefined && { pollInterval }),
  };
}

/**
 * Returns a task with its input requests, result or error, as in a `tasks/get`
 * response. The status is `input_required` while an input request is open. A
 * tool result with `isError` completes a task of the extension, but fails a
 * core task.
 */
export function toDetailedTask({
  task,
  outcome,
  inputRequests = {},
}: ExtensionTaskRecord): WireTask {
  const wireTask = toWireTask(task);
  if (task.status === "cancelled") return wireTask;
  if (hasEnded(task)) {
    if (outcome === undefined) return wireTask;
    return "result" in outcome
      ? { ...wireTask, status: "completed", result: outcome.result }
      : { ...wireTask, error: outcome.error };
  }
  return Object.keys(inputRequests).length > 0
    ? { ...wireTask, status: "input_required", inputRequests }
    : { ...wireTask, status: "working" };
}
