/**
 * Tasks: calls that are answered at once with a handle, by which their results are fetched later.
 *
 * Extension Identifier: io.modelcontextprotocol/tasks
 */

import type {
  Error as JSONRPCErrorObject,
  InputRequests,
  InputResponses,
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  Result,
} from "../../2026-07-28/schema.js";

/**
 * Where a task stands. The last three are ends, after which nothing changes.
 *
 * @category `tasks`
 */
export type TaskStatus =
  "working" | "input_required" | "completed" | "failed" | "cancelled";

/**
 * A task, without what it needs or came to.
 *
 * @category `tasks`
 */
export interface Task {
  /** Names the task; made by the server, and not to be guessed. */
  taskId: string;

  /** Where it stands. */
  status: TaskStatus;

  /** One line for people about that. */
  statusMessage?: string;

  /** When it was created, as ISO 8601. */
  createdAt: string;

  /** When it last changed, as ISO 8601. */
  lastUpdatedAt: string;

  /**
   * Milliseconds from its creation on after which the server may drop it; null is no limit. It may
   * change while the task lives.
   *
   * @format int
   * @nullable
   */
  ttlMs: number | null;

  /**
   * Milliseconds that a client SHOULD wait between two looks. It may change while the task lives.
   *
   * @format int
   */
  pollIntervalMs?: number;
}

/**
 * A task that is being worked on.
 *
 * @category `tasks`
 */
export interface WorkingTask extends Task {
  status: "working";
}

/**
 * A task that waits for input of the client.
 *
 * @category `tasks`
 */
export interface InputRequiredTask extends Task {
  status: "input_required";

  /** All that the server waits for, by keys of its own; each key is used once in a task. */
  inputRequests: InputRequests;
}

/**
 * A task whose request has its result, if that is an error of a tool.
 *
 * @category `tasks`
 */
export interface CompletedTask extends Task {
  status: "completed";

  /** The result that the request would have had: for `tools/call` a `CallToolResult`. */
  result: { [key: string]: unknown };
}

/**
 * A task whose request came to an error of JSON-RPC.
 *
 * @category `tasks`
 */
export interface FailedTask extends Task {
  status: "failed";

  /** The error that the request would have been answered with. */
  error: JSONRPCErrorObject;
}

/**
 * A task that was cancelled before its end.
 *
 * @category `tasks`
 */
export interface CancelledTask extends Task {
  status: "cancelled";
}

/**
 * A task with what its status comes with.
 *
 * @category `tasks`
 */
export type DetailedTask =
  WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;

/**
 * The answer to a request that goes on as a task. Only clients that declare the extension with the
 * request get one.
 *
 * @category `tasks`
 */
export type CreateTaskResult = Result &
  Task & {
    /** Tells it from the result of the request. */
    resultType: "task";
  };

/**
 * Asks for the state of a task, its result included.
 *
 * @category `tasks/get`
 */
export type GetTaskRequest = JSONRPCRequest & {
  method: "tasks/get";
  params: {
    /** The task. */
    taskId: string;
  };
};

/**
 * The state of a task.
 *
 * @category `tasks/get`
 */
export type GetTaskResult = Result &
  DetailedTask & {
    /** Of this request it is the final result, wherever the task stands. */
    resultType: "complete";
  };

/**
 * Gives a task input that it waits for.
 *
 * @category `tasks/update`
 */
export type UpdateTaskRequest = JSONRPCRequest & {
  method: "tasks/update";
  params: {
    /** The task. */
    taskId: string;

    /** Answers by the keys of `inputRequests`; some of them may be left for later. */
    inputResponses: InputResponses;
  };
};

/**
 * Says that the input has arrived. The task may show that later.
 *
 * @category `tasks/update`
 */
export type UpdateTaskResult = Result & {
  /** There is no other kind. */
  resultType: "complete";
};

/**
 * Asks the server to stop working on a task, which it need not do.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskRequest = JSONRPCRequest & {
  method: "tasks/cancel";
  params: {
    /** The task. */
    taskId: string;
  };
};

/**
 * Says that the wish has arrived. The task may show that later, or never.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskResult = Result & {
  /** There is no other kind. */
  resultType: "complete";
};

/**
 * A task, as `tasks/get` would show it now.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotificationParams = NotificationParams &
  DetailedTask & { [key: string]: unknown };

/**
 * Says that a task has changed, to clients that listen for it by `subscriptions/listen`. Servers
 * need not send it.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotification = JSONRPCNotification & {
  method: "notifications/tasks";
  params: TaskStatusNotificationParams;
};

/**
 * What `notifications` of `subscriptions/listen` may hold for tasks.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionNotifications {
  /** Tasks to hear of. */
  taskIds?: string[];
}

/**
 * What `notifications` of the acknowledgement may hold for tasks.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionAcknowledgedNotifications {
  /** The tasks that the client will hear of. */
  taskIds?: string[];
}

/**
 * The extension has no settings.
 *
 * @category `tasks`
 */
export type TasksExtensionCapability = Record<string, never>;
