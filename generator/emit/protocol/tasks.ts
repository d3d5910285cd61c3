/** Tasks in `server.ts` and `client.ts`, where the revision has them. */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";
import { hasMethod } from "./protocol-facts.js";

const METHODS =
  "tools/call tasks/get tasks/result tasks/cancel tasks/list".split(" ");

/** What both files pass on of the runtime for tasks. */
export const TASK_NAMES =
  "Clock TaskHandle TaskOwner TaskEvent TaskOption TaskRequestOptions " +
  "RunningTask memoryTasks MemoryTasksOptions TaskPage TaskStore TaskOutcome " +
  "TaskRecord TaskState tasks TaskHandlers TasksSettings";

/** Whether requests of the revision may run as tasks. */
export const hasTasks = memoizeByObject((model: ProtocolModel): boolean => {
  return (
    METHODS.every((method) => hasMethod(model.methods, method)) &&
    model.methods.some(({ taskResult }) => taskResult !== null)
  );
});

/** Whether a file speaks a revision whose requests may run as tasks. */
export function speaksTasks(context: EmitContext): boolean {
  return modelsOf(context).some(hasTasks);
}

/** Whether whoever sends the request may ask for a task. */
export function mayBeTask(context: EmitContext, method: string): boolean {
  return modelsOf(context)
    .filter(hasTasks)
    .some(({ methods }) =>
      methods.some((one) => one.method === method && one.taskResult !== null),
    );
}
