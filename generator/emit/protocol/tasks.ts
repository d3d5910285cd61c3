/** Tasks in `server.ts` and `client.ts`, where the revision has them. */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";

const METHODS: readonly string[] = [
  "tools/call",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
  "tasks/list",
];

/** What both files pass on of the runtime for tasks. */
export const TASK_NAMES =
  "Clock TaskHandle TaskOwner TaskEvent TaskOption TaskRequestOptions " +
  "RunningTask memoryTasks MemoryTasksOptions TaskPage TaskStore TaskOutcome " +
  "TaskRecord TaskState tasks TaskHandlers TasksSettings";

/** What adds tasks to a protocol: to a server with the handlers that run them. */
export const EXTEND = {
  server: "extendHandlers",
  client: "extendWithTasks",
} as const;

/** Whether requests of the revision may run as tasks. */
export const hasTasks = memoizeByObject((model: ProtocolModel): boolean => {
  const methods = new Set(model.methods.map(({ method }) => method));
  return (
    METHODS.every((method) => methods.has(method)) &&
    model.methods.some(({ taskResult }) => taskResult !== null)
  );
});

/** Whether a file speaks a revision whose requests may run as tasks. */
export function speaksTasks(context: EmitContext): boolean {
  return modelsOf(context).some(hasTasks);
}

/** Whether whoever sends the request may ask for a task. */
export function mayBeTask(context: EmitContext, { method }: Method): boolean {
  return modelsOf(context)
    .filter(hasTasks)
    .some(({ methods }) =>
      methods.some((one) => one.method === method && one.taskResult !== null),
    );
}
