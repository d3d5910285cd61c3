/**
 * States of tasks, allowed transitions between states, and the relation of
 * messages to tasks.
 */
import { isObject } from "../validation/guards.js";
import type { ErrorObject, Params } from "../json-rpc/messages/messages.js";

export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** State of a task, as requestors see it. Times are in milliseconds. */
export type TaskState = {
  taskId: string;
  status: TaskStatus;
  statusMessage?: string;
  /** Time at which the task was created, in ISO 8601 format. */
  createdAt: string;
  /** Time of the last change of the task, in ISO 8601 format. */
  lastUpdatedAt: string;
  /**
   * Lifetime of the task, counted from its creation, in milliseconds. `null`
   * means no limit.
   */
  ttl: number | null;
  /** Recommended interval between two polls of the task, in milliseconds. */
  pollInterval?: number;
};

/** Result or error of the request that runs as a task. */
export type TaskOutcome =
  { readonly result: object } | { readonly error: ErrorObject };

/** Record of a task in a task store. The record is plain JSON. */
export interface TaskRecord {
  readonly task: TaskState;
  /**
   * Name of the requestor that owns the task. For other requestors, the task
   * does not exist.
   */
  readonly owner: string;
  /**
   * Name whose quotas the task uses, if this name is not the name of the owner.
   */
  readonly holder?: string;
  /** Method of the request that runs as the task. */
  readonly method: string;
  /** Result or error of the task's request. Absent while the task runs. */
  readonly outcome?: TaskOutcome;
}

/** Error code in the outcome of a cancelled task. */
export const TASK_CANCELLED = -32800;

const OPEN: readonly TaskStatus[] = ["working", "input_required"];
const ENDED: readonly TaskStatus[] = ["completed", "failed", "cancelled"];

/** Returns true if the status of the task is final. */
export function hasEnded({ status }: TaskState): boolean {
  return ENDED.includes(status);
}

/**
 * Returns the number of characters that a store reserves for the final status
 * and the error of a running task. The task can therefore fail or be cancelled
 * even when the store is full.
 */
export function reserveForEnd({ task }: Pick<TaskRecord, "task">): number {
  return hasEnded(task) ? 0 : 300;
}

/**
 * Returns true if MCP allows a task to change from the status `from` to the
 * status `to`.
 */
export function canTransition(from: TaskStatus, to: TaskStatus): boolean {
  return OPEN.includes(from) && from !== to;
}

export function isTaskState(value: unknown): value is TaskState {
  if (!isObject(value)) return false;
  const { taskId, status, createdAt, lastUpdatedAt, ttl } = value;
  return (
    typeof taskId === "string" &&
    (OPEN.includes(status as TaskStatus) ||
      ENDED.includes(status as TaskStatus)) &&
    typeof createdAt === "string" &&
    typeof lastUpdatedAt === "string" &&
    (ttl === null || typeof ttl === "number")
  );
}

/**
 * Key in `_meta` of a message. Its value names the task to which the message
 * belongs.
 */
export const RELATED_TASK = "io.modelcontextprotocol/related-task";

/**
 * Returns a copy of the params or the result of a message. The copy names the
 * task in its `_meta`.
 */
export function withRelatedTask<T extends object>(
  value: T | undefined,
  taskId: string,
): Params {
  const { _meta } = (value ?? {}) as Params;
  return { ...value, _meta: { ..._meta, [RELATED_TASK]: { taskId } } };
}

/**
 * Returns the id of the task to which a message belongs, as named in `_meta` of
 * its params or result.
 */
export function relatedTaskId(params: unknown): string | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
  const taskId = isObject(related) ? related.taskId : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}

/**
 * Returns the path of the capability that must be declared before requests of a
 * method may run as tasks.
 */
export function taskCapability(method: string): string {
  return `tasks.requests.${method.replace("/", ".")}`;
}
