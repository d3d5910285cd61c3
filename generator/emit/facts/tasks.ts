/** Tasks in `server.ts` and `client.ts`, where the revision or an extension has them. */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext, type Side } from "../context.js";
import { names } from "../print/pieces.js";
import { hasMethod } from "./protocol-facts.js";

const METHODS =
  "tools/call tasks/get tasks/result tasks/cancel tasks/list".split(" ");

/** The extension with tasks, and its methods. */
const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
const EXTENSION_METHODS = ["tasks/get", "tasks/update", "tasks/cancel"];

/** Names of methods that start a task, and of what they return. */
export const TASK_NAMES = names`TaskHandle TaskRequestOptions`.join(" ");

/** Whether requests of the revision may run as tasks. */
export const hasTasks = memoizeByObject((model: ProtocolModel): boolean => {
  return (
    METHODS.every((method) => hasMethod(model.methods, method)) &&
    model.methods.some(({ taskResult }) => taskResult !== null)
  );
});

/** Whether an extension of the revision lets calls of tools run as tasks. */
export const hasTasksExtension = memoizeByObject(
  (model: ProtocolModel): boolean => {
    const methods = model.methods.filter(
      ({ extension }) => extension === TASKS_EXTENSION,
    );
    return (
      hasMethod(model.methods, "tools/call") &&
      EXTENSION_METHODS.every((method) => hasMethod(methods, method))
    );
  },
);

/** What a file has of tasks: of revisions, and of the extension. */
export function tasksOf(context: EmitContext): {
  readonly core: boolean;
  readonly extension: boolean;
} {
  const models = modelsOf(context);
  return {
    core: models.some(hasTasks),
    extension: models.some(hasTasksExtension),
  };
}

/** Whether a file speaks a revision whose requests may run as tasks. */
export function speaksTasks(context: EmitContext): boolean {
  const { core, extension } = tasksOf(context);
  return core || extension;
}

/** Names of the runtime that a file exports for tasks that it asks for, or runs. */
export function taskNames(context: EmitContext, side: Side): string {
  const { core, extension } = tasksOf(context);
  const runs = core || (extension && side === "server");
  return names`
    ${(runs || extension) && "TaskHandle TaskOption TaskRequestOptions TaskState"}
    ${runs && "Clock TaskOwner TaskEvent RunningTask memoryTasks MemoryTasksOptions"}
    ${runs && "TaskPage TaskStore TaskOutcome TaskRecord TasksSettings"}
    ${runs && !extension && "tasks TaskHandlers"}
    ${runs && extension && core && "bothTasks=tasks ExtensionTaskHandlers"}
    ${runs && extension && !core && "extensionTasks=tasks ExtensionTaskHandlers"}`.join(
    " ",
  );
}

/** What adds tasks to an endpoint of the revision; null without any. */
export function taskExtend(model: ProtocolModel, side: Side): string | null {
  // A server runs tasks itself, by handlers of its own.
  if (side === "server")
    return hasTasks(model) || hasTasksExtension(model)
      ? "extendHandlers"
      : null;
  if (hasTasksExtension(model)) return "extendWithTasksExtension";
  return hasTasks(model) ? "extendWithTasks" : null;
}

/** Whether whoever sends the request may ask for a task. */
export function mayBeTask(context: EmitContext, method: string): boolean {
  return modelsOf(context).some(
    (model) =>
      (hasTasks(model) &&
        model.methods.some(
          (one) => one.method === method && one.taskResult !== null,
        )) ||
      (hasTasksExtension(model) && method === "tools/call"),
  );
}
