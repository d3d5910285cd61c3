/** Tasks of the extension: how they are named and shown. */
import { hasEnded } from "../task.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { TaskRecord, TaskState } from "../task.js";

/** The extension, as peers declare it. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** Marks the answer to a request that goes on as a task. */
export const TASK_RESULT = "task";

/** A question that a task waits for. */
export interface OpenQuestion {
  readonly method: string;
  readonly params?: Params | undefined;
}

/** What is kept of a task: its open questions, and answers for whoever runs it. */
export interface PolledRecord extends TaskRecord {
  readonly inputRequests?: { readonly [key: string]: OpenQuestion };
  readonly inputResponses?: { readonly [key: string]: unknown };
}

/** A task on the wire. */
export interface ShownTask {
  readonly taskId: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
  readonly [name: string]: unknown;
}

/** A state as the extension shows it. */
export function shownTask({
  ttl,
  pollInterval,
  ...rest
}: TaskState): ShownTask {
  return {
    ...rest,
    ttlMs: ttl,
    ...(pollInterval !== undefined && { pollIntervalMs: pollInterval }),
  };
}

/** The state that a peer shows. */
export function stateOf(shown: ShownTask): TaskState {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = shown;
  const { ttlMs: ttl, pollIntervalMs: pollInterval } = shown;
  return {
    ...({ taskId, status, createdAt, lastUpdatedAt, ttl } as TaskState),
    ...(typeof statusMessage === "string" && { statusMessage }),
    ...(pollInterval !== undefined && { pollInterval }),
  };
}

/**
 * A task with what its status comes with. It needs input as long as a question is
 * open. A result that is an error of a tool completes a task; that of a task that
 * another revision's client asked for has failed there.
 */
export function detailedTask({
  task,
  outcome,
  inputRequests = {},
}: PolledRecord): ShownTask {
  const shown = shownTask(task);
  if (task.status === "cancelled") return shown;
  if (hasEnded(task)) {
    if (outcome === undefined) return shown;
    return "result" in outcome
      ? { ...shown, status: "completed", result: outcome.result }
      : { ...shown, status: "failed", error: outcome.error };
  }
  return Object.keys(inputRequests).length > 0
    ? { ...shown, status: "input_required", inputRequests }
    : { ...shown, status: "working" };
}
