/** Tasks in `server.ts` and `client.ts`, where the revision has them. */
import type { Method, ProtocolModel } from "../model/types.js";
import type { ModuleNames } from "./imports.js";
import { modelsOf, type EmitContext } from "./context.js";
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
export function hasTasks(model: ProtocolModel): boolean {
  const methods = new Set(model.methods.map(({ method }) => method));
  return (
    METHODS.every((method) => methods.has(method)) &&
    model.methods.some(({ taskResult }) => taskResult !== null)
  );
}

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
  const { runtime } = context;
  return PASSED.flatMap(([module, values, types]) => {
    const from = `${runtime}/${module}.js`;
    return [
      { from, names: values },
      { from, names: types, types: true },
    ];
  });
}

/**
 * What a side imports for tasks; types of what it may send to run as a task
 * only where there is such a request.
 */
export function taskImports(context: EmitContext, side: Side): ModuleNames[] {
  if (!speaksTasks(context)) return [];
  const { model, runtime } = context;
  const client = side === "client";
  const sends = (client ? modelsOf(context) : [model])
    .flatMap((one) => requestsOf(one, side))
    .filter(({ method }) => client || INPUT_METHODS.includes(method))
    .some((one) => mayBeTask(context, one));
  return [
    { from: `${runtime}/tasks/client.js`, names: client ? ["withTasks"] : [] },
    {
      from: `${runtime}/features/extension.js`,
      names: client ? [] : ["extendHandlers"],
    },
    {
      from: `${runtime}/tasks/requests.js`,
      names: client ? ["extendWithTasks"] : [],
    },
    {
      from: `${runtime}/tasks/handle.js`,
      names: client || sends ? ["TaskHandle"] : [],
      types: true,
    },
    {
      from: `${runtime}/tasks/requests.js`,
      names: sends ? ["TaskRequestOptions"] : [],
      types: true,
    },
    { from: `${runtime}/tasks/run.js`, names: ["RunningTask"], types: true },
  ];
}
