/**
 * Test protocol with core tasks, a simulated clock, and a client whose messages
 * the test sends one by one.
 */
import type { EndpointOptions } from "../../../runtime/protocol/endpoint-options.js";
import { extendHandlers } from "../../../runtime/protocol/handlers/extension.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Clock } from "../../../runtime/tasks/clock.js";
import { extendWithTasks } from "../../../runtime/tasks/core/client/requests.js";
import { isTaskState, RELATED_TASK } from "../../../runtime/tasks/task.js";
import type { TaskState } from "../../../runtime/tasks/task.js";
import type { RunningTask } from "../../../runtime/tasks/executor.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import type { TaskStore } from "../../../runtime/tasks/store.js";
import type { TasksSettings } from "../../../runtime/tasks/settings.js";
import { TaskPeer, type Answer } from "./peer.js";
import { taskToolHandlers } from "../../../runtime/tasks/tools.js";
import type { TrafficKeeper } from "../../../runtime/limits/limits.js";
import type { Origin } from "../../../runtime/transport/transport.js";
import {
  CLIENT,
  connect,
  HELLO,
  rule,
  SERVER,
  type Opened,
} from "../wire/wire.js";

const METHODS: Protocol["methods"] = {
  ...SERVER.methods,
  "tools/call": {
    ...SERVER.methods["tools/call"],
    result: rule(
      ({ content }: { content?: unknown }) => Array.isArray(content),
      "content: expected array, got nothing",
    ),
  },
  "sampling/createMessage": {
    ...SERVER.methods["sampling/createMessage"],
    result: rule(
      ({ model }: { model?: unknown }) => typeof model === "string",
      "model: expected string, got nothing",
    ),
  },
};

export const TASK_SERVER: Protocol = {
  ...SERVER,
  extend: extendHandlers,
  methods: METHODS,
};

export const TASK_CLIENT: Protocol = {
  ...CLIENT,
  methods: METHODS,
  extend: extendWithTasks,
};

/**
 * Task capabilities of a client that can run sampling and elicitation requests
 * as tasks.
 */
export const ASKED_AS_TASKS = {
  list: {},
  cancel: {},
  requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
};

/** Capabilities of a client with all features. */
const CAN_DO_ALL = {
  sampling: {},
  elicitation: {},
  roots: {},
  tasks: ASKED_AS_TASKS,
};

/** Simulated clock that advances only when a test calls `pass`. */
export class TestClock implements Clock {
  time = Date.UTC(2030, 0, 1);
  readonly #timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  get waiting(): number {
    return this.#timers.size;
  }

  /** Advances the clock and runs the timers that are due. */
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const timer of this.#timers) {
      if (timer.at > this.time) continue;
      this.#timers.delete(timer);
      timer.run();
    }
    await settled();
  }
}

/** Resolves when pending promises and zero-delay timers have run. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the task that a response contains. Throws if there is none. */
export function getTask(answer: Answer | undefined): TaskState {
  const task = answer?.result?.task;
  if (!isTaskState(task)) throw new Error(`No task: ${JSON.stringify(answer)}`);
  return task;
}

/**
 * Test client for core tasks. The test sends each message of the client itself.
 */
export class Peer extends TaskPeer<TaskState> {
  readonly errors: string[];
  /**
   * Object that enforces the server's limits on the requests of this client.
   */
  readonly traffic: TrafficKeeper;

  constructor({ wire, errors, connection }: Opened, origin?: Origin) {
    super(wire, origin);
    this.errors = errors;
    this.traffic = connection.traffic;
  }

  call(name: string, params?: object): Promise<Answer> {
    return this.ask("tools/call", { name, task: {}, ...params });
  }

  protected created(answer: Answer): TaskState {
    return getTask(answer);
  }

  override task(name: string, task = {}, more?: object): Promise<TaskState> {
    return super.task(name, { task, ...more });
  }

  outcome(taskId: string): Promise<Answer> {
    return this.ask("tasks/result", { taskId });
  }

