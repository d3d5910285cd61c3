/** A server with tasks of the extension, and peers that send it messages. */
import { load } from "./load.js";
import type { Server } from "./modules.js";
import { Wire } from "../wire/wire.js";
import { metaOf } from "../peers/meta.js";
import type { Origin } from "../../../runtime/transport/transport.js";

export const MODERN = "2026-07-28";
export const TASKS = "io.modelcontextprotocol/tasks";
export const INFO = { name: "s", version: "1" };

/** What a client declares that does everything. */
export const CAN = {
  elicitation: {},
  sampling: {},
  roots: {},
  extensions: { [TASKS]: {} },
};

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result: { readonly [name: string]: unknown };
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/** What a handler of these tests uses of its `ctx`. */
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

/** A server of those tools; all may run as tasks unless they say otherwise. */
export async function serverOf(
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
  return createServer(INFO, handlers, { onError: () => {} });
}

/** Who sends a server messages, one after the other. */
export class Asker {
  /** Notifications that arrived. */
  readonly heard: Answer[] = [];
  readonly #wire = new Wire();
  readonly #can: object;
  readonly #origin: Origin | undefined;
  readonly #answers = new Map<unknown, (answer: Answer) => void>();
  #last = 0;

  constructor(can: object, subject?: string) {
    this.#can = can;
    this.#origin =
      subject === undefined ? undefined : ({ auth: { subject } } as Origin);
  }

  static async of(
    server: Server,
    can: object = CAN,
    subject?: string,
  ): Promise<Asker> {
    const asker = new Asker(can, subject);
    asker.#wire.send = (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as Answer;
      const take = copy.method === undefined && this.#take(asker, copy.id);
      if (take) take(copy);
      else asker.heard.push(copy);
    };
    await server.connect(asker.#wire);
    return asker;
  }

  static #take(asker: Asker, id: unknown) {
    return asker.#answers.get(id);
  }

  give(message: object): void {
    this.#wire.give(message, this.#origin);
  }

  /** Sends a request; its answer. */
  ask(method: string, params: object = {}): Promise<Answer> {
    return this.open(method, params).answer;
  }

  /** The same, with its id. */
  open(method: string, params: object = {}) {
    const id = ++this.#last;
    const answer = new Promise<Answer>((resolve) =>
      this.#answers.set(id, resolve),
    );
    const _meta = metaOf(MODERN, this.#can);
    this.give({ id, method, params: { ...params, _meta } });
    return { id, answer };
  }

  call(name: string, params: object = {}): Promise<Answer> {
    return this.ask("tools/call", { name, ...params });
  }

  /** The id of a new task of a tool. */
  async task(name: string): Promise<string> {
    const { result, error } = await this.call(name);
    if (typeof result?.taskId === "string") return result.taskId;
    throw new Error(`No task: ${JSON.stringify(result ?? error)}`);
  }

  async get(taskId: string): Promise<Answer["result"]> {
    const { result, error } = await this.ask("tasks/get", { taskId });
    if (error) throw new Error(error.message);
    return result;
  }

  /** The task once it is that, or has ended. */
  async until(taskId: string, status: string): Promise<Answer["result"]> {
    for (;;) {
      const task = await this.get(taskId);
      const over = ["completed", "failed", "cancelled"];
      if (task.status === status || over.includes(String(task.status)))
        return task;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  close(): void {
    this.#wire.receiver.closed();
  }
}
