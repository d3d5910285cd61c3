/**
 * Generated server with tools, resources, prompts and other features, over HTTP
 * or stdio. If the URL of a Redis server is given, several processes of this
 * program share their state. In this case, the limits are small and the
 * lifetimes are short: a session may be idle for IDLE milliseconds. Usage:
 * `our-server.js FOLDER [stdio|redis://...] [IDLE]`
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "redis";
import { measureHeap } from "./heap.js";
import { TaskGauge } from "./task-gauge.js";
import type { redis } from "../../../runtime/redis/redis.js";
import type { memoryTasks } from "../../../runtime/tasks/store.js";
import type { redisTasks } from "../../../runtime/redis/tasks.js";
import type { Context, ServerModule } from "../generated/modules.js";

const [, , folder = "", transport, idle] = process.argv;
const file = pathToFileURL(join(folder, "server.js")).href;
const made = (await import(file)) as ServerModule & {
  /**
   * Function that creates a task store in memory. Undefined in revisions
   * without tasks.
   */
  readonly memoryTasks?: typeof memoryTasks;
  readonly redis: typeof redis;
  readonly redisTasks: typeof redisTasks;
};

/** Limits and lifetimes of tasks. The lifetimes are in milliseconds. */
const TASKS = {
  store: { perOwner: 40 },
  settings: { ttl: 2_000, maxTtl: 3_000, maxRunning: 15 },
  maxSize: 1_000_000,
};

/**
 * Limits and lifetimes of a server whose state is in Redis. The lifetimes are
 * in milliseconds.
 */
const SHARED = {
  redis: { maxBytes: 1_000_000 },
  http: {
    sessionIdle: Number(idle),
    rate: { burst: 100_000, perSecond: 100_000 },
  },
};

async function connectRedis(url: string) {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  return made.redis(client, SHARED.redis);
}

const shared = transport?.startsWith("redis:")
  ? await connectRedis(transport)
  : undefined;

interface Told {
  readonly session: { notify(method: string, params: object): void };
}

const MESSAGE = [
  "notifications/message",
  { level: "info", data: "x".repeat(1_000) },
] as const;

const FORM = {
  message: "Name?",
  requestedSchema: { type: "object", properties: {} },
};

/** Handler that runs until its request is aborted. */
const stuck = (_args: unknown, { signal }: Context & { signal: AbortSignal }) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve("")));

const TOOLS = {
  echo: { handler: ({ text = "" }: { text?: string }) => text },
  stuck: { handler: stuck },
  noisy: {
    handler: async (_args: unknown, ctx: Context) => {
      for (let count = 1; count <= 50; count += 1) {
        ctx.log("info", "x".repeat(1_000));
        ctx.progress(count);
        server.notify("notifications/prompts/list_changed");
        // Let the event loop continue between messages, so that the server also
        // answers other clients.
        await new Promise(setImmediate);
      }
      return "done";
    },
  },
  telling: {
    handler: (_args: unknown, { session }: Context & Partial<Told>) => {
      for (let count = 1; count <= 20; count += 1) session?.notify(...MESSAGE);
      return "done";
    },
  },
  asking: {
    handler: async (_args: unknown, ctx: Context) =>
      JSON.stringify(await ctx.elicit(FORM)),
  },
};

/**
 * Adds to each tool an input schema that accepts any arguments. A tool without
 * a schema accepts no arguments.
 */
const withOpenSchemas = (tools: { [name: string]: object }): object =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      { ...tool, inputSchema: { type: "object" } },
    ]),
  );

const tasks = new TaskGauge();
const { maxSize } = TASKS;
const store =
  made.memoryTasks &&
  (shared
    ? made.redisTasks(shared, { ...TASKS.store, maxBytes: maxSize })
    : tasks.counted(made.memoryTasks({ ...TASKS.store, maxLength: maxSize })));
const asTask = <Args>(handler: (args: Args, ctx: never) => unknown) => ({
  taskSupport: "optional",
  handler: tasks.handler(handler),
});
const server = made.createServer(
  { name: "ours", version: "1" },
  {
    ...made.tools(
      withOpenSchemas({
        ...TOOLS,
        ...(store && {
          long: asTask(stuck),
          short: asTask(TOOLS.echo.handler),
          form: asTask(TOOLS.asking.handler),
        }),
      }),
    ),
    ...made.prompts({ p: { arguments: [{ name: "a" }], handler: () => "hi" } }),
    ...made.resources({ "x://y": { read: () => "text" } }, { subscribe: true }),
    ...made.completions({ prompts: { p: { a: ["one", "two"] } } }),
    ...(store && made.tasks({ store, ...TASKS.settings })),
  },
  {
    capabilities: { logging: {} },
    limits: { inFlight: 300 },
    onError: () => {},
  },
);

if (store) tasks.watch(server);
if (process.send) {
  process.on("message", () =>
    process.send?.({ heap: measureHeap(), tasks: tasks.read() }),
  );
  // Unreference the IPC channel, so that it does not keep the process alive.
  process.channel?.unref();
}
if (transport === "stdio") await server.connect(made.stdio());
else {
  const { url } = await made.listen(server, {
    auth: { verify: (subject: string) => ({ subject }) },
    maxKept: 8_000_000,
    maxSessions: 200,
    ...(shared && { shared, ...SHARED.http }),
  });
  process.stdout.write(`${url}\n`);
}
