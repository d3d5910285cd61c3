/** Tasks on the wire of the tasks extension. */
import { hasEnded } from "../task.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { TaskRecord, TaskState } from "../task.js";

/** Name of the extension in capabilities. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** `resultType` of a response that is a task. */
export const TASK_RESULT = "task";

/** Request for input that a task waits for. */
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

/** Record with open input requests, and with answers for the process that runs the task. */
export interface ExtensionTaskRecord extends TaskRecord {
  readonly inputRequests?: TaskInputRequests;
  readonly inputResponses?: TaskInputResponses;
}

/** Task on the wire. */
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

/** Returns the state of a received task. Its members are not validated. */
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
 * Returns the task with its input requests, result or error. A task needs input while an
 * input request is open. A tool result with `isError` completes a task of the extension,
 * while it fails a core task.
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
      : { ...wireTask, status: "failed", error: outcome.error };
  }
  return Object.keys(inputRequests).length > 0
    ? { ...wireTask, status: "input_required", inputRequests }
    : { ...wireTask, status: "working" };
}
