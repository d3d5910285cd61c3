/** Tasks in `server.ts` and `client.ts`, where the revision has them. */
import type { ProtocolModel } from "../model/types.js";
import type { ModuleNames } from "./bindings.js";
import { modelsOf, type EmitContext } from "./context.js";

const METHODS: readonly string[] = [
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

/** What a side imports for tasks. */
export function taskImports(
  context: EmitContext,
  side: "server" | "client",
): ModuleNames[] {
  if (!speaksTasks(context)) return [];
  const { model, runtime } = context;
  const client = side === "client";
  // A server may ask for tasks where it sends requests.
  const asks =
    client ||
    model.methods.some(
      ({ sender, taskResult }) => sender !== "client" && taskResult !== null,
    );
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
      names: asks ? ["TaskHandle"] : [],
      types: true,
    },
    {
      from: `${runtime}/tasks/requests.js`,
      names: asks ? ["TaskRequestOptions"] : [],
      types: true,
    },
    { from: `${runtime}/tasks/run.js`, names: ["RunningTask"], types: true },
  ];
}
