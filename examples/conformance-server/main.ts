/**
 * Server with everything that the official conformance suite tests.
 *
 *     main.js [--port P] [--transport stdio|http|sse] [--shared redis://HOST:PORT]
 */
import { parseArgs } from "node:util";
import {
  completions,
  createServer,
  listen,
  prompts,
  redis,
  stdio,
  tools,
} from "../../out/2025-11-25/server.js";
import * as bindings from "../../out/2025-11-25/server.js";
import { inputPrompts, inputTools } from "./asking.js";
import { addChangingTools } from "./changing.js";
import { plainPrompts } from "./prompts.js";
import { taskTools } from "./tasks.js";
import { testResources } from "./resources.js";
import { testSkills } from "./skills.js";
import {
  askingTools,
  audioTools,
  elicitingTools,
  enumTools,
  plainTools,
  pollingTools,
} from "./tools.js";

/** Revisions to serve. The bundler replaces this constant by its value. */
declare const REVISIONS: readonly string[];
/**
 * URL of the `redis` package. The bundler replaces this constant by its value.
 */
declare const REDIS: string;

const since = (revision: string): boolean =>
  REVISIONS.some((served) => served >= revision);
const before = (revision: string): boolean =>
  REVISIONS.some((served) => served < revision);

const testTools = tools({
  ...plainTools,
  ...(since("2025-03-26") ? audioTools : {}),
  ...askingTools,
  ...(since("2025-06-18") ? { ...elicitingTools, ...inputTools } : {}),
  ...(since("2025-11-25") ? enumTools : {}),
  ...(before("2026-07-28") ? pollingTools : {}),
  ...(since("2026-07-28") ? taskTools : {}),
});
const testPrompts = prompts({
  ...plainPrompts,
  ...(since("2025-06-18") ? inputPrompts : {}),
});
addChangingTools(testTools, testPrompts);

const handlers = {
  ...testTools,
  ...testResources,
  ...testSkills,
  ...testPrompts,
  // Add the tasks extension only if a served revision is 2026-07-28 or later.
  // Older revisions do not support this extension.
  ...(since("2026-07-28") ? bindings.tasks({ pollInterval: 100 }) : {}),
  ...completions({
    prompts: {
      test_prompt_with_arguments: { arg1: ["paris", "park"], arg2: ["test"] },
    },
    resources: { "test://template/{id}/data": { id: ["123", "456"] } },
  }),
};

const server = createServer(
  { name: "conformance-server", version: "1.0.0" },
  handlers,
  { capabilities: { logging: {} } },
);

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    transport: { type: "string", default: "http" },
    shared: { type: "string" },
  },
});
if (values.transport === "stdio") {
  await server.connect(stdio({ exit: true }));
} else {
  const shared = values.shared
    ? redis(await clientOf(values.shared))
    : undefined;
  const { url } = await listen(server, { port: Number(values.port), shared });
  const shown = values.transport === "sse" ? new URL("/sse", url).href : url;
  process.stdout.write(`${shown}\n`);
}

/** Connects to a Redis server with the package `redis`. */
async function clientOf(url: string) {
  const { createClient } = (await import(REDIS)) as RedisPackage;
  const client = createClient({ url });
  client.on("error", () => {}); // The server reports connection errors of Redis itself.
  await client.connect();
  return client;
}

/** Members of the package `redis` that this program uses. */
interface RedisPackage {
  createClient(options: { url: string }): {
    on(event: "error", listener: () => void): unknown;
    connect(): Promise<unknown>;
    sendCommand(command: readonly string[]): Promise<unknown>;
    duplicate(): object;
  };
}
