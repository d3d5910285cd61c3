/**
 * Properties of a revision that concern tasks: the core tasks of 2025-11-25,
 * and the tasks extension.
 */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { getModels, type EmitContext, type Side } from "../context.js";
import { names } from "../print/pieces.js";
import { hasMethod } from "./protocol-facts.js";

const CORE_METHODS =
  "tools/call tasks/get tasks/result tasks/cancel tasks/list".split(" ");

/**
 * Identifier of the tasks extension, and the methods that the extension must
 * have.
 */
const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
const EXTENSION_METHODS = ["tasks/get", "tasks/update", "tasks/cancel"];

/**
 * Types that the signature of a client method uses if the method can start a
 * task.
 */
export const TASK_NAMES = names`TaskHandle TaskRequestOptions`.join(" ");

/** Returns whether the revision has core tasks (tasks in the core protocol). */
const hasTasks = memoizeByObject((model: ProtocolModel): boolean => {
  return (
    CORE_METHODS.every((method) => hasMethod(model.methods, method)) &&
    model.methods.some(({ taskResult }) => taskResult !== null)
  );
});

/** Returns whether the tasks extension is part of the revision's model. */
const hasTasksExtension = memoizeByObject((model: ProtocolModel): boolean => {
  const methods = model.methods.filter(
    ({ extension }) => extension === TASKS_EXTENSION,
  );
  return (
    hasMethod(model.methods, "tools/call") &&
    EXTENSION_METHODS.every((method) => hasMethod(methods, method))
  );
});

/**
 * Returns two flags about the revisions that a generated file supports: whether
 * at least one has core tasks (tasks in the core protocol), and whether at
 * least one has the tasks extension.
 */
export function getTaskKinds(context: EmitContext): {
  readonly core: boolean;
  readonly extension: boolean;
} {
  const models = getModels(context);
  return {
    core: models.some(hasTasks),
    extension: models.some(hasTasksExtension),
  };
}

/**
 * Returns whether at least one revision that the generated file supports has
 * tasks, either in the core protocol or in the tasks extension.
 */
export function supportsTasks(context: EmitContext): boolean {
  const { core, extension } = getTaskKinds(context);
  return core || extension;
}

/**
 * Returns the task-related names that the generated file re-exports from the
 * runtime.
 */
export function getTaskNames(context: EmitContext, side: Side): string {
  const { core, extension } = getTaskKinds(context);
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

/**
 * Returns the name of the runtime function that adds tasks to a server or
 * client. Returns null if the revision has no tasks.
 */
export function getTaskExtend(model: ProtocolModel, side: Side): string | null {
  // On a server, one function adds core tasks and the tasks extension, because
  // the server's handlers run the tasks in both cases.
  if (side === "server")
    return hasTasks(model) || hasTasksExtension(model)
      ? "extendHandlers"
      : null;
  if (hasTasksExtension(model)) return "extendWithTasksExtension";
  return hasTasks(model) ? "extendWithTasks" : null;
}

/**
 * Returns whether a request can run as a task in at least one revision that the
 * generated file supports.
 */
export function canRunAsTask(context: EmitContext, method: string): boolean {
  return getModels(context).some(
    (model) =>
      (hasTasks(model) &&
        model.methods.some(
          (candidate) =>
            candidate.method === method && candidate.taskResult !== null,
        )) ||
      (hasTasksExtension(model) && method === "tools/call"),
  );
}
