/**
 * Connects a client and a server that support core tasks, and records the
 * messages between them.
 */
import {
  ClientCore,
  withShorthands,
} from "../../../runtime/protocol/client-core.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { withTasks } from "../../../runtime/tasks/core/client/handle.js";
import type { TaskHandle } from "../../../runtime/tasks/handle.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { memory } from "../../../runtime/transport/memory.js";
import { type Ctx, TASK_CLIENT, TASK_SERVER, taskTools } from "./receiver.js";

export interface Client extends ClientCore {
  callTool(params: object, options: object): Promise<TaskHandle>;
  task(taskId: string): TaskHandle;
}

export interface Message {
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
}

export interface Pair {
  readonly client: Client;
  /** Messages sent so far, separately for the client and the server. */
  readonly sent: { readonly client: Message[]; readonly server: Message[] };
  close(): Promise<void>;
}

const info = { name: "test", version: "1" };
const onError = (): void => {};

/** Connects a client and a server in memory, and records their messages. */
export async function pair(
  server: Handlers,
  client: Handlers = {},
): Promise<Pair> {
  const core = new ServerCore(TASK_SERVER, info, server, { onError });
  const made = withTasks(
    withShorthands(new ClientCore(TASK_CLIENT, info, client, { onError }), {
      callTool: "tools/call",
    }),
  ) as unknown as Client;
  const [near, far] = memory();
  const sent = { client: [] as Message[], server: [] as Message[] };
  const record = (transport: typeof near, messages: Message[]): void => {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      messages.push(message as Message);
      send(message);
    };
  };
  record(near, sent.client);
  record(far, sent.server);
  await Promise.all([core.connect(far), made.connect(near)]);
  return { client: made, sent, close: () => made.close() };
}

export const slow = (
  handler: (args: never, ctx: Ctx) => unknown,
): Handlers => ({
  ...taskTools({ t: handler }),
  ...(tasks({ pollInterval: 1 }) as Handlers),
});

/** Calls the tool `t` as a task. Returns the handle of the task. */
export const startTask = (
  client: Client,
  options: object = {},
): Promise<TaskHandle> =>
  client.callTool({ name: "t" }, { task: true, ...options });

export const calls = (
  messages: readonly Message[],
  method: string,
): Message[] => messages.filter((message) => message.method === method);

export async function states(handle: TaskHandle): Promise<string[]> {
  const all: string[] = [];
  for await (const { status } of handle) all.push(status);
  return all;
}
