/** Core tasks and the tasks extension behind one interface, so that one script tests both. */
import * as assert from "uvu/assert";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { CAN, Asker, serverOf } from "../generated/tasks-extension.js";
import {
  type Answer,
  opened,
  settled,
  taskTools,
  type Tool,
} from "./receiver.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { TasksSettings } from "../../../runtime/tasks/settings.js";

/** Members of a response that the tests read. */
interface Response {
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** State of a task, with the names of core tasks. */
export interface State {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttl: number | null;
}

/** Client that starts tasks. */
export interface TaskClient {
  /** Sends a tool call that asks for a task. */
  call(tool: string): Promise<Response>;
  /** Starts a task and returns its first state. */
  start(tool: string): Promise<State>;
  get(taskId: string): Promise<State>;
  /** Sends a request about a task. Returns the error code, or 0. */
  code(method: string, taskId: string): Promise<number>;
  /** Returns the result or error of a task that has ended. */
  outcome(taskId: string): Promise<Response>;
  /** Answers the open input request of a task. */
  answer(taskId: string, reply: object): Promise<void>;
  /** Returns the ids of `tasks/list`, or none if the protocol has no lists. */
  list(): Promise<unknown[]>;
}

export interface ClientSettings {
  /** Subject of the client's token. */
  readonly subject?: string;
  /** Whether the client declares the capabilities for input. */
  readonly input?: boolean;
}

export type Connect = (settings?: ClientSettings) => Promise<TaskClient>;

export interface TaskProtocol {
  readonly name: string;
  /** Methods of requests that name a task. */
  readonly methods: readonly string[];
  /** Error code of a request that cancels an ended task, or 0. */
  readonly cancelEnded: number;
  /** Error code in the outcome of a cancelled task. */
  readonly cancelledCode: number | undefined;
  /** Starts a server of these tools. Returns a function that connects a client. */
  serve(
    tools: { readonly [name: string]: Tool },
    settings?: TasksSettings,
  ): Promise<Connect>;
}

function clientOf(
  ask: (method: string, params: object) => Promise<Response>,
  wire: {
    readonly taskParam: object;
    toState(task: unknown): State;
    created(result: object): unknown;
    outcome(taskId: string): Promise<Response>;
    answer(taskId: string, reply: object): Promise<void>;
  },
): TaskClient {
  const call = (name: string): Promise<Response> =>
    ask("tools/call", { name, ...wire.taskParam });
  return {
    call,
    outcome: (taskId) => wire.outcome(taskId),
    answer: (taskId, reply) => wire.answer(taskId, reply),
    async start(tool) {
      const response = await call(tool);
      assert.ok(response.result, response.error?.message);
      return wire.toState(wire.created(response.result));
    },
    async get(taskId) {
      const { result, error } = await ask("tasks/get", { taskId });
      assert.ok(result, error?.message);
      return wire.toState(result);
    },
    async code(method, taskId) {
      const params = { taskId, inputResponses: {} };
      return (await ask(method, params)).error?.code ?? 0;
    },
    async list() {
      const { result } = await ask("tasks/list", {});
      const listed = (result?.tasks ?? []) as readonly State[];
      return listed.map(({ taskId }) => taskId);
    },
  };
}

const CORE: TaskProtocol = {
  name: "core tasks",
  methods: ["tasks/get", "tasks/result", "tasks/cancel"],
  cancelEnded: -32602,
  cancelledCode: -32800,
  async serve(tools, settings = {}) {
    const handlers = {
      ...taskTools(tools),
      ...(tasks(settings) as Handlers),
    };
    return async ({ subject, input = true } = {}) => {
      const peer = opened(handlers, {
        ...(subject !== undefined && { origin: { auth: { subject } } }),
        ...(!input && { can: {} }),
      });
      return clientOf((method, params) => peer.ask(method, params), {
        taskParam: { task: {} },
        toState: (task) => task as State,
        created(result) {
          assert.equal(Object.keys(result), ["task"]);
          return (result as { task: unknown }).task;
        },
        outcome: (taskId) => peer.ask("tasks/result", { taskId }),
        async answer(taskId, reply) {
          void peer.ask("tasks/result", { taskId });
          await settled();
          const isRequest = ({ id, method }: Answer): boolean =>
            id !== undefined && method !== undefined;
          const request = peer.heard.find(isRequest);
          peer.give({ id: request?.id, result: reply });
          await settled();
        },
      });
    };
  },
};

const EXTENSION: TaskProtocol = {
  name: "tasks extension",
  methods: ["tasks/get", "tasks/update", "tasks/cancel"],
  cancelEnded: 0,
  cancelledCode: undefined,
  async serve(tools, settings = {}) {
    const server = await serverOf(tools as never, {
      pollInterval: 1_000,
      ...settings,
    });
    return async ({ subject, input = true } = {}) => {
      const can = input ? CAN : { extensions: CAN.extensions };
      const asker = await Asker.of(server, can, subject);
      return clientOf((method, params) => asker.ask(method, params), {
        taskParam: {},
        toState(task) {
          const { ttlMs, ...state } = task as State & { ttlMs: number | null };
          return { ...state, ttl: ttlMs };
        },
        created(result) {
          assert.is((result as { resultType?: string }).resultType, "task");
          return result;
        },
        async outcome(taskId) {
          const { result, error } = await asker.get(taskId);
          return { result, error } as Response;
        },
        async answer(taskId, reply) {
          const { inputRequests } = await asker.get(taskId);
          const keys = Object.keys(inputRequests as object);
          const inputResponses = Object.fromEntries(
            keys.map((key) => [key, reply]),
          );
          await asker.ask("tasks/update", { taskId, inputResponses });
          await settled();
        },
      });
    };
  },
};

export const TASK_PROTOCOLS: readonly TaskProtocol[] = [CORE, EXTENSION];

/** Starts a server whose one tool is `t`, connects a client and starts a task. */
export async function startTask(
  protocol: TaskProtocol,
  tool: Tool,
  settings: TasksSettings = {},
  client: ClientSettings = {},
): Promise<{ client: TaskClient; taskId: string }> {
  const connect = await protocol.serve({ t: tool }, settings);
  const connected = await connect(client);
  const { taskId } = await connected.start("t");
  await settled();
  return { client: connected, taskId };
}
