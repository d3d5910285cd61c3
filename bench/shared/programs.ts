/**
 * Servers that share their state in Redis, and servers that keep it in memory.
 * Each server is bundled into one file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../generator/pipeline/generate.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { bundleProgramText, SCHEMA, type Program } from "../server/programs.js";

export const MEMORY = "mcp-codegen, in memory";
export const SHARED = "mcp-codegen, shared";
export const SHARED_RESUMABLE = "mcp-codegen, shared, with a resumable stream";
export const SDK = "SDK v1, event store in Redis";

const ours = (shared: boolean, before = ""): string => `
import { createServer, listen, tools${shared ? ", redis" : ""} } from "./2025-06-18/server.js";
import { createClient } from "redis";
const server = createServer({ name: "ours", version: "1" }, tools({
  add: {
    inputSchema: ${SCHEMA},
    handler: ({ a, b }, ctx) => { ${before} return String(a + b); },
  },
}), { capabilities: { tools: { listChanged: true } } });
const options = { port: 0, maxSessions: 200_000, maxKept: 4e9 };
${
  shared
    ? `const client = await createClient({ url: process.env.REDIS_URL }).connect();
options.shared = redis(client, { prefix: process.env.REDIS_PREFIX });`
    : ""
}
const { url } = await listen(server, options);
process.send({ url });`;

/**
 * Source code of a server that follows the SDK's example, but keeps its event
 * store in Redis instead of in memory.
 */
const sdk = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createClient } from "redis";
import { z } from "zod";
const client = await createClient({ url: process.env.REDIS_URL }).connect();
const eventStore = {
  async storeEvent(streamId, message) {
    const eventId = \`\${streamId}_\${Date.now()}_\${Math.random().toString(36).slice(2, 10)}\`;
    await client.rPush(streamId, JSON.stringify([eventId, message]));
    return eventId;
  },
  async replayEventsAfter(last, { send }) {
    const streamId = last.split("_")[0];
    let found = false;
    for (const text of await client.lRange(streamId, 0, -1)) {
      const [eventId, message] = JSON.parse(text);
      if (found) await send(eventId, message);
      if (eventId === last) found = true;
    }
    return streamId;
  },
};
const make = () => {
  const server = new McpServer({ name: "sdk1", version: "1" });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
  return server;
};
const sessions = new Map();
const http = createServer((request, response) => {
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known) return void known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  void make().connect(transport).then(() => transport.handleRequest(request, response));
});
http.listen(0, "127.0.0.1", () =>
  process.send({ url: \`http://127.0.0.1:\${http.address().port}/mcp\` }));`;

const SOURCES: Readonly<Record<string, string>> = {
  [MEMORY]: ours(false),
  [SHARED]: ours(true),
  [SHARED_RESUMABLE]: ours(
    true,
    'ctx.notify("notifications/tools/list_changed");',
  ),
  [SDK]: sdk,
};

/**
 * Writes all programs to a temporary folder and bundles each of them. The
 * returned function `remove` deletes the folder.
 */
export async function makePrograms(): Promise<{
  readonly programs: readonly Program[];
  readonly remove: () => void;
}> {
  const folder = mkdtempSync(join(PACKAGE_ROOT, "bench/node_modules/.shared-"));
  await generate({
    revisions: ["2025-06-18"],
    out: join(folder, "2025-06-18"),
  });
  const programs: Program[] = [];
  for (const [name, text] of Object.entries(SOURCES)) {
    const file = await bundleProgramText(folder, String(programs.length), text);
    programs.push({ name, kind: "http", lifecycle: "initialize", file });
  }
  return {
    programs,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
