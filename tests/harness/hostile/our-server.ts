/**
 * Generated server with tools, resources, prompts and other features, over HTTP
 * or stdio. Usage: `our-server.js FOLDER [stdio]`
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gauge } from "./gauge.js";
import type { Context, ServerModule } from "../generated/modules.js";

const [, , folder = "", transport] = process.argv;
const file = pathToFileURL(join(folder, "server.js")).href;
const made = (await import(file)) as ServerModule & {
  /**
   * Function `tasks` of the generated module. Undefined in revisions without
   * tasks.
   */
  readonly memoryTasks?: (options: object) => object;
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
        // Let the event loop continue between messages, because the work of
        // this handler must not count as a blocked event loop.
        await new Promise(setImmediate);
      }
      return "done";
    },
  },
};

const store = made.memoryTasks?.({ maxLength: 8_000_000 });
const server = made.createServer(
  { name: "ours", version: "1" },
  {
    ...made.tools({
      ...TOOLS,
      ...(store && { long: { taskSupport: "optional", handler: stuck } }),
    }),
    ...made.prompts({ p: { arguments: [{ name: "a" }], handler: () => "hi" } }),
    ...made.resources({ "x://y": { read: () => "text" } }, { subscribe: true }),
    ...made.completions({ prompts: { p: { a: ["one", "two"] } } }),
    ...(store && made.tasks({ store })),
  },
  {
    capabilities: { logging: {} },
    limits: { inFlight: 300 },
    onError: () => {},
  },
);

const tell = gauge();
if (process.send) {
  process.on("message", () => process.send?.(tell()));
  // Unreference the IPC channel, so that it does not keep the process alive.
  process.channel?.unref();
}
if (transport === "stdio") await server.connect(made.stdio());
else {
  const { url } = await made.listen(server, {
    auth: { verify: (subject: string) => ({ subject }) },
    maxKept: 8_000_000,
    maxSessions: 200,
  });
  process.stdout.write(`${url}\n`);
}
