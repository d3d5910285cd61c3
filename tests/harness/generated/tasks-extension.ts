/**
 * Server with the tasks extension, and clients whose messages the test sends
 * one by one.
 */
import { load } from "./load.js";
import type { Server } from "./modules.js";
import { Wire } from "../wire/wire.js";
import { TaskPeer, type Answer } from "../tasks/peer.js";
import { createMeta } from "../peers/meta.js";
import type { Origin } from "../../../runtime/transport/transport.js";
import { waitUntil } from "../run/time-limit.js";

export const MODERN = "2026-07-28";
export const TASKS = "io.modelcontextprotocol/tasks";
export const INFO = { name: "s", version: "1" };

/**
 * Capabilities of a client that supports elicitation, sampling, roots and
 * tasks.
 */
export const CAN = {
  elicitation: {},
  sampling: {},
  roots: {},
  extensions: { [TASKS]: {} },
};

/** Members of the handler context `ctx` that the tests use. */
export interface Ctx {
  readonly task?: { taskId: string; report(message: string): Promise<void> };
  readonly before: unknown;
  readonly signal: AbortSignal;
  elicit(params: object, options?: object): Promise<{ content?: unknown }>;
  once(key: string, run: () => unknown): Promise<unknown>;
  log(level: string, data: unknown): void;
  progress(progress: number): void;
}

export interface Tool {
  readonly taskSupport?: string;
  readonly outputSchema?: object;
  readonly before?: (args: never, ctx: Ctx) => unknown;
  readonly handler: (args: never, ctx: Ctx) => unknown;
}

export const FORM = {
  message: "Name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};

/**
 * Creates a server with the given tools. A tool that is given as a function
 * supports tasks. A tool that is given as an object sets `taskSupport` itself.
 */
export async function createTaskServer(
  specs: { readonly [name: string]: Tool | Tool["handler"] },
  settings: object = {},
  revisions = `${MODERN}+tasks`,
): Promise<Server> {
  const { createServer, tasks, tools } = await load(revisions, "server");
  const own = Object.entries(specs).map(([name, spec]) => [
    name,
    typeof spec === "function"
      ? { taskSupport: "optional", handler: spec }
      : spec,
  ]);
  const handlers = {
    ...tools(Object.fromEntries(own) as object),
    ...tasks({ pollInterval: 5, ...settings }),
  };
  // Set a fixed key for encrypted request state, so that several servers with
  // `redis()` can decrypt it. By default, each process creates a random key.
  const state = { key: "k".repeat(32) };
  return createServer(INFO, handlers, { onError: () => {}, state });
}

/** Task in the message format of the tasks extension. */
export type WireTask = Answer["result"] & {
  readonly taskId: string;
  readonly status: string;
};

/** Client of the tasks extension whose messages the test sends one by one. */
export class Asker extends TaskPeer<WireTask> {
  readonly #can: object;

  constructor(wire: Wire, can: object, subject?: string) {
    super(
      wire,
      subject === undefined ? undefined : ({ auth: { subject } } as Origin),
    );
    this.#can = can;
  }

  static async of(
    server: Server,
    can: object = CAN,
    subject?: string,
  ): Promise<Asker> {
    const wire = new Wire();
    const asker = new Asker(wire, can, subject);
    await server.connect(wire);
    return asker;
  }

  override open(method: string, params: { [name: string]: unknown } = {}) {
    const own = params["_meta"] as object | undefined;
    const _meta = { ...createMeta(MODERN, this.#can), ...own };
    return super.open(method, { ...params, _meta });
  }

  call(name: string, params: object = {}): Promise<Answer> {
    return this.ask("tools/call", { name, ...params });
  }

  protected created({ result, error }: Answer): WireTask {
    if (result?.resultType === "task") return result as WireTask;
    throw new Error(`No task: ${JSON.stringify(result ?? error)}`);
  }

  async outcome(taskId: string): Promise<Partial<Answer>> {
    const { result, error } = await this.get(taskId);
    return { result, error } as Partial<Answer>;
  }

  async answer(taskId: string, reply: object): Promise<void> {
    const { inputRequests } = await this.get(taskId);
    const keys = Object.keys(inputRequests as object);
    const inputResponses = Object.fromEntries(keys.map((key) => [key, reply]));
    await this.ask("tasks/update", { taskId, inputResponses });
  }

  /**
   * Polls a task until it has the given status or a final status. Returns the
   * task.
   */
  async until(taskId: string, status: string): Promise<WireTask> {
    let task!: WireTask;
    await waitUntil(`task ${taskId} is ${status}`, async () => {
      task = await this.get(taskId);
      const final = ["completed", "failed", "cancelled"];
      return [status, ...final].includes(task.status);
    });
    return task;
  }
}
