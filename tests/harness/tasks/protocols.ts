/**
 * Common interface of core tasks and the tasks extension, so that the same
 * tests run with both protocols.
 */
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { Asker, CAN, createTaskServer } from "../generated/tasks-extension.js";
import { opened, settled, taskTools, type Tool } from "./receiver.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { TasksSettings } from "../../../runtime/tasks/settings.js";
import type { TaskPeer } from "./peer.js";

/** Members of a task in core tasks, in the tasks extension, or in both. */
export interface CommonTask {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly createdAt?: string;
  readonly lastUpdatedAt?: string;
  readonly ttl?: number | null;
  readonly ttlMs?: number | null;
}

export type TaskClient = TaskPeer<CommonTask>;

export interface ClientSettings {
  /** Subject (user) of the client's access token. */
  readonly subject?: string;
  /**
   * Whether the client declares the capabilities for input requests, such as
   * elicitation.
   */
  readonly input?: boolean;
}

export interface TaskProtocol {
  readonly name: string;
  /** Methods of requests that contain a task id. */
  readonly methods: readonly string[];
  /**
   * Error code that the server returns when a client cancels a task that has
   * already ended. The code is 0 if the server returns a result instead of an
   * error.
   */
  readonly cancelEnded: number;
  /**
   * Error code in the outcome of a cancelled task. Undefined if the server
   * reports no error code.
   */
  readonly cancelledCode: number | undefined;
  /**
   * Starts a server with the given tools. Returns a function that connects a
   * client to the server.
   */
  serve(
    tools: { readonly [name: string]: Tool },
    settings?: TasksSettings,
  ): Promise<(settings?: ClientSettings) => Promise<TaskClient>>;
}

const CORE: TaskProtocol = {
  name: "core tasks",
  methods: ["tasks/get", "tasks/result", "tasks/cancel"],
  cancelEnded: -32602,
  cancelledCode: -32800,
  async serve(tools, settings = {}) {
    const handlers = { ...taskTools(tools), ...(tasks(settings) as Handlers) };
    return async ({ subject, input = true } = {}) =>
      opened(handlers, {
        ...(subject !== undefined && { origin: { auth: { subject } } }),
        ...(!input && { can: {} }),
      });
  },
};

const EXTENSION: TaskProtocol = {
  name: "tasks extension",
  methods: ["tasks/get", "tasks/update", "tasks/cancel"],
  cancelEnded: 0,
  cancelledCode: undefined,
  async serve(tools, settings = {}) {
    const server = await createTaskServer(tools as never, settings);
    return ({ subject, input = true } = {}) =>
      Asker.of(
        server,
        input ? CAN : { extensions: CAN.extensions },
        subject,
      ) as Promise<TaskClient>;
  },
};

export const TASK_PROTOCOLS: readonly TaskProtocol[] = [CORE, EXTENSION];

/**
 * Starts a server with the tool `t`, connects a client, and starts a task of
 * the tool.
 */
export async function startTask(
  protocol: TaskProtocol,
  tool: Tool,
  settings: TasksSettings = {},
  client: ClientSettings = {},
): Promise<{ client: TaskClient; taskId: string }> {
  const connect = await protocol.serve({ t: tool }, settings);
  const connected = await connect(client);
  const { taskId } = await connected.task("t");
  await settled();
  return { client: connected, taskId };
}
