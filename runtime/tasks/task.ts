/** What a task is: its state, and the ways that it may go. */
import { isObject } from "../validation/guards.js";
import type { ErrorObject, Params } from "../json-rpc/messages/messages.js";

export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/** State of a task, as the protocol shows it. Times are in milliseconds. */
export type TaskState = {
  taskId: string;
  status: TaskStatus;
  statusMessage?: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  lastUpdatedAt: string;
  /** How long it is kept from its creation on; null: without limit. */
  ttl: number | null;
  /** How long to wait between two looks at it. */
  pollInterval?: number;
};

/** What the request of a task came to. */
export type TaskOutcome =
  { readonly result: object } | { readonly error: ErrorObject };

/** A task as it is stored. It is plain JSON. */
export interface TaskRecord {
  readonly task: TaskState;
  /** Who asked for it; nobody else is told that it exists. */
  readonly owner: string;
  /** Whose limits it counts for, where that is not the owner. */
  readonly holder?: string;
  /** Method of the request that runs as it. */
  readonly method: string;
  /** There once the task has ended. */
  readonly outcome?: TaskOutcome;
}

const OPEN: readonly TaskStatus[] = ["working", "input_required"];
const ENDED: readonly TaskStatus[] = ["completed", "failed", "cancelled"];

/** Whether a task has come to its end, and stays as it is. */
export function hasEnded({ status }: TaskState): boolean {
  return ENDED.includes(status);
}

/** Whether a task may go from one status to the other. */
export function mayBecome(from: TaskStatus, to: TaskStatus): boolean {
  return OPEN.includes(from) && from !== to;
}

/** Whether a value is the state of a task. */
export function isTask(value: unknown): value is TaskState {
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

/** Ties a message to a task, in its `_meta`. */
export const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** Params or a result that belong to a task, saying so. */
export function withTask<T extends object>(
  value: T | undefined,
  taskId: string,
): Params {
  const { _meta } = (value ?? {}) as Params;
  return { ...value, _meta: { ..._meta, [RELATED_TASK]: { taskId } } };
}

/** The task that params say they belong to. */
export function taskOf(params: unknown): string | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
  const taskId = isObject(related) ? related.taskId : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}

/** Capability that lets requests of a method run as tasks. */
export function capabilityOf(method: string): string {
  return `tasks.requests.${method.replace("/", ".")}`;
}
