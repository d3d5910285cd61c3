/** State of a task, its transitions, and its relation to messages. */
import { isObject } from "../validation/guards.js";
import type { ErrorObject, Params } from "../json-rpc/messages/messages.js";

export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** State of a task. Times are in milliseconds. */
export type TaskState = {
  taskId: string;
  status: TaskStatus;
  statusMessage?: string;
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Lifetime from the creation on, in milliseconds. `null` means no limit. */
  ttl: number | null;
  /** Interval between two polls, in milliseconds. */
  pollInterval?: number;
};

/** Outcome of the request that runs as a task. */
export type TaskOutcome =
  { readonly result: object } | { readonly error: ErrorObject };

/** Record of a task in a store. It is plain JSON. */
export interface TaskRecord {
  readonly task: TaskState;
  /** Requestor of the task. Other requestors do not learn that the task exists. */
  readonly owner: string;
  /** Name that quotas count. Absent if it is the owner. */
  readonly holder?: string;
  /** Method of the request that runs as the task. */
  readonly method: string;
  /** Outcome of the request. Absent while the task runs. */
  readonly outcome?: TaskOutcome;
}

/** Error code of a request whose task was cancelled. */
export const TASK_CANCELLED = -32800;

const OPEN: readonly TaskStatus[] = ["working", "input_required"];
const ENDED: readonly TaskStatus[] = ["completed", "failed", "cancelled"];

/** Whether the status is final. */
export function hasEnded({ status }: TaskState): boolean {
  return ENDED.includes(status);
}

/** Whether MCP allows the transition. */
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

/** Key in `_meta` that relates a message to a task. */
export const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** Returns params or a result with the related task in `_meta`. */
export function withRelatedTask<T extends object>(
  value: T | undefined,
  taskId: string,
): Params {
  const { _meta } = (value ?? {}) as Params;
  return { ...value, _meta: { ..._meta, [RELATED_TASK]: { taskId } } };
}

/** Returns the id of the related task in `_meta`. */
export function relatedTaskId(params: unknown): string | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
  const taskId = isObject(related) ? related.taskId : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}

/** Returns the capability that lets requests of a method run as tasks. */
export function taskCapability(method: string): string {
  return `tasks.requests.${method.replace("/", ".")}`;
}
