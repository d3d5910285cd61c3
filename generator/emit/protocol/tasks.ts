/** Tasks in `server.ts` and `client.ts`, where the revision has them. */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  fromRuntime,
  type ModuleNames,
  type Modules,
} from "../print/imports.js";
import { modelsOf, type EmitContext } from "../context.js";
import { INPUT_METHODS, requestsOf, type Side } from "./protocol-facts.js";

const METHODS: readonly string[] = [
  "tools/call",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
  "tasks/list",
];

/** What both files pass on: module of `runtime/`, values, types. */
const PASSED: readonly (readonly [
  module: string,
  values: readonly string[],
  types: readonly string[],
])[] = [
  ["tasks/clock", [], ["Clock"]],
  ["tasks/handle", [], ["TaskHandle"]],
  ["tasks/owner", [], ["TaskOwner"]],
  ["tasks/records", [], ["TaskEvent"]],
  ["tasks/requests", [], ["TaskOption", "TaskRequestOptions"]],
  ["tasks/run", [], ["RunningTask"]],
  [
    "tasks/store",
    ["memoryTasks"],
    ["MemoryTasksOptions", "TaskPage", "TaskStore"],
  ],
  ["tasks/task", [], ["TaskOutcome", "TaskRecord", "TaskState"]],
  ["tasks/tasks", ["tasks"], ["TaskHandlers", "TasksSettings"]],
];

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

/** Names that tasks add to both files. */
export function taskNames(context: EmitContext): readonly string[] {
  if (!speaksTasks(context)) return [];
  return PASSED.flatMap(([, values, types]) => [...values, ...types]);
}

/** What a file passes on for tasks. */
export function taskExports(context: EmitContext): ModuleNames[] {
  if (!speaksTasks(context)) return [];
  const { values, types } = fromRuntime(context.runtime);
  return PASSED.flatMap(([module, functions, interfaces]) => [
    values(module, ...functions),
    types(module, ...interfaces),
  ]);
}

/**
 * What a side imports for tasks; types of what it may send to run as a task
 * only where there is such a request.
 */
export function taskImports(context: EmitContext, side: Side): Modules {
  if (!speaksTasks(context)) return [];
  const { model, runtime } = context;
  const { values, types } = fromRuntime(runtime);
  const client = side === "client";
  const sends = (client ? modelsOf(context) : [model])
    .flatMap((one) => requestsOf(one, side))
    .filter(({ method }) => client || INPUT_METHODS.includes(method))
    .some((one) => mayBeTask(context, one));
  return [
    client
      ? values("tasks/client", "withTasks")
      : values("features/extension", "extendHandlers"),
    client && values("tasks/requests", "extendWithTasks"),
    (client || sends) && types("tasks/handle", "TaskHandle"),
    sends && types("tasks/requests", "TaskRequestOptions"),
    types("tasks/run", "RunningTask"),
  ];
}
