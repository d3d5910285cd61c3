/** A protocol with tasks, a clock that tests move, and a peer made of messages. */
import type { EndpointOptions } from "../../../runtime/protocol/endpoint.js";
import { extendHandlers } from "../../../runtime/protocol/handlers/extension.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Clock } from "../../../runtime/tasks/clock.js";
import { extendWithTasks } from "../../../runtime/tasks/core/client/requests.js";
import { isTask, RELATED_TASK } from "../../../runtime/tasks/task.js";
import type { TaskState } from "../../../runtime/tasks/task.js";
import type { RunningTask } from "../../../runtime/tasks/core/run.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import type { TasksSettings } from "../../../runtime/tasks/core/tasks.js";
import { taskToolHandlers } from "../../../runtime/tasks/core/tools.js";
import type { Origin } from "../../../runtime/transport/transport.js";
import {
  CLIENT,
  connect,
  HELLO,
  rule,
  SERVER,
  type Wire,
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

/** What a client declares that runs all that it is asked as tasks. */
export const ASKED_AS_TASKS = {
  list: {},
  cancel: {},
  requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
};

/** What a client that does everything declares. */
const CAN_DO_ALL = {
  sampling: {},
  elicitation: {},
  roots: {},
  tasks: ASKED_AS_TASKS,
};

/** A clock that the test moves. */
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

  /** Lets time pass, and what is due then happen. */
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

/** Resolves when all that is due has happened, timers of no time included. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The task that an answer holds. */
export function taskIn(answer: Answer | undefined): TaskState {
  const task = answer?.result?.task;
  if (!isTask(task)) throw new Error(`No task: ${JSON.stringify(answer)}`);
  return task;
}

/** The other side of a connection, message by message. */
export class Peer {
  /** All that arrived, except answers. */
  readonly heard: Answer[] = [];
  readonly errors: string[];
  readonly #wire: Wire;
  readonly #origin: Origin | undefined;
  readonly #answers = new Map<unknown, (answer: Answer) => void>();
  #lastId = 0;

  constructor(wire: Wire, errors: string[], origin?: Origin) {
    this.#wire = wire;
    this.errors = errors;
    this.#origin = origin;
    wire.send = (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as Answer;
      const take = this.#answers.get(copy.id);
      if (copy.method !== undefined || !take) this.heard.push(copy);
      else take(copy);
    };
  }

  give(message: object): void {
    this.#wire.give(message, this.#origin);
  }

  /** Sends a request; its answer. */
  ask(method: string, params?: object, origin = this.#origin): Promise<Answer> {
    const id = `ask-${++this.#lastId}`;
    const answer = new Promise<Answer>((resolve) =>
      this.#answers.set(id, resolve),
    );
    this.#wire.give({ id, method, ...(params && { params }) }, origin);
    return answer;
  }

  /** Asks for a task of a tool; its state. */
  async task(name: string, task = {}, more?: object): Promise<TaskState> {
    return taskIn(await this.ask("tools/call", { name, task, ...more }));
  }

  async get(taskId: string): Promise<TaskState> {
    const { result, error } = await this.ask("tasks/get", { taskId });
    if (error) throw new Error(error.message);
    return result as unknown as TaskState;
  }

  close(): void {
    this.#wire.receiver.closed();
  }
}

/** With which codes peers are refused one after the other; 0 is an answer. */
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
  /** What the client declares. */
  readonly can?: object;
  /** Where its requests come from. */
  readonly origin?: Origin;
}

/** A server with tasks that a client has opened. */
export function taskServer(
  handlers: Handlers,
  settings: TasksSettings = {},
  options: ServerSettings = {},
): Peer {
  return opened({ ...handlers, ...(tasks(settings) as Handlers) }, options);
}

/** A server whose one tool is `t`, and a task of it. */
export async function started(
  handler: Tool,
  settings: TasksSettings = {},
  options: ServerSettings = {},
): Promise<{ peer: Peer; taskId: string }> {
  const peer = taskServer(taskTools({ t: handler }), settings, options);
  const { taskId } = await peer.task("t");
  return { peer, taskId };
}

/** Two connections to one server; the second is as the first unless said. */
taskServer.two = (
  handlers: Handlers,
  settings: TasksSettings = {},
  first: ServerSettings = {},
  second: ServerSettings = first,
): [Peer, Peer] => {
  const all = { ...handlers, ...(tasks(settings) as Handlers) };
  return [opened(all, first), opened(all, second)];
};

function opened(
  handlers: Handlers,
  { can = CAN_DO_ALL, origin, ...options }: ServerSettings,
): Peer {
  const { wire, errors } = connect(TASK_SERVER, handlers, options);
  const peer = new Peer(wire, errors, origin);
  peer.give({ ...HELLO, params: { ...HELLO.params, capabilities: can } });
  peer.give({ method: "notifications/initialized" });
  peer.heard.length = 0;
  return peer;
}

/** What handlers of tasks use. */
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

/** A tool that never ends by itself. */
export const stuck: Tool = () => new Promise(() => {});

/** Tools by their handlers, all of which may run as tasks. */
export function taskTools(handlers: {
  readonly [name: string]: Tool;
}): Handlers {
  const specs = Object.entries(handlers).map(([name, handler]) => [
    name,
    { taskSupport: "optional", inputSchema: { type: "object" }, handler },
  ]);
  return taskToolHandlers(Object.fromEntries(specs) as never) as Handlers;
}

export { later } from "../run/deferred.js";

export const text = (value: string): object => ({
  content: [{ type: "text", text: value }],
});

export const related = (taskId: string): object => ({
  [RELATED_TASK]: { taskId },
});