  /**
   * Sends `tasks/result`, waits for the input request that the server sends
   * meanwhile, and answers it.
   */
  async answer(taskId: string, reply: object): Promise<void> {
    void this.ask("tasks/result", { taskId });
    await settled();
    const request = this.heard.find(
      ({ id, method }) => id !== undefined && method !== undefined,
    );
    this.give({ id: request?.id, result: reply });
    await settled();
  }
}

/**
 * Wraps a task store so that each operation takes a turn of the event loop, as
 * with a database.
 */
export function slowStore(store: TaskStore): TaskStore {
  const slow = async <T>(value: T | Promise<T>): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return value;
  };
  return {
    create: (record) => slow(store.create(record)),
    get: (taskId) => slow(store.get(taskId)),
    replace: (record, from) => slow(store.replace(record, from)),
    delete: (taskId) => slow(store.delete(taskId)),
    list: (...args) => slow(store.list(...args)),
  };
}

/**
 * Sends the same request from each peer, one after another. Returns the error
 * code of each response, or 0 for a result.
 */
export async function codes(
  peers: readonly Peer[],
  method: string,
  params: object,
): Promise<number[]> {
  const all: number[] = [];
  for (const peer of peers)
    all.push((await peer.ask(method, params)).error?.code ?? 0);
  return all;
}

export interface ServerSettings extends EndpointOptions {
  /**
   * Capabilities that the client declares.
   * @default all features
   */
  readonly can?: object;
  /**
   * Origin of the client's requests. It contains, for example, the user of the
   * access token.
   */
  readonly origin?: Origin;
}

/** Creates a server with tasks and connects an initialized client to it. */
export function taskServer(
  handlers: Handlers,
  settings: TasksSettings = {},
  options: ServerSettings = {},
): Peer {
  return opened({ ...handlers, ...(tasks(settings) as Handlers) }, options);
}

/**
 * Creates a server with the tool `t`, connects a client, and starts a task of
 * the tool.
 */
export async function started(
  handler: Tool,
  settings: TasksSettings = {},
  options: ServerSettings = {},
): Promise<{ peer: Peer; taskId: string }> {
  const peer = taskServer(taskTools({ t: handler }), settings, options);
  const { taskId } = await peer.task("t");
  return { peer, taskId };
}

/**
 * Creates two connections. Their servers share the handlers and the task store.
 * If `second` is omitted, both connections have the settings `first`.
 */
taskServer.two = (
  handlers: Handlers,
  settings: TasksSettings = {},
  first: ServerSettings = {},
  second: ServerSettings = first,
): [Peer, Peer] => {
  const all = { ...handlers, ...(tasks(settings) as Handlers) };
  return [opened(all, first), opened(all, second)];
};

export function opened(
  handlers: Handlers,
  { can = CAN_DO_ALL, origin, ...options }: ServerSettings,
): Peer {
  const peer = new Peer(connect(TASK_SERVER, handlers, options), origin);
  peer.give({ ...HELLO, params: { ...HELLO.params, capabilities: can } });
  peer.give({ method: "notifications/initialized" });
  peer.heard.length = 0;
  return peer;
}

/** Members of the handler context that the tests use in task handlers. */
export interface Ctx {
  readonly task?: RunningTask;
  readonly signal: AbortSignal;
  progress(progress: number): void;
  log(level: string, data: unknown): void;
  elicit(params: object, options?: object): Promise<{ action: string }>;
  sample(params: object, options?: object): Promise<{ model: string }>;
  roots(): Promise<{ roots: unknown[] }>;
}

export type Tool = (args: never, ctx: Ctx) => unknown;

/** Tool handler that never returns. */
export const stuck: Tool = () => new Promise(() => {});

/**
 * Creates one tool for each handler. A client may call the tools with or
 * without a task.
 */
export function taskTools(handlers: {
  readonly [name: string]: Tool;
}): Handlers {
  const specs = Object.entries(handlers).map(([name, handler]) => [
    name,
    { taskSupport: "optional", inputSchema: { type: "object" }, handler },
  ]);
  return taskToolHandlers(Object.fromEntries(specs) as never) as Handlers;
}

export { defer } from "../run/deferred.js";

export const text = (value: string): object => ({
  content: [{ type: "text", text: value }],
});

export const related = (taskId: string): object => ({
  [RELATED_TASK]: { taskId },
});
