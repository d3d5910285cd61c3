/** Running task: what its handler and its executor share. */
import { McpError } from "../json-rpc/messages/errors.js";
import { TASK_CANCELLED } from "./task.js";
import type { Call } from "../json-rpc/call.js";

/** Task of a request, as the handler of the request sees it. */
export interface RunningTask {
  readonly taskId: string;
  /** Sets the status message that the requestor sees. */
  report(message: string): Promise<void>;
}

/** Running task, as its executor sees it. */
export interface TaskRun extends RunningTask {
  /** Call that the handler receives as `ctx`. */
  readonly call: Call;
}

/** Cancels the handler of a task that was cancelled, deleted or expired. */
export function stopRun({ call }: TaskRun): void {
  call.cancel(new McpError(TASK_CANCELLED, "The task has ended"));
}
