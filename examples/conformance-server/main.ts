/**
 * A server that has everything the official conformance suite asks for.
 *
 *     main.js [--port P] [--transport stdio|http|sse]
 */
import { parseArgs } from "node:util";
import {
  completions,
  createServer,
  listen,
  prompts,
  stdio,
  tools,
} from "../../out/2025-11-25/server.js";
import * as bindings from "../../out/2025-11-25/server.js";
import { inputPrompts, inputTools } from "./asking.js";
import { addChangingTools } from "./changing.js";
import { plainPrompts } from "./prompts.js";
import { taskTools } from "./tasks.js";
import { testResources } from "./resources.js";
import {
  askingTools,
  audioTools,
  elicitingTools,
  enumTools,
  plainTools,
  pollingTools,
} from "./tools.js";

/** The revisions that are served, which whoever bundles this program says. */
declare const REVISIONS: readonly string[];

const since = (revision: string): boolean =>
  REVISIONS.some((one) => one >= revision);
const before = (revision: string): boolean =>
  REVISIONS.some((one) => one < revision);

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
  ...testPrompts,
  // Not every revision has tasks.
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
  },
});
if (values.transport === "stdio") {
  await server.connect(stdio({ exit: true }));
} else {
  const { url } = await listen(server, { port: Number(values.port) });
  const shown = values.transport === "sse" ? new URL("/sse", url).href : url;
  process.stdout.write(`${shown}\n`);
}
